import type { Contact, ContactScope } from '@sidetone/contract/entities/contact.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { fewestLettersToCount, shownSearchResults } from '@sidetone/contract/rules/limits.ts';
import { contactCacheMs, omnibarSearchDebounceMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#live/line/http.ts';
import { useSettled } from '#platform/use-settled.ts';
import { contactMatch, isSearchable } from './matching.ts';

const none: readonly Contact[] = [];
const searches = 'contact search';

interface Search {
  contacts: readonly Contact[];
  /** The number of matches on the server, where there are more than are shown; null while it is not known. */
  total: number | null;
  /** An answer for exactly this text is still to come. */
  pending: boolean;
  failed: boolean;
}

/**
 * Contacts that match the text: immediately those that earlier searches found, then the server's answer. A search that
 * was overtaken by more typing is aborted.
 */
export function useSearch(typed: string, scope: ContactScope): Search {
  const text = typed.trim();
  const settled = useSettled(text, omnibarSearchDebounceMs);
  const wanted = text !== '' && scope !== 'team' && isSearchable(text);
  const queries = useQueryClient();
  const search = useQuery({
    queryKey: [searches, settled],
    queryFn: ({ signal }) => find(settled, signal),
    enabled: wanted && settled !== '',
    staleTime: 10_000,
    gcTime: contactCacheMs,
  });
  const answered = settled === text ? search.data : undefined;
  const counted = useQuery({
    queryKey: ['contact count', text],
    queryFn: ({ signal }) => count(text, signal),
    enabled: answered !== undefined && isWorthCounting(text, answered.length),
    staleTime: 10_000,
    gcTime: contactCacheMs,
  });
  const contacts = useMemo(() => {
    if (!wanted) return none;
    if (answered) return answered;
    const known = new Map<string, Contact>();
    for (const [, found] of queries.getQueriesData<readonly Contact[]>({ queryKey: [searches] })) {
      for (const contact of found ?? []) known.set(contact.id, contact);
    }
    return [...known.values()].filter((contact) => contactMatch(contact, text) !== null);
  }, [wanted, answered, text, queries]);
  return {
    contacts,
    total: answered === undefined ? null : (counted.data ?? null),
    ...progressOf({ wanted, isSettled: settled === text, isAnswered: answered !== undefined, isError: search.isError }),
  };
}

interface Asking {
  readonly wanted: boolean;
  /** The server is asked for exactly this text; otherwise its answer is about an earlier one. */
  readonly isSettled: boolean;
  readonly isAnswered: boolean;
  readonly isError: boolean;
}

/** The state of the answer to this text. */
export function progressOf({ wanted, isSettled, isAnswered, isError }: Asking): Pick<Search, 'pending' | 'failed'> {
  const failed = wanted && isSettled && isError;
  return { pending: wanted && !isAnswered && !failed, failed };
}

async function find(query: string, signal: AbortSignal): Promise<readonly Contact[]> {
  const found = await call(contactRoutes.searchContacts, { query: { query, scope: 'contacts' } }, { signal });
  return found.map(({ document }) => document).filter(({ isTeam }) => !isTeam);
}

/** Whether to ask how many contacts match beyond those that are shown. */
export function isWorthCounting(text: string, found: number): boolean {
  return found > shownSearchResults && text.length >= fewestLettersToCount;
}

async function count(filter: string, signal: AbortSignal): Promise<number> {
  const query = { scope: 'personal', filter, limit: 1 } as const;
  const { total } = await call(contactRoutes.listContacts, { query }, { signal });
  return total;
}
