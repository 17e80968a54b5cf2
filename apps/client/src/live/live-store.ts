import type { LiveMessage, LiveParams, LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { LiveSource } from './live-source.ts';
import { applyMessage, type Patch, withPatches } from './rows.ts';

export interface LiveResult<Row> {
  readonly rows: readonly Row[];
  /** `loading` until the first snapshot; `failed` when the server refused. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ApiError | null;
}

/** Live queries, each subscribed once however many look at it. */
export interface LiveStore {
  watch<Q extends LiveQuery>(query: Q, params: LiveParams<Q>, onChange: () => void): () => void;
  read<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): LiveResult<LiveRow<Q>>;
  /** Shows a change of a row at once, until the server confirms it; the returned function takes it back. */
  patch<Q extends LiveQuery>(query: Q, id: string, change: Partial<LiveRow<Q>>): () => void;
}

/** How long a query that nobody looks at any more stays warm, in milliseconds: going back to a list is instant. */
const lingerMs = 30_000;

interface AnyRow {
  readonly id: string;
  readonly rev: number;
}

interface Entry {
  readonly name: string;
  rows: readonly AnyRow[];
  status: LiveResult<AnyRow>['status'];
  error: ApiError | null;
  shown: LiveResult<AnyRow>;
  readonly listeners: Set<() => void>;
  stop: () => void;
  linger: ReturnType<typeof setTimeout> | null;
}

const loading: LiveResult<never> = { rows: [], status: 'loading', error: null };

/** Makes a store over a source of live messages. */
export function liveStore(source: LiveSource): LiveStore {
  const entries = new Map<string, Entry>();
  const patches = new Map<string, Map<string, Patch>>();

  function show(entry: Entry): void {
    const rows = withPatches(entry.rows, patches.get(entry.name) ?? new Map());
    entry.shown = { rows, status: entry.status, error: entry.error };
    for (const listener of entry.listeners) listener();
  }

  function open(query: LiveQuery, params: unknown, key: string): Entry {
    const message = messageOf(query);
    const entry: Entry = {
      name: query.name,
      rows: [],
      status: 'loading',
      error: null,
      shown: loading,
      listeners: new Set(),
      stop: () => {},
      linger: null,
    };
    entries.set(key, entry);
    entry.stop = source.subscribe(query.name, params, {
      message(raw) {
        const parsed = message.safeParse(raw);
        if (parsed.success) {
          entry.rows = applyMessage(entry.rows, parsed.data as LiveMessage<AnyRow>);
          entry.status = 'ready';
          entry.error = null;
        } else {
          entry.status = 'failed';
          entry.error = new ApiError('BAD_REPLY', `live query ${query.name} broke its schema`, { cause: parsed.error });
        }
        show(entry);
      },
      failed(error) {
        entry.status = 'failed';
        entry.error = error;
        show(entry);
      },
    });
    return entry;
  }

  function close(key: string, entry: Entry): void {
    entry.stop();
    if (entries.get(key) === entry) entries.delete(key);
  }

  return {
    watch(query, params, onChange) {
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
  };
}

/** One key for one query with one set of params, whatever the order they were written in. */
function keyOf(query: LiveQuery, params: unknown): string {
  const sorted = Object.entries(params as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${query.name}?${JSON.stringify(sorted)}`;
}

function messageOf(query: LiveQuery) {
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('snapshot'), rows: z.array(query.row) }),
    z.object({ type: z.literal('delta'), changed: z.array(query.row), ids: z.array(z.string()) }),
  ]);
}
