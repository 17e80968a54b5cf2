import { type Flags, type LabFlagChange, testAccountFlagNames } from '@sidetone/contract/entities/flags.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { goesOffToo } from './ai-features.ts';
import { flagsToChange, writeChosen } from './chosen-flags.ts';

/**
 * Switches experiments on or off for one user; gives all flags as they are then. Throws `Refusal` FORBIDDEN for switching
 * on what is for test accounts alone, and what `goesOffToo` throws.
 */
export async function changeLabFlags(
  db: Database,
  by: { userId: string; accountId: string },
  change: LabFlagChange,
): Promise<Flags> {
  return await db.transaction().execute(async (trx) => {
    const before = await flagsToChange(trx, by.userId);
    const forTests = testAccountFlagNames.some((name) => (change as Partial<Flags>)[name] === true);
    if (forTests && !before.isTestAccount) throw new Refusal('FORBIDDEN', 'This is for test accounts.');
    const gone = await goesOffToo(trx, by.userId, before, change as Partial<Flags>);
    await writeChosen(trx, by.userId, { ...change, ...gone });
    return await flagsToChange(trx, by.userId);
  });
}
