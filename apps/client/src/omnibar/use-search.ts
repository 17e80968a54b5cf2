import type { Contact, ContactScope } from '@sidetone/contract/entities/contact.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { omnibarSearchDebounceMs } from '@sidetone/contract/rules/screen-timing.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '#live/http.ts';

const none: readonly Contact[] = [];

interface Search {
  contacts: readonly Contact[];
  /** An answer for exactly what stands in the field is still to come. */
  pending: boolean;
  failed: boolean;
}

/** Contacts that match what was typed. A search that was overtaken by more typing is aborted. */
export function useSearch(typed: string, scope: ContactScope): Search {
  const text = typed.trim();
  const settled = useSettled(text, omnibarSearchDebounceMs);
  const wanted = text !== '' && scope !== 'team';
  const search = useQuery({
    queryKey: ['contact search', settled],
    queryFn: ({ signal }) =>
      call(phoneRoutes.searchContacts, { query: { query: settled, scope: 'contacts' } }, { signal }),
    enabled: wanted && settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const contacts = useMemo(
    () => search.data?.filter((found) => !found.document.isTeam).map((found) => found.document) ?? none,
    [search.data],
  );
  return {
    contacts: wanted ? contacts : none,
    pending: wanted && (settled !== text || search.isFetching),
    failed: wanted && search.isError,
  };
}

function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
