import type { LiveParams, LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { LiveSource } from '../line/live-source.ts';
import {
  type AnyRow,
  type Entry,
  empty,
  isKept,
  keyOf,
  loading,
  markFailed,
  markReady,
  newEntry,
  show,
} from './entries/entry.ts';
import { answeredAs, isOvertaken, type Patch } from './entries/patches.ts';
import { type RowReader, rowReader, takeMessage } from './entries/row-reader.ts';
import { type KeptRows, nothingKept } from './kept-rows.ts';
import type { LiveResult } from './live-result.ts';

/** A change that is shown before the server has it. One of the two is called once the server has answered. */
export interface ShownChange {
  /** The server has done it: from now on, newer rows of it replace the change. */
  confirm(): void;
  /** The server refused it: the earlier values are shown again. */
  takeBack(): void;
}

/** Live queries, each subscribed once however many components watch it. */
export interface LiveStore {
  /** Once nothing has watched for `lingerMs`, by default half a minute, the subscription ends. */
  watch<Q extends LiveQuery>(query: Q, params: LiveParams<Q>, onChange: () => void, lingerMs?: number): () => void;
  read<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): LiveResult<LiveRow<Q>>;
  /** Asks again for a query that failed; any other is left as it is. */
  retry<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): void;
  /** Shows a change of a row immediately, until a row of the server that has it arrives. */
  patch<Q extends LiveQuery>(query: Q, id: string, change: Partial<LiveRow<Q>>): ShownChange;
  /**
   * Forgets every row and every change, since they were someone else's. What is watched loads again; without `askAgain`
   * it waits for the next time.
   */
  forget(askAgain: boolean): void;
  /** Shows what this device keeps of queries that have not loaded; the server's answer takes its place. */
  showKept(): void;
}

/** How long a confirmed change is shown on a newer row that does not have it, in milliseconds: its own row is on the way. */
const onTheWayMs = 2_000;

/** How long a query without watchers stays warm, in milliseconds: going back to a list is instant. */
const usualLingerMs = 30_000;

interface Store {
  readonly source: LiveSource;
  readonly kept: KeptRows;
  readonly reader: RowReader;
  readonly entries: Map<string, Entry>;
  /** Changes that the server has not confirmed, by the name of the query and the id of the row. */
  readonly patches: Map<string, Map<string, Patch[]>>;
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

function patch(store: Store, name: string, id: string, change: Patch['change']): ShownChange {
  const mine: Patch = { rev: lastRev(rowsOf(store, name, id)), change, isAnswered: false };
  const ofQuery = store.patches.get(name) ?? new Map<string, Patch[]>();
  store.patches.set(name, ofQuery);
  ofQuery.set(id, [...(ofQuery.get(id) ?? []), mine]);
  showAll(store, name);
  const drop = () => dropPatch(store, name, id, mine);
  return { takeBack: drop, confirm: () => confirm(mine, rowsOf(store, name, id), drop) };
}

function dropPatch(store: Store, name: string, id: string, patch: Patch): void {
  const ofQuery = store.patches.get(name);
  if (!ofQuery?.get(id)?.includes(patch)) return;
  leaveOut(ofQuery, id, (each) => each === patch);
  showAll(store, name);
}

function confirm(patch: Patch, rows: readonly AnyRow[], drop: () => void): void {
  const answered = answeredAs(patch, rows);
  if (answered === 'arrived') {
    drop();
    return;
  }
  patch.isAnswered = true;
  if (answered === 'due') return;
  patch.rev = lastRev(rows);
  setTimeout(drop, onTheWayMs);
}

/** A row wherever it is shown. */
function rowsOf({ entries }: Store, name: string, id: string): readonly AnyRow[] {
  return [...entries.values()]
    .filter(({ query }) => query.name === name)
    .flatMap(({ rows }) => rows.filter((row) => row.id === id));
}

function lastRev(rows: readonly AnyRow[]): number {
  return rows.reduce((last, { rev }) => Math.max(last, rev), -1);
}

function leaveOut(ofQuery: Map<string, Patch[]>, id: string, isGone: (patch: Patch) => boolean): void {
  const left = ofQuery.get(id)?.filter((patch) => !isGone(patch)) ?? [];
  if (left.length > 0) ofQuery.set(id, left);
  else ofQuery.delete(id);
}

/**
 * Changes on rows that are newer now wherever they are shown. A later connection may count revisions from a lower one on: from
 * there on they are waited for as after an answer.
 */
function dropOvertaken(store: Store, { query: { name } }: Entry): void {
  const ofQuery = store.patches.get(name);
  if (ofQuery === undefined) return;
  for (const id of [...ofQuery.keys()]) {
    const shown = rowsOf(store, name, id);
    if (shown.length === 0) continue;
    leaveOut(ofQuery, id, (patch) => shown.every((row) => isOvertaken(patch, row)));
    for (const patch of ofQuery.get(id) ?? []) {
      if (patch.rev <= lastRev(shown)) continue;
      patch.rev = lastRev(shown);
      if (patch.isAnswered) setTimeout(() => dropPatch(store, name, id, patch), onTheWayMs);
    }
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

function showAll(store: Store, name: string): void {
  for (const entry of store.entries.values()) if (entry.query.name === name) showPatched(store, entry);
}

function showPatched({ patches }: Store, entry: Entry): void {
  show(entry, patches.get(entry.query.name));
}
