import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { sql } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { contactColumns, contactOf } from './contact-row.ts';
import { readTeam } from './team.ts';

/** A contact or colleague of the account, with the revision of its row; null where there is none of this id. */
export async function readContact(
  db: Database,
  accountId: string,
  contactId: string,
): Promise<(Contact & { rev: number }) | null> {
  const row = await db
    .selectFrom('contacts')
    .select([...contactColumns])
    .where('account_id', '=', accountId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (row) return { ...contactOf(row), rev: Number(row.rev) };
  const [colleague] = await readTeam(db, accountId, sql`users.id = ${contactId}`);
  return colleague ?? null;
}

/** The same; throws `Refusal` NOT_FOUND where there is none. */
export async function oneContact(db: Database, accountId: string, contactId: string): Promise<Contact> {
  const found = await readContact(db, accountId, contactId);
  if (!found) throw notFound('contact');
  return found;
}
