import type { LiveParams, LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { LiveSource } from '../line/live-source.ts';
import { type Entry, empty, isKept, keyOf, loading, markFailed, markReady, newEntry, show } from './entries/entry.ts';
import { type RowReader, rowReader, takeMessage } from './entries/row-reader.ts';
import type { Patch } from './entries/rows.ts';
import { type KeptRows, nothingKept } from './kept-rows.ts';
import type { LiveResult } from './live-result.ts';

/** Live queries, each subscribed once however many components watch it. */
export interface LiveStore {
  /** Once nothing has watched for `lingerMs`, by default half a minute, the subscription ends. */
  watch<Q extends LiveQuery>(query: Q, params: LiveParams<Q>, onChange: () => void, lingerMs?: number): () => void;
  read<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): LiveResult<LiveRow<Q>>;
  /** Asks again for a query that failed; any other is left as it is. */
  retry<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): void;
  /** Shows a change of a row immediately, until the server confirms it; the returned function takes it back. */
  patch<Q extends LiveQuery>(query: Q, id: string, change: Partial<LiveRow<Q>>): () => void;
  /**
   * Forgets every row and every change, since they were someone else's. What is watched loads again; without `askAgain`
   * it waits for the next time.
   */
  forget(askAgain: boolean): void;
  /** Shows what this device keeps of queries that have not loaded; the server's answer takes its place. */
  showKept(): void;
}

/** How long a query without watchers stays warm, in milliseconds: going back to a list is instant. */
const usualLingerMs = 30_000;

interface Store {
  readonly source: LiveSource;
  readonly kept: KeptRows;
  readonly reader: RowReader;
  readonly entries: Map<string, Entry>;
  /** Changes that the server has not confirmed, by the name of the query and the id of the row. */
  readonly patches: Map<string, Map<string, Patch>>;
}

/** Makes a store over a source of live messages. `warn` is told of each row that breaks its schema, once. */
export function liveStore(
  source: LiveSource,
  warn: (text: string, cause: unknown) => void = console.warn,
  kept: KeptRows = nothingKept,
): LiveStore {
  const store: Store = { source, kept, reader: rowReader(warn), entries: new Map(), patches: new Map() };
  return {
    watch: (query, params, onChange, lingerMs = usualLingerMs) =>
      watch(store, store.entries.get(keyOf(query, params)) ?? open(store, query, params), onChange, lingerMs),
    read: (query, params) => (store.entries.get(keyOf(query, params))?.shown ?? loading) as LiveResult<never>,
    retry: (query, params) => retry(store, store.entries.get(keyOf(query, params))),
    showKept() {
      for (const entry of store.entries.values()) showKeptOf(store, entry);
    },
    patch: (query, id, change) => patch(store, query.name, id, change),
    forget: (askAgain) => forget(store, askAgain),
  };
}

function watch(store: Store, entry: Entry, onChange: () => void, lingerMs: number): () => void {
  if (entry.linger !== null) clearTimeout(entry.linger);
  entry.linger = null;
  entry.listeners.add(onChange);
  return () => {
    entry.listeners.delete(onChange);
    if (entry.listeners.size === 0) entry.linger = setTimeout(() => close(store, entry), lingerMs);
  };
}

function open(store: Store, query: LiveQuery, params: unknown): Entry {
  const entry = newEntry(query, params);
  store.entries.set(entry.key, entry);
  if (store.kept.isAway()) showKeptOf(store, entry);
  ask(store, entry);
  return entry;
}

function close({ entries }: Store, entry: Entry): void {
  entry.stop();
  if (entries.get(entry.key) === entry) entries.delete(entry.key);
}

function ask(store: Store, entry: Entry): void {
  const { query, params } = entry;
  entry.stop = store.source.subscribe(query.name, params, {
    message(raw) {
      takeMessage(entry, raw, store.reader);
      dropOvertaken(store, entry);
      if (entry.status === 'ready' && isKept(entry)) store.kept.write(query.name, entry.rows);
      showPatched(store, entry);
    },
    failed(error) {
      markFailed(entry, error);
      showPatched(store, entry);
    },
  });
}

function retry(store: Store, entry: Entry | undefined): void {
  if (entry?.status !== 'failed') return;
  empty(entry);
  showPatched(store, entry);
  ask(store, entry);
}

function showKeptOf(store: Store, entry: Entry): void {
  if (entry.status !== 'loading' || !isKept(entry)) return;
  const rows = store.reader.read(entry.query, store.kept.read(entry.query.name) ?? []);
  if (rows.length === 0) return;
  markReady(entry, rows);
  showPatched(store, entry);
}

function patch(store: Store, name: string, id: string, change: Patch['change']): () => void {
  const ofQuery = store.patches.get(name) ?? new Map<string, Patch>();
  store.patches.set(name, ofQuery);
  const affected = () => [...store.entries.values()].filter(({ query }) => query.name === name);
  const showAffected = () => {
    for (const entry of affected()) showPatched(store, entry);
  };
  const revs = affected().map(({ rows }) => rows.find((row) => row.id === id)?.rev ?? -1);
  const mine: Patch = { rev: Math.max(-1, ...revs), change };
  ofQuery.set(id, mine);
  showAffected();
  return () => {
    if (ofQuery.get(id) !== mine) return;
    ofQuery.delete(id);
    showAffected();
  };
}

/** Changes on rows that are newer now wherever they are shown. A later connection may count revisions from a lower one on. */
function dropOvertaken({ entries, patches }: Store, { query: { name } }: Entry): void {
  const ofQuery = patches.get(name);
  if (ofQuery === undefined || ofQuery.size === 0) return;
  const rows = [...entries.values()].filter(({ query }) => query.name === name).flatMap((entry) => entry.rows);
  for (const [id, { rev }] of ofQuery) {
    const shown = rows.filter((row) => row.id === id);
    if (shown.length > 0 && shown.every((row) => row.rev > rev)) ofQuery.delete(id);
  }
}

function forget(store: Store, askAgain: boolean): void {
  const { entries, patches, reader, source } = store;
  patches.clear();
  reader.forget();
  for (const entry of entries.values()) {
    empty(entry);
    if (entry.linger !== null) clearTimeout(entry.linger);
    entry.linger = null;
    if (entry.listeners.size === 0) entries.delete(entry.key);
  }
  source.renew();
  for (const entry of entries.values()) {
    if (askAgain) ask(store, entry);
    showPatched(store, entry);
  }
}

function showPatched({ patches }: Store, entry: Entry): void {
  show(entry, patches.get(entry.query.name));
}
