import type { LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { Database } from '../storage/database.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Overlay } from './live-source.ts';
import { spread } from './spread.ts';

/** What a reading found. */
export interface DeskReading<V> {
  readonly values: ReadonlyMap<string, V>;
  /** When a value changes without any row changing, as a registration that runs out; null: never. */
  readonly until: Date | null;
}

/** What a change means for what is kept of accounts. */
export type Touch =
  | { readonly kind: 'key'; readonly key: string }
  /** Keys may have come or gone, or all of its values may have changed. */
  | { readonly kind: 'account'; readonly accountId: string };

/** What any desk is opened with. */
export interface DeskGround {
  readonly db: Database;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  onTrouble(error: unknown): void;
}

/** Values known in memory, laid over those that were read. */
interface KeyOverlay<V> {
  of(key: string, read: V): V;
  /** Calls back with the keys whose values changed; returns how to stop. */
  onChange(listener: (keys: readonly string[]) => void): () => void;
}

interface AccountDeskOrder<V> extends Omit<DeskGround, 'db'> {
  /** Reads the values of an account, of these keys only where they are given: keys without a value are gone. */
  read(accountId: string, keys: readonly string[] | null): Promise<DeskReading<V>>;
  /** What the topics of one change touch. `isKnown` tells whether a key is kept. */
  touched(topics: readonly string[], isKnown: (key: string) => boolean): readonly Touch[];
  readonly over?: KeyOverlay<V> | undefined;
}

/**
 * Values of accounts by key, such as who of an account is reachable, for as long as somebody watches them: read once for
 * all who watch, and again only for the keys that a change touches.
 */
export interface AccountDesk<V> {
  /** The values by now; none before `ready` of a watch fulfils. */
  valuesOf(accountId: string): ReadonlyMap<string, V>;
  /** Calls back after changes of values. `ready` fulfils once there are some; until then it is tried again. */
  watch(accountId: string, changed: () => void): { readonly ready: Promise<void>; stop(): void };
  stop(): void;
}

/** A reading that fails, or that may have missed something, is tried again after this. */
const retryMs = 1000;
/** All is read again this often, in case that a change was not announced. */
const recheckMs = 60_000;
/** A little past the moment, so that it is over where the database looks. */
const lateMs = 20;

interface Kept<V> {
  readonly accountId: string;
  /** Null until they are read for the first time. */
  values: Map<string, V> | null;
  /** The values as they were read. */
  read: ReadonlyMap<string, V>;
  /** What has to be read again; null: all. */
  old: Set<string> | null;
  reading: boolean;
  /** Something changed before its keys were known. */
  hasMissed: boolean;
  readonly watchers: Set<() => void>;
  readonly ready: PromiseWithResolvers<void>;
  timer: NodeJS.Timeout | undefined;
  /** When the timer ends, in ms since 1970; infinite without one. */
  wakesAt: number;
  recheck: NodeJS.Timeout | undefined;
}

interface Desk<V> extends AccountDeskOrder<V> {
  readonly accounts: Map<string, Kept<V>>;
  /** Which account a key is kept for. */
  readonly accountOf: Map<string, Kept<V>>;
}

/** The keys that topics with this beginning name. */
export const keysIn = (topics: readonly string[], beginning: string): string[] =>
  topics.flatMap((each) => (each.startsWith(beginning) ? [each.slice(beginning.length)] : []));

/**
 * Lays values of a desk over rows, from memory. `lay` gives a row with the values that it is about, the same object where they
 * are what they were.
 */
export const deskOver = <Q extends LiveQuery, V>(
  desk: AccountDesk<V>,
  lay: (row: LiveRow<Q>, found: (key: string) => V | undefined) => LiveRow<Q>,
): Overlay<Q> => ({
  watch: ({ accountId }, changed) => desk.watch(accountId, changed),
  lay(rows, { accountId }) {
    const values = desk.valuesOf(accountId);
    return rows.map((row) => lay(row, (key) => values.get(key)));
  },
});

/** Keeps values of accounts up to date by the change feed. */
export function accountDesk<V>(order: AccountDeskOrder<V>): AccountDesk<V> {
  const desk: Desk<V> = { ...order, accounts: new Map(), accountOf: new Map() };
  const stopChanges = order.feed.onChange((topics) => {
    if (desk.accounts.size === 0) return;
    let isOfNobody = false;
    const isKnown = (key: string): boolean => {
      const isKept = desk.accountOf.has(key);
      isOfNobody ||= !isKept;
      return isKept;
    };
    for (const touch of order.touched(topics, isKnown)) takeUp(desk, touch);
    // It may be of an account whose keys are being read for the first time.
    if (isOfNobody) for (const kept of desk.accounts.values()) if (kept.values === null) kept.hasMissed = true;
  });
  const stopOver = order.over?.onChange((keys) => layOver(desk, keys));
  let stopSpreading = () => {};
  const stopGaps = order.feed.onGap(() => {
    stopSpreading();
    stopSpreading = spread([...desk.accounts.values()], (kept) => {
      if (desk.accounts.get(kept.accountId) === kept) readSoon(desk, kept, null);
    });
  });
  return {
    valuesOf: (accountId) => desk.accounts.get(accountId)?.values ?? new Map(),
    watch(accountId, changed) {
      const kept = desk.accounts.get(accountId) ?? open(desk, accountId);
      // Each watch counts, whichever function it brings.
      const watcher = () => changed();
      kept.watchers.add(watcher);
      return {
        ready: kept.ready.promise,
        stop() {
          kept.watchers.delete(watcher);
          if (kept.watchers.size === 0) close(desk, kept);
        },
      };
    },
    stop() {
      stopChanges();
      stopOver?.();
      stopGaps();
      stopSpreading();
      for (const kept of desk.accounts.values()) close(desk, kept);
    },
  };
}

function open<V>(desk: Desk<V>, accountId: string): Kept<V> {
  const kept: Kept<V> = {
    accountId,
    values: null,
    read: new Map(),
    old: new Set(),
    reading: false,
    hasMissed: false,
    watchers: new Set(),
    ready: Promise.withResolvers(),
    timer: undefined,
    wakesAt: Number.POSITIVE_INFINITY,
    recheck: undefined,
  };
  desk.accounts.set(accountId, kept);
  kept.recheck = setInterval(() => readSoon(desk, kept, null), recheckMs).unref();
  readSoon(desk, kept, null);
  return kept;
}

function close<V>(desk: Desk<V>, kept: Kept<V>): void {
  clearTimeout(kept.timer);
  clearInterval(kept.recheck);
  if (desk.accounts.get(kept.accountId) !== kept) return;
  desk.accounts.delete(kept.accountId);
  for (const key of kept.values?.keys() ?? []) if (desk.accountOf.get(key) === kept) desk.accountOf.delete(key);
}

function takeUp<V>(desk: Desk<V>, touch: Touch): void {
  const kept = touch.kind === 'key' ? desk.accountOf.get(touch.key) : desk.accounts.get(touch.accountId);
  if (kept) readSoon(desk, kept, touch.kind === 'key' ? touch.key : null);
}

/** Reads a key again, or all with null; changes of one moment are read together. */
function readSoon<V>(desk: Desk<V>, kept: Kept<V>, key: string | null): void {
  if (key === null) kept.old = null;
  else kept.old?.add(key);
  if (kept.reading) return;
  kept.reading = true;
  setImmediate(() => void readUntilNew(desk, kept));
}

const isOpen = <V>(desk: Desk<V>, kept: Kept<V>): boolean => desk.accounts.get(kept.accountId) === kept;

async function readUntilNew<V>(desk: Desk<V>, kept: Kept<V>): Promise<void> {
  while (isOpen(desk, kept) && kept.old?.size !== 0) {
    const keys = kept.old && [...kept.old];
    kept.old = new Set();
    try {
      const { values, until } = await desk.read(kept.accountId, keys);
      if (!isOpen(desk, kept)) return;
      take(desk, kept, { keys, values });
      // What all values were waiting for is read by now; of some keys the others still wait.
      if (keys === null) kept.wakesAt = Number.POSITIVE_INFINITY;
      wakeAt(desk, kept, until?.getTime() ?? Number.POSITIVE_INFINITY);
      if (kept.hasMissed) wakeAt(desk, kept, Date.now() + retryMs);
      kept.hasMissed = false;
    } catch (error) {
      desk.onTrouble(error);
      if (!isOpen(desk, kept)) return;
      kept.reading = false;
      kept.old = null;
      wakeAt(desk, kept, Date.now() + retryMs);
      return;
    }
  }
  kept.reading = false;
}

function take<V>(
  desk: Desk<V>,
  kept: Kept<V>,
  { keys, values }: { readonly keys: readonly string[] | null; readonly values: ReadonlyMap<string, V> },
): void {
  const before = kept.values ?? new Map<string, V>();
  const asked = new Set(keys);
  const others = keys === null ? [] : [...kept.read].filter(([key]) => !asked.has(key));
  kept.read = new Map([...others, ...values]);
  const now = new Map([...kept.read].map(([key, read]) => [key, desk.over?.of(key, read) ?? read]));
  kept.values = now;
  for (const key of before.keys()) if (!now.has(key)) desk.accountOf.delete(key);
  for (const key of now.keys()) desk.accountOf.set(key, kept);
  kept.ready.resolve();
  const isSame = before.size === now.size && [...now].every(([key, value]) => before.get(key) === value);
  if (!isSame) for (const changed of kept.watchers) changed();
}

/** Lays the overlay over these keys again, without reading anything. */
function layOver<V>(desk: Desk<V>, keys: readonly string[]): void {
  const changed = new Set<Kept<V>>();
  for (const key of keys) {
    const kept = desk.accountOf.get(key);
    const read = kept?.read.get(key);
    if (!kept?.values || read === undefined) continue;
    const now = desk.over?.of(key, read) ?? read;
    if (kept.values.get(key) === now) continue;
    kept.values.set(key, now);
    changed.add(kept);
  }
  for (const kept of changed) for (const call of kept.watchers) call();
}

/** All is read again then, or earlier where something else waits for less. */
function wakeAt<V>(desk: Desk<V>, kept: Kept<V>, at: number): void {
  kept.wakesAt = Math.min(kept.wakesAt, at);
  clearTimeout(kept.timer);
  if (kept.wakesAt === Number.POSITIVE_INFINITY) return;
  const ms = Math.min(Math.max(kept.wakesAt - Date.now(), 0) + lateMs, recheckMs);
  kept.timer = setTimeout(() => {
    kept.wakesAt = Number.POSITIVE_INFINITY;
    readSoon(desk, kept, null);
  }, ms).unref();
}
