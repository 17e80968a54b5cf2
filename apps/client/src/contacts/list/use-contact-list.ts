import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ContactListScope } from '@sidetone/contract/entities/contact.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { contactPageSize } from '@sidetone/contract/rules/limits.ts';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '#live/line/http.ts';
import { useLive, useLiveState } from '#live/queries/live.ts';
import { type ContactList, type ContactPages, contactPages } from './pages.ts';

/** The least time between two loads where changes follow one another, as during an import, in milliseconds. */
const refreshGapMs = 1000;
/** How long the previous list stays while another one loads, in milliseconds. */
const keptMs = 500;

/** A list with its scope and filter. */
export interface ShownContacts extends Pick<ContactPages, 'look' | 'retry'> {
  readonly list: ContactList;
  readonly scope: ContactListScope;
  readonly filter: string;
  /** Asks how many contacts are above a contact; null where the list does not have it. */
  readonly find: (contactId: string, signal: AbortSignal) => Promise<number | null>;
}

/** The contacts of a scope that match a filter, as they are now. The previous list stays until this one is there. */
export function useContactList(scope: ContactListScope, filter: string): ShownContacts {
  const pages = useMemo(
    () =>
      contactPages((offset, signal) =>
        call(contactRoutes.listContacts, { query: { scope, filter, offset, limit: contactPageSize } }, { signal }),
      ),
    [scope, filter],
  );
  useEffect(() => {
    pages.look(0, 0);
    return () => pages.stop();
  }, [pages]);
  const list = useSyncExternalStore(pages.subscribe, pages.getState);
  useFreshness(pages);

  const find = useCallback(
    async (contactId: string, signal: AbortSignal) =>
      (await call(contactRoutes.placeOfContact, { params: { contactId }, query: { scope, filter } }, { signal })).place,
    [scope, filter],
  );
  const shown = useMemo(
    () => ({ list, scope, filter, find, look: pages.look, retry: pages.retry }),
    [list, scope, filter, find, pages],
  );
  const before = useRef(shown);
  useEffect(() => {
    if (list.status !== 'loading') before.current = shown;
  });
  const isLate = useLasting(list.status === 'loading', keptMs);
  return list.status === 'loading' && !isLate ? before.current : shown;
}

/** Loads again when a contact or colleague changed, and when the server is back. */
function useFreshness(pages: ContactPages): void {
  const rev = useLive(phoneQueries.contactBook, {}).rows[0]?.rev;
  const isOpen = useLiveState() === 'open';
  const seen = useRef(rev);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (rev === undefined || rev === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = rev;
    if (isFirst) return;
    const refresh = () => {
      lastAt.current = performance.now();
      pages.refresh();
    };
    const wait = lastAt.current + refreshGapMs - performance.now();
    if (wait <= 0) return refresh();
    const timer = setTimeout(refresh, wait);
    return () => clearTimeout(timer);
  }, [rev, pages]);

  useEffect(() => {
    if (isOpen && pages.getState().problem !== null) pages.retry();
  }, [isOpen, pages]);
}

function useLasting(now: boolean, afterMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), afterMs);
    return () => clearTimeout(timer);
  }, [now, afterMs]);
  return now && lasting;
}
