import type { Contact, ContactScope, SearchResult } from '@sidetone/contract/entities/contact.ts';
import { localizedNumber } from '@sidetone/contract/rules/dialable.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { match, type Terms, termsOf } from './match.ts';

const mostResults = 20;
/** Contacts that PostgreSQL hands over for ranking. */
const mostCandidates = 500;

export interface ContactSearch {
  readonly accountId: string;
  /** The searcher, who does not find themselves. */
  readonly userId: string;
  readonly query: string;
  readonly scope: ContactScope;
}

/** Contacts and colleagues that match every word or the digits, best first, 20 at most. An empty query finds nobody. */
export async function searchContacts(db: Database, search: ContactSearch): Promise<SearchResult[]> {
  const terms = termsOf(search.query.trim());
  if (terms.words.length === 0) return [];
  const [team, contacts] = await Promise.all([
    search.scope === 'contacts' ? [] : readTeam(db, search),
    search.scope === 'team' ? [] : readContacts(db, search.accountId, terms),
  ]);
  return [...team, ...contacts]
    .flatMap((contact) => match(contact, terms) ?? [])
    .sort((a, b) => b.score - a.score || a.document.name.localeCompare(b.document.name))
    .slice(0, mostResults);
}

const readTeam = async (db: Database, { accountId, userId }: ContactSearch): Promise<Contact[]> => {
  const rows = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('channels', 'channels.owner_user_id', 'users.id')
    .leftJoin('extensions', 'extensions.channel_id', 'channels.id')
    .leftJoin('numbers', 'numbers.channel_id', 'channels.id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'avatar_url', 'accounts.country'])
    .select((row) => [row.fn.min('extension').as('extension'), row.fn.min('e164').as('e164')])
    .where('users.account_id', '=', accountId)
    .where('users.deactivated_at', 'is', null)
    .where('users.id', '!=', userId)
    .groupBy(['users.id', 'accounts.country'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    source: 'TEAM',
    integrationId: null,
    type: 'contacts',
    name: `${row.first_name} ${row.last_name}`,
    displayName: `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    lastName: row.last_name,
    organization: null,
    email: row.email,
    phoneNumbers: [
      ...(row.extension ? [{ ...number(row.id, 'extension', row.extension, null) }] : []),
      ...(row.e164 ? [{ ...number(row.id, 'work', localizedNumber(row.e164, row.country), row.e164) }] : []),
    ],
    avatarUrl: row.avatar_url,
    contactUrl: null,
    readonly: true,
    isTeam: true,
    relatesTo: [],
    priority: 1,
  }));
};

const number = (owner: string, type: string, localized: string, e164: string | null) => ({
  id: `${owner}-${type}`,
  type,
  label: type,
  localized,
  e164,
});

const readContacts = async (db: Database, accountId: string, terms: Terms): Promise<Contact[]> => {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([
        where.and(terms.words.map((word) => sql<boolean>`${folded} like ${`%${escaped(word)}%`}`)),
        ...(terms.digits ? [holdsDigits(terms.digits)] : []),
      ]),
    )
    .orderBy('name')
    .limit(mostCandidates)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    integrationId: row.integration_id,
    type: row.type,
    name: row.name,
    displayName: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    organization: row.organization,
    email: row.email,
    phoneNumbers: row.phone_numbers,
    avatarUrl: row.avatar_url,
    contactUrl: row.contact_url,
    readonly: row.readonly,
    isTeam: false,
    relatesTo: [],
    priority: 0,
  }));
};

/** What `fold` does, said in SQL: marks of decomposed characters are dropped. */
const folded = sql`replace(lower(regexp_replace(
  normalize(concat_ws(' ', name, organization, email), NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss')`;

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

const holdsDigits = (digits: string): RawBuilder<boolean> => {
  const international = `%${digits.replace(/^00/, '')}%`;
  // 030… is stored as +4930…; what follows the trunk prefix is part of it.
  const national = `%${digits.replace(/^0+/, '')}%`;
  return sql<boolean>`exists (select 1 from unnest(e164s) as e164 where e164 like ${international} or e164 like ${national})`;
};
