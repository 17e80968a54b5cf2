import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { PhoneBookEntry } from './templates/phone-facts.ts';

/** As many colleagues, and as many contacts, as phones can hold. The first ones by name. */
const most = 1000;
const numbersOfContact = 6;

/** What the phone book of a company has now: its users with their extensions, and its contacts with their numbers. */
export async function readPhoneBook(db: Database, accountId: string): Promise<readonly PhoneBookEntry[]> {
  const { rows: colleagues } = await sql<{ name: string; extension: string }>`
    select trim(users.first_name || ' ' || users.last_name) as name, extension
    from extensions
    join channels on channels.id = extensions.channel_id
    join users on users.id = channels.owner_user_id
    where extensions.account_id = ${accountId} and users.deactivated_at is null
    order by users.first_name, users.last_name, extension limit ${most}`.execute(db);
  const contacts = await db
    .selectFrom('contacts')
    .select(['name', 'e164s'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`cardinality(e164s) > 0`)
    .orderBy('name_key')
    .orderBy('id')
    .limit(most)
    .execute();
  return [
    ...colleagues.map(
      ({ name, extension }): PhoneBookEntry => ({
        name,
        numbers: [{ label: 'extension', number: extension }],
      }),
    ),
    ...contacts.map(
      ({ name, e164s }): PhoneBookEntry => ({
        name,
        numbers: e164s.slice(0, numbersOfContact).map((number) => ({ label: 'number', number })),
      }),
    ),
  ];
}
