import type { ImportProblem } from '@sidetone/contract/entities/contact-import.ts';
import { ownContactSource } from '@sidetone/contract/rules/contact-sources.ts';
import { sql } from 'kysely';
import { newId } from '../../requests/ids.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import type { ImportContact, ReadEntry } from './import-contact.ts';
import { type KnownContact, knownContacts, mergeContact } from './merge-contacts.ts';
import { storedNumbers } from './stored-numbers.ts';

/** Which import writes, and whose address book it fills. */
export interface ImportOf {
  readonly importId: string;
  readonly accountId: string;
}

/** The id of an account's own address book, as the database gives it. */
export const ownBookOf = (accountId: string): string => `i${accountId}`;

export interface PortionDone {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly problems: readonly ImportProblem[];
}

/** Writes a portion of a file into the account's own address book, within the transaction that counts it. */
export async function writePortion(
  trx: Writer,
  { importId, accountId }: ImportOf,
  entries: readonly (ReadEntry & { readonly place: number })[],
): Promise<PortionDone> {
  const bookId = ownBookOf(accountId);
  // Users who add the same person by hand at that time wait, as two who do so at the same time.
  await sql`select pg_advisory_xact_lock(hashtext('sidetone contacts'), hashtext(${bookId}))`.execute(trx);
  const contacts = entries.flatMap(({ contact }) => contact ?? []);
  const known = knownContacts(await readKnown(trx, accountId, contacts));
  const created = new Map<string, KnownContact>();
  const updated = new Map<string, KnownContact>();
  const count = { created: 0, updated: 0, skipped: 0 };
  const problems: ImportProblem[] = [];
  for (const { contact, problems: its, place } of entries) {
    problems.push(...its);
    const merged = contact === null ? null : mergeContact(known, contact, () => newId('k'));
    if (merged === null || merged.do === 'skip') {
      count.skipped += 1;
      if (contact !== null) problems.push({ place, code: 'DUPLICATE', text: contact.name });
    } else if (merged.do === 'create') {
      count.created += 1;
      created.set(merged.contact.id, merged.contact);
    } else {
      count.updated += 1;
      // One who was created a moment ago is not there yet to be changed.
      const where = created.has(merged.contact.id) ? created : updated;
      where.set(merged.contact.id, merged.contact);
    }
  }
  if (created.size > 0) {
    const rows = [...created.values()].map((contact) => ({
      id: contact.id,
      account_id: accountId,
      integration_id: bookId,
      source: ownContactSource,
      contact_url: null,
      import_id: importId,
      ...columnsOf(contact),
    }));
    await trx.insertInto('contacts').values(rows).execute();
  }
  for (const contact of updated.values()) {
    // Who came with an earlier import has more than that one gave, and stays when it is taken back.
    const import_id = sql<string | null>`case when import_id = ${importId} then import_id end`;
    await trx
      .updateTable('contacts')
      .set({ ...columnsOf(contact), import_id })
      .where('id', '=', contact.id)
      .execute();
  }
  return { ...count, problems };
}

const columnsOf = (contact: KnownContact) => ({
  name: contact.name,
  first_name: contact.firstName,
  last_name: contact.lastName,
  organization: contact.organization,
  email: contact.email,
  avatar_url: contact.avatarUrl,
  external_id: contact.uid,
  phone_numbers: jsonText(contact.numbers),
  e164s: contact.numbers.flatMap(({ e164 }) => e164 ?? []),
  original: contact.original === null ? null : jsonText(contact.original),
});

/** Contacts of the own address book who could be one of these; nobody else writes them until the transaction ends. */
const readKnown = async (
  trx: Writer,
  accountId: string,
  contacts: readonly ImportContact[],
): Promise<KnownContact[]> => {
  if (contacts.length === 0) return [];
  const uids = contacts.flatMap(({ uid }) => uid ?? []);
  const numbers = contacts.flatMap((contact) => contact.numbers.map(({ e164 }) => e164));
  const emails = contacts.flatMap(({ email }) => email?.toLowerCase() ?? []);
  // Someone with a name alone is known by it.
  const names = contacts.filter((one) => one.numbers.length === 0 && one.email === null).map(({ name }) => name);
  const bookId = ownBookOf(accountId);
  const { rows } = await sql<KnownRow>`
    select id, external_id, name, first_name, last_name, organization, email, avatar_url, phone_numbers, original
    from contacts where id in (
      select id from contacts where integration_id = ${bookId} and external_id is not null
        and external_id = any(${uids}::text[])
      union select id from contacts where integration_id = ${bookId} and id = any(${uids}::text[])
      union select id from contacts where integration_id = ${bookId} and e164s && ${numbers}::text[]
      union select id from contacts where integration_id = ${bookId} and email is not null
        and lower(email) = any(${emails}::text[])
      union select id from contacts where account_id = ${accountId} and integration_id = ${bookId}
        and name_key in (select left(plain_words(fold_text(name)), 200) from unnest(${names}::text[]) as name)
        and email is null and e164s = '{}')
    for update`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    uid: row.external_id,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    organization: row.organization,
    email: row.email,
    avatarUrl: row.avatar_url,
    original: row.original,
    numbers: storedNumbers(row.phone_numbers),
  }));
};

interface KnownRow {
  readonly id: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly avatar_url: string | null;
  readonly phone_numbers: unknown;
  readonly original: unknown;
}
