import type { Contact, ContactScope, SearchResult } from '@sidetone/contract/entities/contact.ts';
import { mostSearchResults } from '@sidetone/contract/rules/limits.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { findCandidates } from './find-candidates.ts';
import { fold, wordsOf } from './fold.ts';
import { match } from './match.ts';
import { readTeam } from './team.ts';
import { termsOf } from './terms.ts';

export interface ContactSearch {
  readonly accountId: string;
  /** The searcher, who does not find themselves. */
  readonly userId: string;
  readonly query: string;
  readonly scope: ContactScope;
}

/**
 * Contacts and colleagues that have every word or the digits, best first, those who match alike by name. At most
 * `mostSearchResults`, one more than are shown. A query without a letter or digit finds nobody.
 */
export async function searchContacts(db: Database, search: ContactSearch): Promise<SearchResult[]> {
  const terms = termsOf(search.query);
  if (terms.alternatives.length === 0) return [];
  const [team, contacts] = await Promise.all([
    search.scope === 'contacts' ? [] : readTeam(db, search.accountId, sql`users.id <> ${search.userId}`),
    search.scope === 'team' ? [] : findCandidates(db, search.accountId, search.query, terms),
  ]);
  return [...team, ...contacts]
    .flatMap((contact) => match(contact, terms) ?? [])
    .map((result) => ({ result, key: nameKey(result.document) }))
    .sort(
      (a, b) =>
        b.result.score - a.result.score || compare(a.key, b.key) || compare(a.result.document.id, b.result.document.id),
    )
    .slice(0, mostSearchResults)
    .map(({ result }) => result);
}

/** As the database sorts names. */
const nameKey = ({ name }: Contact): string => wordsOf(fold(name)).join(' ');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
