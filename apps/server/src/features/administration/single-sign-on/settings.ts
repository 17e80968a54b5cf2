import type {
  DomainProof,
  SignOnRefusal,
  SingleSignOn,
  SingleSignOnChange,
} from '@sidetone/contract/entities/single-sign-on.ts';
import { singleSignOn } from '@sidetone/contract/entities/single-sign-on.ts';
import type { Selectable } from 'kysely';
import type { PrivateHosts } from '../../../network/private-hosts.ts';
import { problemOfPlace } from '../../../network/problem-of-place.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { askForErasure } from '../../../storage/erasure.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { sharedChannels } from '../users/reach.ts';
import { proofsOf, writeDomains } from './domains/domain-rows.ts';

export type SignOnRow = Selectable<Schema['single_sign_ons']>;

export interface SignOnSettingsDeps {
  readonly db: Database;
  readonly box: SecretBox;
  /** Which hosts of the server's own network may be providers, see SIGN_ON_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
}

/** The single sign-on of an account; null where it has none. */
export async function readSignOn(db: Writer, accountId: string): Promise<SingleSignOn | null> {
  const row = await rowOf(db, accountId);
  return row ? shown(row, await proofsOf(db, accountId)) : null;
}

/**
 * Keeps the single sign-on of an account, its secret sealed. Throws `Refusal` VALIDATION_FAILED with what is wrong by field, and
 * CONFLICT where somebody else changed or removed it.
 */
export async function saveSignOn(
  { db, box, hosts }: SignOnSettingsDeps,
  by: Administrator,
  change: SingleSignOnChange,
): Promise<SingleSignOn> {
  const place = await problemOfPlace(hosts, change.issuer);
  if (place !== null) refuse('issuer', place);
  return await administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const before = await rowOf(trx, accountId);
    if (Number(before?.rev ?? 0) !== change.rev) throw conflict();
    await refuseUnknownChannels(trx, accountId, change);
    const values = {
      issuer: change.issuer,
      client_id: change.clientId,
      secret_sealed: secretToKeep(box, change, before),
      is_on: change.isOn,
      is_required: change.isRequired,
      creates_users: change.createsUsers,
      trusts_addresses: change.trustsAddresses,
      steps: change.steps,
      group_claim: change.groupClaim,
      groups: jsonText(change.groups),
      ends_at_provider: change.endsAtProvider,
    };
    const proofsBefore = before ? await proofsOf(trx, accountId) : [];
    const row = before
      ? await trx
          .updateTable('single_sign_ons')
          .set(values)
          .where('account_id', '=', accountId)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('single_sign_ons')
          .values({ ...values, account_id: accountId })
          .returningAll()
          .executeTakeFirstOrThrow();
    const refused = await writeDomains(trx, accountId, [...new Set(change.domains)]);
    if (refused) refuse(`domains.${refused.at}`, refused.why);
    const proofs = await proofsOf(trx, accountId);
    // Nobody would find the way to the provider, and passwords would be refused.
    if (change.isOn && change.isRequired && !proofs.some(({ counts }) => counts)) refuse('isRequired', 'needsProof');
    // The replaced secret must not stay on the disk.
    if (before) await askForErasure(trx, ['single_sign_ons']);
    const seen = before ? shown(before, proofsBefore) : {};
    const { secret, rev: _rev, ...fields } = change;
    await note('singleSignOn.changed', accountId, {
      ...differences(seen, fields),
      ...(secret === null ? {} : { secret: 'changed' }),
    });
    return shown(row, proofs);
  });
}

/** That a user has come in stays known, and what groups gave them: they may link again. */
const unlinked = { subject: null };

/** Forgets the single sign-on of an account, and who is who there. Throws `Refusal` NOT_FOUND. */
export const removeSignOn = (db: Database, by: Administrator): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const row = await rowOf(trx, by.accountId);
    if (!row) throw notFound('single sign-on');
    await trx.deleteFrom('single_sign_ons').where('account_id', '=', by.accountId).execute();
    await trx.updateTable('single_sign_on_links').set(unlinked).where('account_id', '=', by.accountId).execute();
    await askForErasure(trx, ['single_sign_on_links']);
    await note('singleSignOn.removed', by.accountId, { issuer: row.issuer });
  });

/** Forgets who someone is at the provider. Throws `Refusal` NOT_FOUND. */
export const unlinkSignOn = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const gone = await trx
      .selectFrom('single_sign_on_links')
      .select('subject')
      .where('user_id', '=', userId)
      .where('account_id', '=', by.accountId)
      .where('subject', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!gone) throw notFound('link');
    await trx.updateTable('single_sign_on_links').set(unlinked).where('user_id', '=', userId).execute();
    await askForErasure(trx, ['single_sign_on_links']);
    await note('singleSignOn.unlinked', userId, { subject: gone.subject });
  });

export const rowOf = (db: Writer, accountId: string): Promise<SignOnRow | undefined> =>
  db.selectFrom('single_sign_ons').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** The single sign-on that users of an account come in by, or why none do. */
export async function rowInUse(db: Writer, accountId: string): Promise<SignOnRow | 'notSetUp' | 'suspended'> {
  const row = await db
    .selectFrom('single_sign_ons')
    .innerJoin('accounts', 'accounts.id', 'single_sign_ons.account_id')
    .selectAll('single_sign_ons')
    .select('suspended_at')
    .where('account_id', '=', accountId)
    .where('is_on', '=', true)
    .executeTakeFirst();
  if (!row) return 'notSetUp';
  return row.suspended_at ? 'suspended' : row;
}

const shown = (row: SignOnRow, proofs: readonly DomainProof[]): SingleSignOn =>
  singleSignOn.parse({
    issuer: row.issuer,
    clientId: row.client_id,
    hasSecret: row.secret_sealed !== null,
    isOn: row.is_on,
    domains: proofs.map(({ domain }) => domain),
    proofs,
    endsAtProvider: row.ends_at_provider,
    isRequired: row.is_required,
    createsUsers: row.creates_users,
    trustsAddresses: row.trusts_addresses,
    steps: row.steps,
    groupClaim: row.group_claim,
    groups: row.groups,
    rev: Number(row.rev),
  });

/** A secret is kept for the provider and client it was entered for: another provider must not be given it. */
function secretToKeep(
  box: Pick<SecretBox, 'seal'>,
  { issuer, clientId, secret }: SingleSignOnChange,
  before: SignOnRow | undefined,
): Buffer | null {
  if (secret === '') return null;
  if (secret !== null) return box.seal(secret);
  const isSame = before?.issuer === issuer && before.client_id === clientId;
  if (before && !isSame && before.secret_sealed !== null) refuse('secret', 'needsSecret');
  return before?.secret_sealed ?? null;
}

async function refuseUnknownChannels(trx: Writer, accountId: string, { groups }: SingleSignOnChange): Promise<void> {
  const shared = await sharedChannels(trx, accountId);
  const at = groups.findIndex(({ channelIds }) => channelIds.some((id) => !shared.has(id)));
  if (at !== -1) refuse(`groups.${at}.channelIds`, 'channelUnknown');
}

function refuse(path: string, message: SignOnRefusal): never {
  throw new Refusal('VALIDATION_FAILED', 'The single sign-on is not complete.', { issues: [{ path, message }] });
}

const conflict = () => new Refusal('CONFLICT', 'Someone else changed the single sign-on.');
