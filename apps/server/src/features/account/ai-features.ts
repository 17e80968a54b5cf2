import { type AccountFlagChange, aiFeatureFlags, type Flags, flags } from '@sidetone/contract/entities/flags.ts';
import {
  type AiFeatureFlag,
  type AiFlag,
  aiFeatureOf,
  aiFlagsToDrop,
  aiPrivacyVersion,
  isAiFeatureActive,
  isOffered,
  switchAiFeature,
  transcriptionFlag,
} from '@sidetone/contract/rules/ai/ai-features.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { flagsToChange, writeChosen } from './chosen-flags.ts';

type Asker = Pick<Caller, 'userId' | 'accountId'>;

/**
 * Switches an AI feature for one user, with everything that the rules of the contract switch with it; gives all flags as
 * they are then. Throws `Refusal` FORBIDDEN without the grant and for what is for test accounts, and CONFLICT where the feature needs another one, where the
 * user has to agree first, and where the account has no AI.
 */
export async function switchOwnAiFeature(
  db: Database,
  { userId }: Asker,
  flag: AiFeatureFlag,
  wanted: Agreement & { readonly on: boolean },
): Promise<Flags> {
  return await db.transaction().execute(async (trx) => {
    const on = await flagsToChange(trx, userId);
    await requireGrant(trx, { userId }, 'CALL_BOOSTS');
    if (wanted.on && !on[flag]) requireOffered(on, [flag]);
    const found = switchAiFeature(on, flag, wanted.on);
    if (!found) throw missing(flag);
    await writeChosen(trx, userId, found.changes, agreementTo(on, found.changes, wanted));
    return await flagsToChange(trx, userId);
  });
}

/** The version of the privacy text that a user agreed to just now. */
interface Agreement {
  readonly acceptedPrivacyVersion?: number | undefined;
}

/**
 * What a user's record keeps of their agreement with a change that switches transcription on; nothing with any other. Throws
 * `Refusal` CONFLICT where they have to agree first. SAI-013
 */
export function agreementTo(
  before: Flags,
  change: Partial<Flags>,
  { acceptedPrivacyVersion }: Agreement,
): Readonly<Record<string, unknown>> {
  if (!change[transcriptionFlag] || before[transcriptionFlag]) return {};
  if (acceptedPrivacyVersion !== aiPrivacyVersion) {
    const issues = [{ path: 'acceptedPrivacyVersion', message: `must be ${aiPrivacyVersion}` }];
    throw new Refusal('CONFLICT', 'The user has to agree that their calls are written down.', { issues });
  }
  return { aiPrivacyAcceptedAt: new Date().toISOString(), aiPrivacyVersion };
}

/**
 * What else goes off with flags that a user changes one by one. Throws `Refusal` FORBIDDEN for AI that is switched on without
 * the grant and for what is for test accounts, and CONFLICT where the account has none, and for a feature that is switched on without what it needs.
 */
export async function goesOffToo(
  trx: Writer,
  userId: string,
  before: Flags,
  change: Partial<Flags>,
): Promise<Partial<Flags>> {
  const after = { ...before, ...change };
  const isNew = (flag: AiFlag) => after[flag] && !before[flag];
  const added = ([transcriptionFlag, ...aiFeatureFlags] as const).filter(isNew);
  if (added.length > 0) {
    await requireGrant(trx, { userId }, 'CALL_BOOSTS');
    requireOffered(before, added);
  }
  for (const [name, value] of Object.entries(change)) {
    const feature = aiFeatureOf(name);
    if (feature && value && !isAiFeatureActive(after, feature.flag)) throw missing(feature.flag);
  }
  // What was without it before stays as it is: the account may have switched it on for later.
  const wasAlready = aiFlagsToDrop(before);
  const gone = aiFlagsToDrop(after).filter((flag) => !wasAlready.includes(flag));
  return Object.fromEntries(gone.map((flag) => [flag, false]));
}

/** Throws `Refusal` CONFLICT in an account without AI, and FORBIDDEN for what is for test accounts in any other. SAI-027 */
function requireOffered(on: Flags, wanted: readonly AiFlag[]): void {
  if (on.hasAiDisabled) throw new Refusal('CONFLICT', 'AI is switched off for this account.');
  const isForOthers = wanted.map(aiFeatureOf).some((feature) => feature !== null && !isOffered(feature, on));
  if (isForOthers) throw new Refusal('FORBIDDEN', 'This is for test accounts.');
}

const missing = (flag: AiFeatureFlag) =>
  new Refusal('CONFLICT', `${flag} needs ${(aiFeatureOf(flag)?.dependsOn ?? []).join(' and ')}.`);

/** The webhook sends what was written down: whoever switches it on has that switched on. SAI-012 */
async function requireTranscription(trx: Writer, { userId }: Asker): Promise<void> {
  const on = await flagsToChange(trx, userId);
  requireOffered(on, ['hasWebhook']);
  if (!isAiFeatureActive({ ...on, hasWebhook: true }, 'hasWebhook')) throw missing('hasWebhook');
}

/**
 * Changes one of the account's own flags, with a line in the audit log. Throws `Refusal` NOT_FOUND for another account, and
 * CONFLICT for the webhook in an account without AI, and where the administrator has no transcription.
 */
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
    if (change.hasWebhook) await requireTranscription(trx, by);
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
