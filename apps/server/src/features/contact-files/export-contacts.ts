import { Readable } from 'node:stream';
import type { ContactFileFormat } from '@sidetone/contract/entities/contact-import.ts';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { jCard } from '../../integrations/vcard/j-card.ts';
import { inVersion4 } from '../../integrations/vcard/version-4.ts';
import { writeVCard } from '../../integrations/vcard/write-card.ts';
import { harmlessCell } from '../../requests/harmless-cell.ts';
import type { Database } from '../../storage/database.ts';
import { storedNumbers } from './stored-numbers.ts';
import { ownBookOf } from './write-portion.ts';

/** A file that is written while it is sent. */
export interface ExportedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;
}

/** Contacts that are read and written at a time: each may have a picture, and other work of the process waits for them. */
const portion = 50;

/** An account's own address book as one file: vCard 4.0 (RFC 6350) or CSV (RFC 4180), in UTF-8. */
export async function exportContacts(
  db: Database,
  accountId: string,
  format: ContactFileFormat,
): Promise<ExportedFile> {
  const contacts = readOwn(db, accountId);
  if (format === 'vcard') {
    return {
      fileName: 'contacts.vcf',
      contentType: 'text/vcard; charset=utf-8',
      stream: Readable.from(cards(contacts)),
    };
  }
  const columns = await mostNumbers(db, accountId);
  const contentType = 'text/csv; charset=utf-8; header=present';
  return { fileName: 'contacts.csv', contentType, stream: Readable.from(lines(contacts, columns)) };
}

const readOwnPortion = (db: Database, accountId: string, after: string) =>
  db
    .selectFrom('contacts')
    .select(['id', 'external_id', 'name', 'first_name', 'last_name', 'organization', 'email', 'avatar_url'])
    .select(['phone_numbers', 'original'])
    .where('integration_id', '=', ownBookOf(accountId))
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(portion)
    .execute();

type OwnRow = Awaited<ReturnType<typeof readOwnPortion>>[number];

async function* readOwn(db: Database, accountId: string): AsyncGenerator<OwnRow[]> {
  for (let after = ''; ; ) {
    const rows = await readOwnPortion(db, accountId, after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    after = last.id;
  }
}

async function* cards(portions: AsyncIterable<OwnRow[]>): AsyncGenerator<string> {
  for await (const rows of portions) yield rows.map(cardOfRow).join('');
}

const cardOfRow = (row: OwnRow): string => {
  const original = jCard.safeParse(row.original).data;
  const draft = {
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    organization: row.organization,
    email: row.email,
    phoneNumbers: storedNumbers(row.phone_numbers).map(({ label, e164, localized }) => ({
      label,
      number: e164 ?? localized,
    })),
  };
  const uid = row.external_id ?? row.id;
  return writeVCard(draft, { uid, version: '4.0', ...(original && { original: inVersion4(original) }) });
};

const firstColumns = ['UID', 'Name', 'First Name', 'Last Name', 'Organization Name', 'E-mail 1 - Value', 'Photo'];

async function* lines(portions: AsyncIterable<OwnRow[]>, numbers: number): AsyncGenerator<string> {
  const headings = Array.from({ length: numbers }, (_none, at) => [
    `Phone ${at + 1} - Label`,
    `Phone ${at + 1} - Value`,
  ]);
  // Excel takes a file for UTF-8 by its byte order mark alone.
  yield `\uFEFF${line([...firstColumns, ...headings.flat()])}`;
  for await (const rows of portions) {
    const written = rows.map((row) => {
      const phones = storedNumbers(row.phone_numbers).slice(0, numbers);
      const cells = phones.flatMap(({ label, e164, localized }) => [label, e164 ?? localized]);
      const rest = Array.from({ length: 2 * (numbers - phones.length) }, () => '');
      const { external_id, id, name, first_name, last_name, organization, email, avatar_url } = row;
      return line([external_id ?? id, name, first_name, last_name, organization, email, avatar_url, ...cells, ...rest]);
    });
    yield written.join('');
  }
}

const line = (cells: readonly (string | null)[]): string =>
  stringify([cells.map((cell) => harmlessCell(cell ?? ''))], { record_delimiter: '\r\n' });

const mostNumbers = async (db: Database, accountId: string): Promise<number> => {
  const row = await db
    .selectFrom('contacts')
    .select(sql<number>`coalesce(max(jsonb_array_length(phone_numbers)), 0)::int`.as('most'))
    .where('integration_id', '=', ownBookOf(accountId))
    .executeTakeFirstOrThrow();
  return Math.max(1, row.most);
};
