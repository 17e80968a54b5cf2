import { useEffect, useRef, useState } from 'react';
import type { KeptBook } from '../kept-book.ts';
import { contactAt, placeOf } from './pages.ts';
import type { ShownContacts } from './use-contact-list.ts';

/**
 * The selected contact: it stays selected wherever it moves to. `place` is -1 while there is none. `showPlace` is set
 * by the list: it scrolls to a place.
 */
export function useCursor(
  { list, find }: Pick<ShownContacts, 'list' | 'find'>,
  openContact: string | null,
  kept: KeptBook,
) {
  const [cursor, setCursor] = useState<{ place: number; id: string | null; token: number }>(() => ({
    ...(kept.view().selected ?? { place: -1, id: null }),
    token: 0,
  }));
  const showPlace = useRef<(place: number) => void>(() => {});
  const { place: placeKept, id: idKept } = cursor;
  useEffect(
    () => kept.change({ selected: placeKept < 0 ? null : { place: placeKept, id: idKept } }),
    [kept, placeKept, idKept],
  );
  const found = cursor.id === null ? null : placeOf(list, cursor.id);
  const place = Math.min(found ?? cursor.place, list.total - 1);
  const contact = place < 0 ? null : contactAt(list, place);
  useEffect(() => {
    // A contact selected before it was loaded is known once it is; one that is gone gives way to the contact now in its
    // place.
    if (contact !== null && contact.id !== cursor.id) setCursor({ ...cursor, place, id: contact.id });
    else if (found !== null && found !== cursor.place) setCursor({ ...cursor, place: found });
  });

  // A contact that is opened from elsewhere is selected, and shown where it is in the list.
  const known = useRef<string | null>(null);
  const take = useRef<(contactId: string, at: number) => void>(() => {});
  take.current = (contactId, at) => {
    known.current = contactId;
    if (cursor.id === contactId) return;
    setCursor({ place: at, id: contactId, token: 0 });
    showPlace.current(at);
  };
  useEffect(() => {
    if (openContact === null) known.current = null;
    if (openContact === null || known.current === openContact) return;
    const at = placeOf(list, openContact);
    if (at !== null) take.current(openContact, at);
  }, [openContact, list]);
  const isReady = list.status === 'ready';
  useEffect(() => {
    if (!isReady || openContact === null || known.current === openContact) return;
    const ended = new AbortController();
    find(openContact, ended.signal).then(
      (at) => {
        if (!ended.signal.aborted && at !== null) take.current(openContact, at);
      },
      (cause: unknown) => {
        // The contact's page is open nevertheless; only its place in the list is not shown.
        if (!ended.signal.aborted) console.warn('[contacts] finding the place of a contact failed', cause);
      },
    );
    return () => ended.abort();
  }, [isReady, openContact, find]);

  const select = (next: number) =>
    setCursor(({ token }) => ({ place: next, id: contactAt(list, next)?.id ?? null, token: token + 1 }));
  return { place, contact, token: cursor.token, select, showPlace };
}
