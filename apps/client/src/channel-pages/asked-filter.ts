import type { InboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { z } from 'zod';
import { searchText } from '#pages/search-text.ts';

const day = z.iso.date().optional().catch(undefined);

/** Search parameters of the page of a channel: calls about a topic, on these days; an invalid one counts as missing. */
export const filterSearch = { topic: searchText(200), from: day, to: day };

const shape = z.object(filterSearch);
const nothing: z.infer<typeof shape> = { topic: undefined, from: undefined, to: undefined };

/** What the address asks the inbox to show; null where it asks for nothing. Exported for its tests. */
export function askedFilter(search: object): InboxFilter | null {
  const { topic, from, to } = shape.parse(search);
  if (topic === undefined || topic === '') return null;
  return { topic, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/**
 * What the address asks the inbox to show. Once the inbox is there, it leaves the address: the user changes the filter in
 * the inbox, which keeps it.
 */
export function useAskedFilter(isShown: boolean): InboxFilter | null {
  const router = useRouter();
  const asked = useSearch({ strict: false, select: askedFilter, structuralSharing: true });
  const isTaken = asked !== null && isShown;
  useEffect(() => {
    if (!isTaken) return;
    const search = ((before: object) => ({ ...before, ...nothing })) as never;
    void router.navigate({ to: '.', search, state: true, replace: true });
  }, [isTaken, router]);
  return asked;
}
