import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { pictureUrl } from '@sidetone/contract/entities/common.ts';
import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { localizedNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { plainLine } from '@sidetone/contract/rules/plain-line.ts';
import { sql } from 'kysely';
import { jsonText } from '../storage/json-text.ts';
import type { Writer } from '../storage/writer.ts';
import type { Mirrored, SourceContact } from './connector.ts';

/** A connection whose contacts are mirrored in the table `contacts`. */
export interface MirroredBook {
  readonly id: string;
  readonly accountId: string;
  /** Of the integration, such as CARDDAV. */
  readonly name: string;
  /** Numbers that one contact has at most; null for as many as there are. */
  readonly maxNumbers: number | null;
  /** Where numbers without a country are read from. */
  readonly place: NumberPlace;
}

/** Rows that one statement writes at most. */
export const rowsAtOnce = 500;
/** Nobody has more, and a contact with more is broken. */
const mostNumbers = 100;

/** The id that a contact of a source has here: always the same, so that a contact that comes back is known again. */
export function mirroredId(integrationId: string, externalId: string): string {
  const digest = createHash('sha256').update(`${integrationId}\n${externalId}`).digest('base64url');
  return `k${digest.replaceAll(/[-_]/g, '').slice(0, 20)}`;
}

/** What is mirrored of a connection. */
export const mirroredOf =
  (db: Writer, integrationId: string): Mirrored =>
  async (externalIds) => {
    const found = new Map<string, string | null>();
    const read = async (ids?: readonly string[]) => {
      let query = db.selectFrom('contacts').select(['external_id', 'etag']).where('integration_id', '=', integrationId);
      if (ids) query = query.where('external_id', 'in', ids);
      for (const row of await query.execute()) if (row.external_id !== null) found.set(row.external_id, row.etag);
    };
    if (externalIds === undefined) await read();
    else for (const ids of portions(externalIds)) await read(ids);
    return found;
  };

/**
 * Writes contacts as their source has them, at most `rowsAtOnce`, and gives how many were written: none for those that are
 * here already. A contact that was written here since `askedAt` stays; what the source said of it is older.
 */
export async function writeContacts(
  trx: Writer,
  book: MirroredBook,
  contacts: readonly SourceContact[],
  askedAt?: Date,
): Promise<number> {
  const rows = await rowsOf(book, contacts);
  if (rows.length === 0) return 0;
  // By the key of the table and nothing else: the database knows little of a table that has just begun to grow, and by
  // the integration as well it would look through all of its contacts for every portion.
  const before = await trx
    .selectFrom('contacts')
    .select(columns)
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::text[])`)
    .execute();
  const known = new Map(before.map((row) => [row.external_id, fingerprint(row)]));
  const isKnown = (row: MirrorRow) => {
    const there = known.get(row.external_id);
    // A fingerprint is worth its price only where there is another one.
    return there !== undefined && there === fingerprint(row);
  };
  const changed = rows.filter((row) => !isKnown(row));
  if (changed.length === 0) return 0;
  const unlessNewer = askedAt ? sql`where contacts.updated_at < ${askedAt}` : sql``;
  // One text for any number of contacts: it is parsed and planned once.
  await sql`insert into contacts (account_id, ${sql.raw(columns.join(', '))})
    select ${book.accountId}, ${sql.raw(columns.join(', '))} from json_to_recordset(${jsonText(changed)}::json)
      as one (${sql.raw(columns.map((column) => `${column} ${types[column]}`).join(', '))})
    on conflict (integration_id, external_id) where external_id is not null
      do update set ${sql.raw(written.map((column) => `${column} = excluded.${column}`).join(', '))} ${unlessNewer}`.execute(
    trx,
  );
  return changed.length;
}

/** Whether a contact is mirrored as its source has it now, whatever else the source has changed of it. */
export async function isSameContact(db: Writer, book: MirroredBook, contact: SourceContact): Promise<boolean> {
  const { etag: _etag, original: _original, ...wanted } = rowOf(book, contact);
  const row = await db
    .selectFrom('contacts')
    .select(Object.keys(wanted) as (keyof typeof wanted)[])
    .where('integration_id', '=', book.id)
    .where('external_id', '=', contact.externalId)
    .executeTakeFirst();
  return row !== undefined && fingerprint(row) === fingerprint(wanted);
}

/**
 * Removes contacts that are gone at their source, at most `rowsAtOnce`; gives how many there were. A contact that was
 * written here since `listedAt` stays: it may have come after what the source has was listed.
 */
export async function removeContacts(
  trx: Writer,
  integrationId: string,
  gone: readonly string[],
  listedAt?: Date,
): Promise<number> {
  if (gone.length === 0) return 0;
  const removing = trx
    .deleteFrom('contacts')
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', gone);
  const { numDeletedRows } = await (listedAt
    ? removing.where('updated_at', '<', listedAt)
    : removing
  ).executeTakeFirst();
  return Number(numDeletedRows);
}

/** A list in pieces of at most `rowsAtOnce`. */
export function portions<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / rowsAtOnce);
  return Array.from({ length: count }, (_none, at) => all.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce));
}

type MirrorRow = ReturnType<typeof rowOf>;

/** The columns of a row, with their types. */
const types = {
  id: 'text',
  integration_id: 'text',
  external_id: 'text',
  source: 'text',
  etag: 'text',
  type: 'text',
  name: 'text',
  first_name: 'text',
  last_name: 'text',
  organization: 'text',
  email: 'text',
  avatar_url: 'text',
  contact_url: 'text',
  readonly: 'boolean',
  phone_numbers: 'jsonb',
  e164s: 'text[]',
  relates_to: 'jsonb',
  original: 'jsonb',
} as const satisfies Record<keyof MirrorRow, string>;
const columns = Object.keys(types) as (keyof MirrorRow)[];
/** What is never written over: who it is. */
const fixed: readonly string[] = ['id', 'integration_id', 'external_id', 'source'] satisfies (keyof MirrorRow)[];
const written = columns.filter((column) => !fixed.includes(column));

/** Rows that are made in one go: some milliseconds of work, after which other requests have their turn. */
const rowsInOneGo = 10;

/** A row for each contact; of one that is named twice the last. */
async function rowsOf(book: MirroredBook, contacts: readonly SourceContact[]): Promise<MirrorRow[]> {
  const rows = new Map<string, MirrorRow>();
  for (const [at, contact] of contacts.entries()) {
    if (at > 0 && at % rowsInOneGo === 0) await setImmediate();
    rows.set(contact.externalId, rowOf(book, contact));
  }
  return [...rows.values()];
}

function rowOf(book: MirroredBook, contact: SourceContact) {
  const id = mirroredId(book.id, contact.externalId);
  const numbers = numbersOf(book, id, contact);
  return {
    id,
    integration_id: book.id,
    external_id: contact.externalId,
    source: book.name,
    etag: contact.etag,
    type: contact.type ?? 'contacts',
    name: nameOf(contact),
    first_name: text(contact.firstName),
    last_name: text(contact.lastName),
    organization: text(contact.organization),
    email: text(contact.email),
    avatar_url: pictureUrl.safeParse(contact.avatarUrl).data ?? null,
    contact_url: pictureUrl.safeParse(contact.contactUrl).data ?? null,
    // What does not fit here would be lost there by a change.
    readonly: contact.readonly || numbers.length < contact.phoneNumbers.length,
    phone_numbers: numbers,
    e164s: [...new Set(numbers.flatMap(({ e164 }) => e164 ?? []))],
    relates_to: contact.relatesTo.map((one) => ({
      id: one.id,
      type: one.type,
      label: one.label ?? null,
      url: one.url ?? null,
      isOpen: one.isOpen ?? null,
    })),
    original: contact.original ?? null,
  };
}

function numbersOf({ maxNumbers, place }: MirroredBook, id: string, { phoneNumbers }: SourceContact): ContactNumber[] {
  return phoneNumbers.slice(0, Math.min(maxNumbers ?? mostNumbers, mostNumbers)).map(({ label, number }, at) => {
    const e164 = normalizeNumber(number, place);
    const localized = e164 === null ? (text(number) ?? '') : localizedNumber(e164, place.country);
    return { id: `${id}-${at + 1}`, type: label, label, localized, e164 };
  });
}

/** Whether there is anything to show a contact by. */
export const isSomebody = (contact: SourceContact): boolean => nameOf(contact) !== '';

/** What a contact is shown by; of someone who has nothing, nothing. */
const nameOf = ({ name, firstName, lastName, organization, email, phoneNumbers }: SourceContact): string =>
  text(name) ??
  text([firstName, lastName].filter(Boolean).join(' ')) ??
  text(organization) ??
  text(email) ??
  text(phoneNumbers[0]?.number ?? null) ??
  '';

/** One line that shows as it is written, and nobody's whole biography. */
const text = (given: string | null): string | null => {
  const plain = plainLine((given ?? '').toWellFormed());
  return plain === '' ? null : plain.slice(0, 1000);
};

/** Says the same of what is to be written and of what is there, whatever order the database keeps keys in. */
const fingerprint = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** The moment by the clock of the database, which stamps what is written. */
export async function databaseNow(db: Writer): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}
