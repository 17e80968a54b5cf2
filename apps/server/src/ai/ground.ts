import { aiSettings } from '@sidetone/contract/entities/ai-settings.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { AiGround } from './ports.ts';
import { rowInUse } from './setup/choice.ts';
import { usableOf } from './setup/connection-row.ts';
import { readSettings } from './setup/settings.ts';

/** What accounts set up, read again each time: an administrator's change counts with the next request. */
export const aiGround = ({ db, box }: { readonly db: Database; readonly box: SecretBox }): AiGround => ({
  settings: async (accountId) => aiSettings.parse(await readSettings(db, accountId)),

  async connection(accountId, purpose) {
    const row = await rowInUse(db, accountId, purpose);
    return row === null ? null : usableOf(row, box);
  },

  async reportFailure({ id, changedRev }, problem) {
    await db
      .updateTable('ai_connections')
      .set({ state: 'failing', problem, checked_at: new Date() })
      .where('id', '=', id)
      // What was changed meanwhile was not asked.
      .where('changed_rev', '=', String(changedRev))
      // A row of calls that wait for it says the same again and again; nobody has to hear of each.
      .where((row) => row.or([row('state', '!=', 'failing'), row('problem', 'is distinct from', problem)]))
      .execute();
  },
});
