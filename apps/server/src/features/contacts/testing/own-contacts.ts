import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';

/** Writes contacts of these names and numbers into the own address book, in one statement; ids are given in order. */
export async function writeContacts(
  db: Database,
  accountId: string,
  about: readonly { id: string; name: string; e164s?: readonly string[]; email?: string }[],
): Promise<void> {
  const rows = about.map(({ id, name, e164s = [], email = null }) => ({
    id,
    name,
    email,
    e164s,
    phone_numbers: e164s.map((e164, at) => ({
      id: `${id}-${at + 1}`,
      type: 'WORK',
      label: 'WORK',
      localized: e164,
      e164,
    })),
  }));
  await sql`insert into contacts (id, account_id, name, first_name, email, e164s, phone_numbers)
    select id, ${accountId}, name, name, email, coalesce(e164s, '{}'), phone_numbers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id text, name text, email text, e164s text[], phone_numbers jsonb)`.execute(db);
}
