import type { LiveMessage, LiveParams, LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import { readValid } from '@sidetone/contract/documents/read-valid.ts';
import { z } from 'zod';
import { ApiError } from '../line/api-error.ts';
import type { LiveSource } from '../line/live-source.ts';
import { applyMessage, type Patch, withPatches } from './entries/rows.ts';
import { type KeptRows, nothingKept } from './kept-rows.ts';

export interface LiveResult<Row> {
  readonly rows: readonly Row[];
  /** `loading` until the first snapshot; `failed` when the server refused. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ApiError | null;
}

/** Live queries, each subscribed once however many look at it. */
export interface LiveStore {
  /** After `lingerMs` without anyone who watches, by default half a minute, the query is left. */
  watch<Q extends LiveQuery>(query: Q, params: LiveParams<Q>, onChange: () => void, lingerMs?: number): () => void;
  read<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): LiveResult<LiveRow<Q>>;
  /** Asks again for a query that failed; one that did not is left as it is. */
  retry<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): void;
  /** Shows a change of a row at once, until the server confirms it; the returned function takes it back. */
  patch<Q extends LiveQuery>(query: Q, id: string, change: Partial<LiveRow<Q>>): () => void;
  /**
   * Forgets every row and every change, since they were someone else's. What is watched loads again; without `askAgain`
   * it waits for the next time.
   */
  forget(askAgain: boolean): void;
  /** Shows what this device keeps of queries that have not loaded; the server's answer takes its place. */
  showKept(): void;
}

/** How long a query that nobody looks at any more stays warm, in milliseconds: going back to a list is instant. */
const usualLingerMs = 30_000;

interface AnyRow {
  readonly id: string;
  readonly rev: number;
}

interface Entry {
  readonly name: string;
  /** Rows that this device keeps of it, those that keep their schema. */
  readonly kept: () => readonly AnyRow[];
  /** Asks the server. Returns the way to stop. */
  readonly ask: () => () => void;
  rows: readonly AnyRow[];
  status: LiveResult<AnyRow>['status'];
  error: ApiError | null;
  shown: LiveResult<AnyRow>;
  readonly listeners: Set<() => void>;
  stop: () => void;
  linger: ReturnType<typeof setTimeout> | null;
}

const loading: LiveResult<never> = { rows: [], status: 'loading', error: null };

