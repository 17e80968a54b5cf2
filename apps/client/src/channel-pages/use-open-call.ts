import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { CallPart } from '#call-detail/call-detail-props.ts';
import { contactFormInPlace, noContactForm } from '#contact-pages/contact-form-place.ts';
import { searchText } from '#pages/search-text.ts';
import { isOnTheWayBack, stepBack } from '#pages/steps-back.ts';

const parts = ['transcript', 'answers', 'data'] as const satisfies readonly CallPart[];

/** Search parameters of every page that calls are opened on; an invalid one counts as missing. */
export const callSearch = {
  /** The call whose page is open. */
  call: searchText(200),
  /** A view that is opened out of that page. */
  part: z.enum(parts).optional().catch(undefined),
  /** The note of the call takes the focus. */
  note: z.literal(1).optional().catch(undefined),
  /** The contact whose page is open, in front of that of a call. */
  contact: searchText(200),
  ...contactFormInPlace,
};

const callSearchSchema = z.object(callSearch);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many steps back there is no call open; missing where the call was opened from outside. */
    callDepth?: number;
  }
}

export interface OpenCall {
  readonly docId: string | null;
  readonly part: CallPart | null;
  readonly focusNote: boolean;
  /** The contact whose page is open in front; null for none. */
  readonly contactId: string | null;
  /** Grows each time the open call is opened again: it wants the focus. */
  readonly focusToken: number;
  /** Opens a call, or goes on to another one; null closes. Opening the one that is open moves the focus into it. */
  open(docId: string | null, options?: { note?: boolean }): void;
  /** The note has the focus that the address asked for. */
  noteFocused(): void;
  /** Goes to a view of the open call, or with null back to its page. */
  show(part: CallPart | null): void;
  /** Goes back from the page of a contact to that of the call that it was opened from; null where there is none. */
  readonly leaveContact: (() => void) | null;
  close(): void;
}

/**
 * The call, or the contact, that is open on this page, by its address: Back closes it. Going on to another call adds
 * nothing to the history, so that one step back is enough after any number of calls.
 */
export function useOpenCall(): OpenCall {
  const router = useRouter();
  const search = useSearch({ strict: false, select: (all) => callSearchSchema.parse(all) });
  const { call = null, part = null, note, contact = null, form = null } = search;
  const [focusToken, setFocusToken] = useState(0);
  return useMemo(() => {
    const depth = () => router.history.location.state.callDepth ?? 0;
    const go = (change: z.infer<typeof callSearchSchema>, to: { callDepth: number; replace: boolean }) =>
      void router.navigate({
        to: '.',
        // Every page with calls knows these parameters (callSearch).
        search: ((before: object) => ({ ...before, ...noContactForm, ...change })) as never,
        state: (before) => ({ ...before, callDepth: to.callDepth }),
        replace: to.replace,
      });
    const close = () => {
      // A second Escape comes before the browser has taken the step of the first one.
      if (isOnTheWayBack(router)) return;
      const steps = depth();
      if (steps > 0) return stepBack(router, steps);
      const nothing = { call: undefined, part: undefined, note: undefined, contact: undefined };
      go(nothing, { callDepth: 0, replace: true });
    };
    const leaveContact = () => {
      if (isOnTheWayBack(router)) return;
      const at = depth();
      if (at > 1) stepBack(router);
      else go({ contact: undefined }, { callDepth: at, replace: true });
    };
    return {
      docId: call,
      part,
      focusNote: note === 1,
      contactId: contact,
      leaveContact: contact !== null && call !== null ? leaveContact : null,
      focusToken,
      open: (docId, options) => {
        if (docId === null) return close();
        const wantsNote = options?.note === true;
        if (docId === call && contact === null && form === null && !wantsNote)
          return setFocusToken((token) => token + 1);
        const change = { call: docId, part: undefined, note: wantsNote ? (1 as const) : undefined, contact: undefined };
        const isOpen = call !== null || contact !== null || form !== null;
        go(change, isOpen ? { callDepth: depth(), replace: true } : { callDepth: 1, replace: false });
      },
      show: (next) => {
        const at = depth();
        if (next === null && at > 1) return stepBack(router);
        if (next === null) return go({ part: undefined, note: undefined }, { callDepth: at, replace: true });
        // A call that was opened from outside has no list behind it in the history, so nothing is counted.
        go({ part: next, note: undefined }, { callDepth: at === 0 ? 0 : at + 1, replace: false });
      },
      noteFocused: () => go({ note: undefined }, { callDepth: depth(), replace: true }),
      close,
    };
  }, [router, call, part, note, contact, form, focusToken]);
}
