import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactPageSize } from '@sidetone/contract/rules/limits.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { type Letters, placeAfter } from './lines.ts';

/** A stretch of a list, with what is known of the whole of it. */
export interface ContactStretch {
  readonly contacts: readonly Contact[];
  readonly total: number;
  readonly letters: Letters;
}

/** Asks for `contactPageSize` contacts from a place on. */
export type FetchContacts = (offset: number, signal: AbortSignal) => Promise<ContactStretch>;

/** What is known of a list of contacts of any length. */
export interface ContactList {
  /** `failed` only where nothing is there to be shown. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly total: number;
  readonly letters: Letters;
  /** Why some of what was looked at is missing, or not what it is now. */
  readonly problem: ApiErrorCode | null;
  /** Loaded pages by their number. */
  readonly pages: ReadonlyMap<number, readonly Contact[]>;
}

export interface ContactPages extends Pick<StoreApi<ContactList>, 'getState' | 'subscribe'> {
  /** What is looked at now, by places; it and what is next to it gets loaded. Nothing is asked for before. */
  look(from: number, to: number): void;
  /** The list changed: what is looked at is asked for again and takes its place at once when all of it is there. */
  refresh(): void;
  /** Asks again for what could not be loaded. */
  retry(): void;
  stop(): void;
}

const empty: ContactList = { status: 'loading', total: 0, letters: [], problem: null, pages: new Map() };

/** Places beyond what is looked at that are loaded ahead. */
const ahead = contactPageSize / 2;
/** Pages further away than this from what is looked at are forgotten. */
const keptPages = 10;

/** Contacts at a place, as far as they are loaded. */
export function contactAt({ pages }: ContactList, place: number): Contact | null {
  return pages.get(Math.floor(place / contactPageSize))?.[place % contactPageSize] ?? null;
}

/** Where a contact stands, if it is among those that are loaded; else null. */
export function placeOf({ pages }: ContactList, id: string): number | null {
  for (const [page, contacts] of pages) {
    const at = contacts.findIndex((contact) => contact.id === id);
    if (at !== -1) return page * contactPageSize + at;
  }
  return null;
}

/** A list that loads what is looked at, and nothing else; `stop` when nobody looks any more. */
export function contactPages(fetchContacts: FetchContacts): ContactPages {
  const store = createStore<ContactList>(() => empty);
  const running = new Map<number, AbortController>();
  let looked = { from: 0, to: 0 };
  /** Replies to what was asked before the last change are of no use. */
  let round = new AbortController();
  let refreshing = false;
  let changedMeanwhile = false;

  const wanted = () => pagesOf(looked.from, looked.to, store.getState());
  const isNear = (page: number) => wanted().some((one) => Math.abs(one - page) <= keptPages);

  function fill(): void {
    if (refreshing || store.getState().problem !== null) return;
    const pages = wanted();
    for (const [page, request] of running) {
      if (pages.includes(page)) continue;
      request.abort();
      running.delete(page);
    }
    for (const page of pages) {
      if (!store.getState().pages.has(page) && !running.has(page)) void load(page);
    }
  }

  async function load(page: number): Promise<void> {
    const request = new AbortController();
    running.set(page, request);
    const signal = AbortSignal.any([request.signal, round.signal]);
    try {
      const stretch = await fetchContacts(page * contactPageSize, signal);
      if (signal.aborted) return;
      running.delete(page);
      const now = store.getState();
      // What is there already is of another moment than this: all of it is asked for again.
      if (now.status === 'ready' && !sameLetters(now.letters, stretch.letters)) return refresh();
      store.setState({
        status: 'ready',
        total: stretch.total,
        letters: now.status === 'ready' ? now.letters : stretch.letters,
        pages: new Map([...now.pages, [page, stretch.contacts] as const].filter(([number]) => isNear(number))),
      });
      if (changedMeanwhile) void refreshUntilCalm();
    } catch (error) {
      if (signal.aborted) return;
      running.delete(page);
      fail(error);
    }
  }

  function refresh(): void {
    const { status, problem } = store.getState();
    if (status === 'failed') retry();
    else changedMeanwhile = true;
    if (status !== 'ready' || refreshing) return;
    if (problem !== null) store.setState({ problem: null });
    void refreshUntilCalm();
  }

  async function refreshUntilCalm(): Promise<void> {
    refreshing = true;
    dropRequests();
    const { signal } = round;
    try {
      while (changedMeanwhile) {
        changedMeanwhile = false;
        const fresh = await current(signal);
        if (signal.aborted) return;
        const { at, ...list } = fresh;
        looked = { from: at, to: at + looked.to - looked.from };
        store.setState({ ...list, status: 'ready', problem: null });
      }
    } catch (error) {
      if (signal.aborted) return;
      changedMeanwhile = true;
      fail(error);
    } finally {
      if (!signal.aborted) {
        refreshing = false;
        fill();
      }
    }
  }

  /** What is looked at as it is now, wherever in the list it stands by now: from the place `at` on. */
  async function current(
    signal: AbortSignal,
  ): Promise<Pick<ContactList, 'total' | 'letters' | 'pages'> & { readonly at: number }> {
    const before = store.getState();
    const first = Math.floor(looked.from / contactPageSize);
    const found = await fetchContacts(first * contactPageSize, signal);
    const from = placeAfter(before.letters, found.letters, looked.from) ?? 0;
    const others = pagesOf(from, from + looked.to - looked.from, found).filter((page) => page !== first);
    const stretches = await Promise.all(
      others.map(async (page) => [page, await fetchContacts(page * contactPageSize, signal)] as const),
    );
    if (stretches.some(([, { letters }]) => !sameLetters(letters, found.letters))) changedMeanwhile = true;
    const pages = [[first, found] as const, ...stretches].map(([page, { contacts }]) => [page, contacts] as const);
    const letters = sameLetters(before.letters, found.letters) ? before.letters : found.letters;
    return { total: found.total, letters, pages: new Map(pages), at: from };
  }

  function fail(error: unknown): void {
    const { status } = store.getState();
    store.setState({ problem: codeOf(error), status: status === 'loading' ? 'failed' : status });
  }

  function retry(): void {
    const { status } = store.getState();
    store.setState({ problem: null, status: status === 'failed' ? 'loading' : status });
    if (status === 'ready' && changedMeanwhile) refresh();
    else fill();
  }

  function dropRequests(): void {
    round.abort();
    round = new AbortController();
    running.clear();
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    look(from, to) {
      looked = { from: Math.max(0, from), to: Math.max(0, to) };
      fill();
    },
    refresh,
    retry,
    stop() {
      dropRequests();
      refreshing = false;
    },
  };
}

/** Numbers of the pages that hold these places, and what is next to them. */
function pagesOf(from: number, to: number, { total }: Pick<ContactList, 'total'>): number[] {
  const last = Math.max(0, Math.ceil(total / contactPageSize) - 1);
  const first = Math.min(last, Math.max(0, Math.floor((from - ahead) / contactPageSize)));
  const end = Math.min(last, Math.floor((to + ahead) / contactPageSize));
  return Array.from({ length: Math.max(1, end - first + 1) }, (_, step) => first + step);
}

const sameLetters = (one: Letters, other: Letters): boolean =>
  one.length === other.length &&
  one.every(({ letter, count }, at) => other[at]?.letter === letter && other[at]?.count === count);