/** Makes a store over a source of live messages. `warn` is told of each row that breaks its schema, once. */
export function liveStore(
  source: LiveSource,
  warn: (text: string, cause: unknown) => void = console.warn,
  kept: KeptRows = nothingKept,
): LiveStore {
  const warned = new Set<string>();
  const entries = new Map<string, Entry>();
  const patches = new Map<string, Map<string, Patch>>();

  function show(entry: Entry): void {
    const rows = withPatches(entry.rows, patches.get(entry.name) ?? new Map());
    entry.shown = { rows, status: entry.status, error: entry.error };
    for (const listener of entry.listeners) listener();
  }

  function open(query: LiveQuery, params: unknown, key: string): Entry {
    const entry: Entry = {
      name: query.name,
      kept: () => (isPlain(params) ? (readRows(query, kept.read(query.name) ?? [], new Set()) as AnyRow[]) : []),
      ask: () =>
        source.subscribe(query.name, params, { message: (raw) => take(entry, query, raw, isPlain(params)), failed }),
      rows: [],
      status: 'loading',
      error: null,
      shown: loading,
      listeners: new Set(),
      stop: () => {},
      linger: null,
    };
    const failed = (error: ApiError) => {
      entry.status = 'failed';
      entry.error = error;
      show(entry);
    };
    entries.set(key, entry);
    if (kept.isAway()) showKeptOf(entry);
    entry.stop = entry.ask();
    return entry;
  }

  function showKeptOf(entry: Entry): void {
    const rows = entry.status === 'loading' ? entry.kept() : [];
    if (rows.length === 0) return;
    Object.assign(entry, { rows, status: 'ready' });
    show(entry);
  }

  function take(entry: Entry, query: LiveQuery, raw: unknown, mayKeep: boolean): void {
    const parsed = envelope.safeParse(raw);
    if (parsed.success) {
      const message = parsed.data;
      const bad = new Set<string>();
      const valid = (rows: unknown[]) => readRows(query, rows, bad) as AnyRow[];
      const changes: LiveMessage<AnyRow> =
        message.type === 'snapshot'
          ? { type: 'snapshot', rows: valid(message.rows) }
          : { ...message, changed: valid(message.changed) };
      // What it was before it broke is not what it is now.
      const rows = bad.size === 0 ? entry.rows : entry.rows.filter(({ id }) => !bad.has(id));
      entry.rows = applyMessage(rows, changes);
      entry.status = 'ready';
      entry.error = null;
      if (mayKeep) kept.write(query.name, entry.rows);
    } else {
      entry.status = 'failed';
      entry.error = new ApiError('BAD_REPLY', `live query ${query.name} broke its schema`, { cause: parsed.error });
    }
    show(entry);
  }

  /** The rows that keep their schema. One that breaks it never costs the others: it is left out, with one warning. */
  function readRows(query: LiveQuery, rows: readonly unknown[], bad: Set<string>): unknown[] {
    return readValid(query.row, rows, (row, error) => {
      const id = idOf(row);
      if (id !== null) bad.add(id);
      const key = `${query.name} ${id ?? JSON.stringify(row)}`;
      if (warned.has(key)) return;
      warned.add(key);
      warn(`[live] a row of ${query.name} was skipped${id === null ? '' : `: ${id}`}`, error);
    });
  }

  function close(key: string, entry: Entry): void {
    entry.stop();
    if (entries.get(key) === entry) entries.delete(key);
  }

  return {
    watch(query, params, onChange, lingerMs = usualLingerMs) {
      const key = keyOf(query, params);
      const entry = entries.get(key) ?? open(query, params, key);
      if (entry.linger !== null) clearTimeout(entry.linger);
      entry.linger = null;
      entry.listeners.add(onChange);
      return () => {
        entry.listeners.delete(onChange);
        if (entry.listeners.size === 0) entry.linger = setTimeout(() => close(key, entry), lingerMs);
      };
    },
    read(query, params) {
      return (entries.get(keyOf(query, params))?.shown ?? loading) as LiveResult<never>;
    },
    retry(query, params) {
      const entry = entries.get(keyOf(query, params));
      if (entry?.status !== 'failed') return;
      entry.stop();
      entry.stop = () => {};
      Object.assign(entry, { rows: [], status: 'loading', error: null });
      show(entry);
      entry.stop = entry.ask();
    },
    showKept() {
      for (const entry of entries.values()) showKeptOf(entry);
    },
    patch(query, id, change) {
      const ofQuery = patches.get(query.name) ?? new Map<string, Patch>();
      patches.set(query.name, ofQuery);
      const shownRev = (entry: Entry) => entry.rows.find((row) => row.id === id)?.rev ?? -1;
      const affected = () => [...entries.values()].filter((entry) => entry.name === query.name);
      const patch: Patch = { rev: Math.max(-1, ...affected().map(shownRev)), change };
      ofQuery.set(id, patch);
      affected().forEach(show);
      return () => {
        if (ofQuery.get(id) !== patch) return;
        ofQuery.delete(id);
        affected().forEach(show);
      };
    },
    forget(askAgain) {
      patches.clear();
      warned.clear();
      for (const [key, entry] of entries) {
        entry.stop();
        entry.stop = () => {};
        if (entry.linger !== null) clearTimeout(entry.linger);
        if (entry.listeners.size === 0) entries.delete(key);
        Object.assign(entry, { rows: [], status: 'loading', error: null, linger: null });
      }
      source.renew();
      for (const entry of entries.values()) {
        if (askAgain) entry.stop = entry.ask();
        show(entry);
      }
    },
  };
}

const envelope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), rows: z.array(z.unknown()) }),
  z.object({ type: z.literal('delta'), changed: z.array(z.unknown()), ids: z.array(z.string()) }),
]);

function idOf(row: unknown): string | null {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : null;
}

/** Only queries without parameters are kept. */
function isPlain(params: unknown): boolean {
  return Object.keys(params as object).length === 0;
}

/** One key for one query with one set of params, whatever the order they were written in. */
function keyOf(query: LiveQuery, params: unknown): string {
  const sorted = Object.entries(params as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${query.name}?${JSON.stringify(sorted)}`;
}
