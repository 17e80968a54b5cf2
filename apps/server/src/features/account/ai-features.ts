import { type AccountFlagChange, type Flags, flags } from '@sidetone/contract/entities/flags.ts';
import {
  type AiFeatureFlag,
  aiFeatureOf,
  aiFlagsToDrop,
  aiPrivacyVersion,
  isAiFeatureActive,
  switchAiFeature,
} from '@sidetone/contract/rules/ai-features.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { flagsToChange, writeChosen } from './chosen-flags.ts';

type Asker = Pick<Caller, 'userId' | 'accountId'>;

/**
 * Switches an AI feature for one user, with everything that the rules of the contract switch with it; gives all flags as
 * they are then. Throws `Refusal` FORBIDDEN without the grant, and CONFLICT where the feature needs another one, where the
 * user has to agree first, and where the account has no AI.
 */
export async function switchOwnAiFeature(
  db: Database,
  { userId }: Asker,
  flag: AiFeatureFlag,
  wanted: { readonly on: boolean; readonly acceptedPrivacyVersion?: number | undefined },
): Promise<Flags> {
  return await db.transaction().execute(async (trx) => {
    const on = await flagsToChange(trx, userId);
    await requireGrant(trx, { userId }, 'CALL_BOOSTS');
    if (wanted.on && on.hasAiDisabled) throw new Refusal('CONFLICT', 'AI is switched off for this account.');
    const found = switchAiFeature(on, flag, wanted.on);
    if (!found) throw missing(flag);
    const agrees = found.asks === 'privacy';
    if (agrees && wanted.acceptedPrivacyVersion !== aiPrivacyVersion) {
      const issues = [{ path: 'acceptedPrivacyVersion', message: `must be ${aiPrivacyVersion}` }];
      throw new Refusal('CONFLICT', 'The user has to agree that their calls are written down.', { issues });
    }
    const accepted = { aiPrivacyAcceptedAt: new Date().toISOString(), aiPrivacyVersion };
    await writeChosen(trx, userId, found.changes, agrees ? accepted : {});
    return await flagsToChange(trx, userId);
  });
}

/**
 * What else goes off with flags that a user changes one by one. Throws `Refusal` CONFLICT for a feature that is switched on
 * without what it needs.
 */
export function goesOffToo(before: Flags, change: Partial<Flags>): Partial<Flags> {
  const after = { ...before, ...change };
  for (const [name, value] of Object.entries(change)) {
    const feature = aiFeatureOf(name);
    if (feature && value && !isAiFeatureActive(after, feature.flag)) throw missing(feature.flag);
  }
  // What was without it before stays as it is: the account may have switched it on for later.
  const wasAlready = aiFlagsToDrop(before);
  const gone = aiFlagsToDrop(after).filter((flag) => !wasAlready.includes(flag));
  return Object.fromEntries(gone.map((flag) => [flag, false]));
}

const missing = (flag: AiFeatureFlag) =>
  new Refusal('CONFLICT', `${flag} needs ${(aiFeatureOf(flag)?.dependsOn ?? []).join(' and ')}.`);

/** Changes one of the account's own flags, with a line in the audit log. Throws `Refusal` NOT_FOUND for another account. */
export async function changeAccountFlags(
  db: Database,
  by: Asker & { readonly address: string },
  accountId: string,
  change: AccountFlagChange,
): Promise<Flags> {
  if (accountId !== by.accountId) throw notFound('account');
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('accounts')
      .select('flags')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('account');
    const before = flags.parse(row.flags);
    const changed = Object.entries(change).filter(([name, value]) => before[name as keyof Flags] !== value);
    if (changed.length === 0) return before;
    await trx
      .updateTable('accounts')
      .set({ flags: sql<string>`flags || ${JSON.stringify(Object.fromEntries(changed))}::jsonb` })
      .where('id', '=', accountId)
      .execute();
    const detail = Object.fromEntries(
      changed.map(([name, to]) => [name, { from: before[name as keyof Flags], to }] as const),
    );
    await audit(trx, {
      accountId,
      actorUserId: by.userId,
      address: by.address,
      action: 'account.flagsChanged',
      target: accountId,
      detail,
    });
    return { ...before, ...Object.fromEntries(changed) };
  });
}
