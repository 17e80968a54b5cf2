import type { LiveQuery } from '@sidetone/contract/documents/live-query.ts';
import type { ApiError } from '../../line/api-error.ts';
import type { LiveResult } from '../live-result.ts';
import { type Patches, withPatches } from './patches.ts';

export interface AnyRow {
  readonly id: string;
  readonly rev: number;
}

/** A live query with its parameters, for as long as a component watches it and a while longer. */
export interface Entry {
  readonly key: string;
  readonly query: LiveQuery;
  readonly params: unknown;
  readonly listeners: Set<() => void>;
  /** As the server sent them. */
  rows: readonly AnyRow[];
  /** The ids of the last message that named them, those of rows that could not be read included. */
  order: readonly string[];
  status: LiveResult<AnyRow>['status'];
  error: ApiError | null;
  /** What watchers see: with the changes that the server has not confirmed. */
  shown: LiveResult<AnyRow>;
  /** Stops asking the server. */
  stop: () => void;
  /** Runs from the moment the last watcher leaves; the entry is closed at its end. */
  linger: ReturnType<typeof setTimeout> | null;
}

/** What is known of a query before the server has answered. */
export const loading: LiveResult<never> = { rows: [], status: 'loading', error: null };

export function newEntry(query: LiveQuery, params: unknown): Entry {
  return {
    key: keyOf(query, params),
    query,
    params,
    listeners: new Set(),
    rows: [],
    order: [],
    status: 'loading',
    error: null,
    shown: loading,
    stop: () => {},
    linger: null,
  };
}

/** One key for one query with one set of params, in whatever order they were written. */
export function keyOf(query: LiveQuery, params: unknown): string {
  const sorted = Object.entries(params as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${query.name}?${JSON.stringify(sorted)}`;
}

/** Only rows of queries without parameters are kept on the device. */
export function isKept({ params }: Entry): boolean {
  return Object.keys(params as object).length === 0;
}

/** Tells the watchers what is known now. */
export function show(entry: Entry, patches: Patches = new Map()): void {
  const { status, error } = entry;
  entry.shown = { rows: withPatches(entry.rows, patches), status, error };
  for (const listener of entry.listeners) listener();
}

/** The server refused the query, or its answer cannot be read. */
export function markFailed(entry: Entry, error: ApiError): void {
  entry.status = 'failed';
  entry.error = error;
}

/** These are the rows now. */
export function markReady(entry: Entry, rows: readonly AnyRow[]): void {
  entry.rows = rows;
  entry.status = 'ready';
  entry.error = null;
}

/** Stops asking the server and forgets what it answered. */
export function empty(entry: Entry): void {
  entry.stop();
  entry.stop = () => {};
  entry.rows = [];
  entry.status = 'loading';
  entry.error = null;
}
