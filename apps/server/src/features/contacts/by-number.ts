import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactSourcePriority } from '@sidetone/contract/rules/contact-sources.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type ContactRow, contactColumns, contactOf } from './contact-row.ts';
import { readTeam } from './team.ts';

/** Contacts with one number that are told at most. */
const mostOfOneNumber = 100;

/** As `otherSide` of the inbox chooses: the source with precedence first, then who was there first. */
const precedence = sql`array_position(${[...contactSourcePriority]}::text[], upper(source)) nulls last, created_at, id`;

/**
 * Everyone who has this E.164 number, whom it shows as first: colleagues, then contacts by the precedence of their source
 * and then those who were there first, at most `mostOfOneNumber`.
 */
export async function findByNumber(db: Database, accountId: string, number: string): Promise<Contact[]> {
  const [team, contacts] = await Promise.all([
    readTeamOf(db, accountId, [number]),
    db
      .selectFrom('contacts')
      .select([...contactColumns])
      .where('account_id', '=', accountId)
      .where(sql<boolean>`e164s @> array[${number}]::text[]`)
      .orderBy(precedence)
      .limit(mostOfOneNumber)
      .execute(),
  ]);
  return [...team, ...contacts.map(contactOf)];
}

/** Of these E.164 numbers those that someone has, each with whom it shows as. */
export async function phoneNumberMap(
  db: Database,
  accountId: string,
  numbers: readonly string[],
): Promise<Record<string, Contact>> {
  if (numbers.length === 0) return {};
  const wanted = new Set(numbers);
  const [team, { rows }] = await Promise.all([
    readTeamOf(db, accountId, [...wanted]),
    sql<ContactRow & { number: string }>`
      select distinct on (number) number, ${sql.join(contactColumns.map((column) => sql.ref(column)))}
      from unnest(${[...wanted]}::text[]) as number
      join contacts on account_id = ${accountId} and e164s @> array[number]
      order by number, ${precedence}`.execute(db),
  ]);
  const shown: Record<string, Contact> = Object.fromEntries(rows.map((row) => [row.number, contactOf(row)]));
  for (const colleague of team.toReversed()) {
    for (const { e164 } of colleague.phoneNumbers) {
      if (e164 !== null && wanted.has(e164)) shown[e164] = colleague;
    }
  }
  return shown;
}

const readTeamOf = (db: Database, accountId: string, numbers: readonly string[]) =>
  readTeam(
    db,
    accountId,
    sql`users.id in (select owner_user_id from channels join numbers on numbers.channel_id = channels.id
      where e164 = any(${numbers}::text[]))`,
  );
