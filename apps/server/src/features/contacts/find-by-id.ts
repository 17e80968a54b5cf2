import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';
import { contactColumns, contactOf } from './contact-row.ts';
import { readTeam } from './team.ts';

/** Contacts and colleagues of an account by their ids; who is no longer there is left out. */
export async function findById(
  db: Writer,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Contact>> {
  if (ids.length === 0) return new Map();
  const [contacts, team] = await Promise.all([
    db
      .selectFrom('contacts')
      .select([...contactColumns])
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute(),
    readTeam(db, accountId, sql`users.id = any(${ids}::text[])`),
  ]);
  return new Map([...contacts.map(contactOf), ...team].map((contact) => [contact.id, contact]));
}
