import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactPageSize } from '@sidetone/contract/rules/limits.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { type Letters, placeAfter } from './lines.ts';

/** A stretch of a list, and the facts about the whole list. */
export interface ContactStretch {
  readonly contacts: readonly Contact[];
  readonly total: number;
  readonly letters: Letters;
}

/** Asks for `contactPageSize` contacts from a place on. */
export type FetchContacts = (offset: number, signal: AbortSignal) => Promise<ContactStretch>;

/** What is known of a list of contacts of any length. */
export interface ContactList {
  /** `failed` only where nothing can be shown. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly total: number;
  readonly letters: Letters;
  /** Why some contacts in view are missing, or not up to date. */
  readonly problem: ApiErrorCode | null;
  /** Loaded pages by their number. */
  readonly pages: ReadonlyMap<number, readonly Contact[]>;
}

export interface ContactPages extends Pick<StoreApi<ContactList>, 'getState' | 'subscribe'> {
  /** Says which places are in view; they and those next to them are loaded. Nothing is asked for before. */
  look(from: number, to: number): void;
  /** The list changed: the pages in view are asked for again, and replaced in one step once all of them are there. */
  refresh(): void;
  /** Asks again for pages that could not be loaded. */
  retry(): void;
  stop(): void;
}

const empty: ContactList = { status: 'loading', total: 0, letters: [], problem: null, pages: new Map() };

/** Places beyond those in view that are loaded ahead. */
const ahead = contactPageSize / 2;
/** Pages further away than this from those in view are forgotten. */
const keptPages = 10;

/** The contact at a place, if it is loaded. */
export function contactAt({ pages }: ContactList, place: number): Contact | null {
  return pages.get(Math.floor(place / contactPageSize))?.[place % contactPageSize] ?? null;
}

/** The place of a contact, if it is loaded; else null. */
export function placeOf({ pages }: ContactList, id: string): number | null {
  for (const [page, contacts] of pages) {
    const at = contacts.findIndex((contact) => contact.id === id);
    if (at !== -1) return page * contactPageSize + at;
  }
  return null;
}

interface Loading {
  readonly fetchContacts: FetchContacts;
  readonly store: StoreApi<ContactList>;
  /** Requests under way, by the number of their page. */
  readonly running: Map<number, AbortController>;
  /** The places in view. */
  looked: { readonly from: number; readonly to: number };
  /** Aborted by a change: answers to earlier requests are of no use then. */
  round: AbortController;
  isRefreshing: boolean;
  /** The list changed after the pages shown were asked for. */
  hasChanged: boolean;
}

/** A list that loads only the pages in view; `stop` it once it is no longer shown. */
export function contactPages(fetchContacts: FetchContacts): ContactPages {
  const loading: Loading = {
    fetchContacts,
    store: createStore<ContactList>(() => empty),
    running: new Map(),
    looked: { from: 0, to: 0 },
    round: new AbortController(),
    isRefreshing: false,
    hasChanged: false,
  };
  return {
    getState: loading.store.getState,
    subscribe: loading.store.subscribe,
    look(from, to) {
      loading.looked = { from: Math.max(0, from), to: Math.max(0, to) };
      fill(loading);
    },
    refresh: () => refresh(loading),
    retry: () => retry(loading),
    stop() {
      dropRequests(loading);
      loading.isRefreshing = false;
    },
  };
}

/** Asks for the pages in view that are not loaded, and gives up requests for others. */
function fill(loading: Loading): void {
  const { store, running } = loading;
  if (loading.isRefreshing || store.getState().problem !== null) return;
  const pages = wantedPages(loading);
  for (const [page, request] of running) {
    if (pages.includes(page)) continue;
    request.abort();
    running.delete(page);
  }
  for (const page of pages) {
    if (!store.getState().pages.has(page) && !running.has(page)) void load(loading, page);
  }
}

async function load(loading: Loading, page: number): Promise<void> {
  const { running, round } = loading;
  const request = new AbortController();
  running.set(page, request);
  const signal = AbortSignal.any([request.signal, round.signal]);
  try {
    const stretch = await loading.fetchContacts(page * contactPageSize, signal);
    if (signal.aborted) return;
    running.delete(page);
    takePage(loading, page, stretch);
  } catch (error) {
    if (signal.aborted) return;
    running.delete(page);
    fail(loading, error);
  }
}

