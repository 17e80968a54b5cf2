import { isDeepStrictEqual } from 'node:util';
import type { LiveParams, LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';

/** Whom a live query answers. */
export interface Asker {
  readonly userId: string;
  readonly accountId: string;
  /** Their company lets nobody administer it from where they are. */
  readonly isOutside?: boolean;
}

/**
 * How the server answers one live query of the contract. Rows are always read again with one query: keeping an answer
 * up to date by increments goes wrong as soon as two changes cross.
 */
export interface LiveSource<Q extends LiveQuery = LiveQuery> {
  readonly query: Q;
  /** Whether this user may watch this; asked again whenever one of `accessTopics` changes. */
  authorize(asker: Asker, params: LiveParams<Q>): Promise<boolean>;
  /** Changes after which `authorize` is asked again. */
  accessTopics?(asker: Asker, params: LiveParams<Q>): readonly string[];
  /** Changes after which the rows are read again; `rows` are those read last, none at first. */
  topics(asker: Asker, params: LiveParams<Q>, rows: readonly LiveRow<Q>[]): readonly string[];
  /**
   * Further changes after which the rows are read again, of which there may be thousands in a row, as when an address book
   * is synchronised: at once after the first, then at most once a second, and always after the last.
   */
  calmTopics?(asker: Asker, params: LiveParams<Q>): readonly string[];
  /** So far apart are readings because of `calmTopics` where a second is too little, in milliseconds. */
  calmMs?: number;
  /** For rows that are kept in memory: calls back after each change of them; gives the way to stop. */
  onChange?(asker: Asker, changed: () => void): () => void;
  rows(asker: Asker, params: LiveParams<Q>): Promise<readonly LiveRow<Q>[]>;
  /** Names those who get the same answer, so that it is read once for all of them. Without it: the user, outside the networks of the administration and within. */
  sharedBy?(asker: Asker, params: LiveParams<Q>): string;
  /** For answers that also change as time goes by: read again this often. */
  recheckMs?: number;
  /** What is laid over the rows from memory. */
  over?: Overlay<Q>;
}

/**
 * What changes so often, for so many who watch, that the rows are not read again because of it: it is kept in memory and laid
 * over them.
 */
export interface Overlay<Q extends LiveQuery = LiveQuery> {
  /** Calls back whenever it has to be laid again; `ready` fulfils once it can be. */
  watch(asker: Asker, changed: () => void): { readonly ready: Promise<unknown>; stop(): void };
  /** The rows with it, in the same order: the same objects where nothing is different. */
  lay(rows: readonly LiveRow<Q>[], asker: Asker): readonly LiveRow<Q>[];
}

/** Keeps the types of a source; the result fits where sources of all queries are collected. */
export const liveSource = <Q extends LiveQuery>(source: LiveSource<Q>): LiveSource => source as unknown as LiveSource;

/** The topic of changes of a table's rows with this key, as the row triggers announce them. */
export const topic = (table: string, key: string, value: string): string => `${table} ${key}=${value}`;

/** For overlays: the row as it was where nothing is different. */
export const unlessSame = <Row extends object>(before: Row, now: Row): Row =>
  isDeepStrictEqual(before, now) ? before : now;

/** Two overlays as one; the first lies below. */
export const bothOver = <Q extends LiveQuery>(first: Overlay<Q>, second: Overlay<Q>): Overlay<Q> => ({
  watch(asker, changed) {
    const watches = [first.watch(asker, changed), second.watch(asker, changed)];
    return {
      ready: Promise.all(watches.map(({ ready }) => ready)),
      stop() {
        for (const watch of watches) watch.stop();
      },
    };
  },
  lay: (rows, asker) => second.lay(first.lay(rows, asker), asker),
});
