import type { newPhoneSetup, PhoneFirstStart, PhoneSetup } from '@sidetone/contract/entities/phone-setup.ts';
import { dhcpLines, setupAddress } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { letGo } from '../../../identity/let-devices-go.ts';
import { newPhonePassword, newPhoneSecret, phoneSecretDigest } from '../../../identity/phone-secrets.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { deviceOf } from './desk-phones.ts';

interface SetupDesk {
  readonly db: Database;
  readonly box: SecretBox;
  /** Where phones reach this server over HTTPS; null where they do not. */
  readonly origin: string | null;
}

/** So long a new phone may wait in its box. */
const waitsDays = 7;

/**
 * Has a desk phone set itself up, or start again: it gets another SIP password and other secrets, and what it fetched before
 * no longer counts. Throws `Refusal` NOT_FOUND, CONFLICT where phones cannot reach this server over HTTPS, for a MAC address
 * that another phone of the company has and for new keys with extensions that nobody has.
 */
export const setUpDeskPhone = (
  { db, box, origin }: SetupDesk,
  by: Administrator,
  phoneId: string,
  { vendor, mac, model, keys }: z.output<typeof newPhoneSetup>,
): Promise<PhoneFirstStart> =>
  administer(db, by, async (trx, note) => {
    await deviceOf(trx, by.accountId, phoneId, 'phone');
    // Before anything is changed: a phone that rings goes on ringing.
    if (origin === null) {
      const issues = [{ path: 'address', message: 'noHttps' }];
      throw new Refusal('CONFLICT', 'Phones cannot reach this server over HTTPS.', { issues });
    }
    const before = await findSetup(trx, by.accountId, phoneId);
    await refuseUnknown(trx, by.accountId, keysAdded(before?.keys ?? [], keys));
    const [first, own] = [newPhoneSecret('first'), newPhoneSecret('own')];
    await trx
      .updateTable('endpoints')
      .set({ password_sealed: box.seal(newPhonePassword()) })
      .where('id', '=', phoneId)
      .execute();
    await letGo(trx, [phoneId]);
    const given = {
      vendor,
      mac,
      model,
      keys: jsonText(keys),
      first_digest: digestOf(first),
      first_until: sql<Date>`now() + ${waitsDays} * interval '1 day'`,
      first_used_at: null,
      first_used_from: null,
      own_digest: digestOf(own),
      own_sealed: box.seal(own),
      own_used_at: null,
      fetched_at: null,
      user_agent: null,
    };
    const { first_until: until, isNew } = await trx
      .insertInto('phone_setups')
      .values({ endpoint_id: phoneId, account_id: by.accountId, ...given })
      .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet(given))
      .returning(['first_until', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow();
    await note(isNew ? 'phone.provisioned' : 'phone.setupReset', phoneId, { vendor, mac, model, keys });
    const address = setupAddress(vendor, origin, first);
    return { address, dhcp: dhcpLines(vendor, mac, address), waitsUntil: until.toISOString() };
  });

/**
 * Chooses whose state the keys of a phone show. Throws `Refusal` NOT_FOUND, CONFLICT for new keys with extensions that nobody
 * has.
 */
export const changeDeskPhoneKeys = (
  db: Database,
  by: Administrator,
  phoneId: string,
  keys: readonly string[],
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const before = await setupOf(trx, by.accountId, phoneId);
    const changed = differences({ keys: before.keys }, { keys });
    if (!changed['keys']) return;
    await refuseUnknown(trx, by.accountId, keysAdded(before.keys, keys));
    await trx
      .updateTable('phone_setups')
      .set({ keys: jsonText(keys) })
      .where('endpoint_id', '=', phoneId)
      .execute();
    await note('phone.changed', phoneId, changed);
  });

/** Throws `Refusal` NOT_FOUND for a phone of another account, or one that does not set itself up. */
export const setupOf = async (trx: Writer, accountId: string, phoneId: string) => {
  const setup = await findSetup(trx, accountId, phoneId);
  if (!setup) throw notFound('phone');
  return setup;
};

const findSetup = (trx: Writer, accountId: string, phoneId: string) =>
  trx
    .selectFrom('phone_setups')
    .selectAll()
    .where('endpoint_id', '=', phoneId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** How each phone of an account that does sets itself up, by its id. */
export async function readPhoneSetups(db: Database, accountId: string): Promise<ReadonlyMap<string, PhoneSetup>> {
  const rows = await db
    .selectFrom('phone_setups')
    .select(['endpoint_id', 'vendor', 'mac', 'model', 'keys', 'first_until', 'fetched_at', 'user_agent'])
    .select(sql<boolean>`first_until < now()`.as('isLate'))
    .where('account_id', '=', accountId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.endpoint_id,
      {
        vendor: row.vendor,
        mac: row.mac,
        model: row.model,
        keys: row.keys,
        state: row.fetched_at !== null ? 'fetched' : row.isLate ? 'expired' : 'waiting',
        waitsUntil: row.fetched_at === null ? row.first_until.toISOString() : null,
        fetchedAt: row.fetched_at?.toISOString() ?? null,
        userAgent: row.user_agent,
      },
    ]),
  );
}

/** Keys of extensions that are gone since stay until an administrator removes them; they hinder nothing else. */
const keysAdded = (before: readonly string[], keys: readonly string[]): string[] =>
  keys.filter((key) => !before.includes(key));

const refuseUnknown = async (trx: Writer, accountId: string, keys: readonly string[]): Promise<void> => {
  const rows = await trx
    .selectFrom('extensions')
    .select('extension')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`extension = any(${[...keys]}::text[])`)
    .execute();
  const known = new Set(rows.map(({ extension }) => extension));
  const unknown = keys.find((key) => !known.has(key));
  if (unknown === undefined) return;
  const issues = [{ path: 'keys', message: 'extensionUnknown' }];
  throw new Refusal('CONFLICT', `Nobody has the extension ${unknown}.`, { issues });
};

const digestOf = (secret: string): string => {
  const digest = phoneSecretDigest(secret);
  if (digest === null) throw new Error('A secret of a phone that is none.');
  return digest;
};