function takePage(loading: Loading, page: number, stretch: ContactStretch): void {
  const { store } = loading;
  const now = store.getState();
  // The loaded pages are of another moment than this one: all of them are asked for again.
  if (now.status === 'ready' && !sameLetters(now.letters, stretch.letters)) {
    refresh(loading);
    return;
  }
  const wanted = wantedPages(loading);
  const isNear = ([number]: readonly [number, unknown]) => wanted.some((one) => Math.abs(one - number) <= keptPages);
  store.setState({
    status: 'ready',
    total: stretch.total,
    letters: now.status === 'ready' ? now.letters : stretch.letters,
    pages: new Map([...now.pages, [page, stretch.contacts] as const].filter(isNear)),
  });
  if (loading.hasChanged) void refreshUntilCalm(loading);
}

function refresh(loading: Loading): void {
  const { store } = loading;
  const { status, problem } = store.getState();
  if (status === 'failed') retry(loading);
  else loading.hasChanged = true;
  if (status !== 'ready' || loading.isRefreshing) return;
  if (problem !== null) store.setState({ problem: null });
  void refreshUntilCalm(loading);
}

async function refreshUntilCalm(loading: Loading): Promise<void> {
  loading.isRefreshing = true;
  dropRequests(loading);
  const { signal } = loading.round;
  try {
    while (loading.hasChanged) {
      loading.hasChanged = false;
      const { at, ...list } = await fetchLooked(loading, signal);
      if (signal.aborted) return;
      const { from, to } = loading.looked;
      loading.looked = { from: at, to: at + to - from };
      loading.store.setState({ ...list, status: 'ready', problem: null });
    }
  } catch (error) {
    if (signal.aborted) return;
    loading.hasChanged = true;
    fail(loading, error);
  } finally {
    if (!signal.aborted) {
      loading.isRefreshing = false;
      fill(loading);
    }
  }
}

/** The contacts in view as they are now: they may have moved in the list, to the place `at` and the following ones. */
async function fetchLooked(
  loading: Loading,
  signal: AbortSignal,
): Promise<Pick<ContactList, 'total' | 'letters' | 'pages'> & { readonly at: number }> {
  const { fetchContacts, store } = loading;
  const before = store.getState();
  const first = Math.floor(loading.looked.from / contactPageSize);
  const found = await fetchContacts(first * contactPageSize, signal);
  const from = placeAfter(before.letters, found.letters, loading.looked.from) ?? 0;
  const to = from + loading.looked.to - loading.looked.from;
  const others = pagesOf(from, to, found).filter((page) => page !== first);
  const stretches = await Promise.all(
    others.map(async (page) => [page, await fetchContacts(page * contactPageSize, signal)] as const),
  );
  if (stretches.some(([, { letters }]) => !sameLetters(letters, found.letters))) loading.hasChanged = true;
  const pages = [[first, found] as const, ...stretches].map(([page, { contacts }]) => [page, contacts] as const);
  const letters = sameLetters(before.letters, found.letters) ? before.letters : found.letters;
  return { total: found.total, letters, pages: new Map(pages), at: from };
}

function fail({ store }: Loading, error: unknown): void {
  const { status } = store.getState();
  store.setState({ problem: codeOf(error), status: status === 'loading' ? 'failed' : status });
}

function retry(loading: Loading): void {
  const { store } = loading;
  const { status } = store.getState();
  store.setState({ problem: null, status: status === 'failed' ? 'loading' : status });
  if (status === 'ready' && loading.hasChanged) refresh(loading);
  else fill(loading);
}

function dropRequests(loading: Loading): void {
  loading.round.abort();
  loading.round = new AbortController();
  loading.running.clear();
}

const wantedPages = ({ looked, store }: Loading): number[] => pagesOf(looked.from, looked.to, store.getState());

/** Numbers of the pages that hold these places, and of those next to them. */
function pagesOf(from: number, to: number, { total }: Pick<ContactList, 'total'>): number[] {
  const last = Math.max(0, Math.ceil(total / contactPageSize) - 1);
  const first = Math.min(last, Math.max(0, Math.floor((from - ahead) / contactPageSize)));
  const end = Math.min(last, Math.floor((to + ahead) / contactPageSize));
  return Array.from({ length: Math.max(1, end - first + 1) }, (_, step) => first + step);
}

const sameLetters = (one: Letters, other: Letters): boolean =>
  one.length === other.length &&
  one.every(({ letter, count }, at) => other[at]?.letter === letter && other[at]?.count === count);
