import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contactColumns, contactOf } from './contact-row.ts';
import { readTeam } from './team.ts';

/**
 * Everybody who has one of these E.164 numbers, whom a number shows as first: colleagues, then contacts by the precedence
 * of their source, then those who were there first. As `otherSide` of the inbox chooses.
 */
export async function findByNumbers(db: Database, accountId: string, numbers: readonly string[]): Promise<Contact[]> {
  if (numbers.length === 0) return [];
  const [team, contacts] = await Promise.all([
    readTeam(
      db,
      accountId,
      sql`users.id in (select owner_user_id from channels join numbers on numbers.channel_id = channels.id
        where e164 = any(${numbers}::text[]))`,
    ),
    db
      .selectFrom('contacts')
      .select([...contactColumns])
      .where('account_id', '=', accountId)
      .where(sql<boolean>`e164s && ${numbers}::text[]`)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  return [...team, ...contacts.map(contactOf)].toSorted((a, b) => b.priority - a.priority);
}

/** Of these E.164 numbers those that somebody has, each with whom it shows as. */
export async function phoneNumberMap(
  db: Database,
  accountId: string,
  numbers: readonly string[],
): Promise<Record<string, Contact>> {
  const wanted = new Set(numbers);
  const shown: Record<string, Contact> = {};
  for (const contact of await findByNumbers(db, accountId, [...wanted])) {
    for (const { e164 } of contact.phoneNumbers) {
      if (e164 !== null && wanted.has(e164)) shown[e164] ??= contact;
    }
  }
  return shown;
}
