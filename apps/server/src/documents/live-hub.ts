import type { LiveMessage } from '@sidetone/contract/documents/live-query.ts';
import { calm } from './calm.ts';
import type { ChangeFeed } from './change-feed.ts';
import { deltaOf, type Row } from './delta.ts';
import type { Asker, LiveSource } from './live-source.ts';
import { LiveView } from './live-view.ts';
import { spread } from './spread.ts';

/** Why a subscription was not opened or has ended. */
export class LiveRefusal extends Error {
  readonly code: 'NOT_FOUND' | 'VALIDATION_FAILED';
  constructor(code: LiveRefusal['code']) {
    super(code);
    this.code = code;
  }
}

export interface LiveHub {
  /**
   * Watches a query: a snapshot, then deltas, until `signal` aborts. Throws `LiveRefusal` VALIDATION_FAILED for
   * parameters that do not fit, NOT_FOUND when this may not be watched, or not any more. Deltas are short where that is
   * asked for.
   */
  watch(
    name: string,
    asker: Asker,
    params: unknown,
    signal: AbortSignal,
    isShort?: boolean,
  ): AsyncGenerator<LiveMessage<Row>, void>;
  /** Calls back after changes of any of these topics, and after a gap. Gives the way to stop. */
  onTopics(topics: readonly string[], listener: () => void): () => void;
  /** How many watch something, and how many answers are kept up to date for them; for metrics. */
  sizes(): { readonly subscriptions: number; readonly views: number };
  stop(): void;
}

/** The first change after a quiet time is answered immediately; further ones within this time by one reading. */
const coalesceMs = 5;
/** So far apart are readings because of `calmTopics` where their source says nothing else. */
const calmMs = 1000;

/** Who listens to which topics; changes of one moment are told together. */
interface TopicDesk {
  /** `atGap` is called in the moment in which anything may have changed, `call` some time after it. */
  onTopics(topics: readonly string[], call: () => void, atGap?: () => void): () => void;
  /** How many gaps there were. */
  gaps(): number;
  stop(): void;
}

interface TopicListener {
  readonly call: () => void;
  readonly atGap: (() => void) | undefined;
  isOver: boolean;
}

interface OpenView {
  readonly view: LiveView;
  /** Ends everything that keeps it up to date. */
  readonly close: () => void;
}

interface Hub {
  readonly topics: TopicDesk;
  readonly byName: ReadonlyMap<string, LiveSource>;
  /** By query, sharer and parameters. */
  readonly views: Map<string, OpenView>;
  subscriptions: number;
  onTrouble(error: unknown): void;
}

/** Everything that is watched, and who watches it. */
export function liveHub(
  feed: ChangeFeed,
  sources: readonly LiveSource[],
  onTrouble: (error: unknown) => void,
): LiveHub {
  const hub: Hub = {
    topics: topicDesk(feed),
    byName: new Map(sources.map((source) => [source.query.name, source])),
    views: new Map(),
    subscriptions: 0,
    onTrouble,
  };
  return {
    watch: (name, asker, given, signal, isShort = false) => watch(hub, { name, asker, given, signal, isShort }),
    onTopics: hub.topics.onTopics,
    sizes: () => ({ subscriptions: hub.subscriptions, views: hub.views.size }),
    stop() {
      hub.topics.stop();
      for (const { close } of hub.views.values()) close();
    },
  };
}

function topicDesk(feed: ChangeFeed): TopicDesk {
  const listenersOf = new Map<string, Set<TopicListener>>();
  let touched = new Set<string>();
  let wait: Wait | undefined;
  let flushedAt = Number.NEGATIVE_INFINITY;

  const flush = () => {
    wait = undefined;
    flushedAt = performance.now();
    const topics = touched;
    touched = new Set();
    const called = new Set<TopicListener>();
    for (const topic of topics) for (const listener of listenersOf.get(topic) ?? []) called.add(listener);
    for (const { call } of called) call();
  };
  const stopChanges = feed.onChange((topics) => {
    for (const topic of topics) if (listenersOf.has(topic)) touched.add(topic);
    if (touched.size > 0) wait ??= flushSoon();
  });
  let gaps = 0;
  let stopSpreading = () => {};
  const stopGaps = feed.onGap(() => {
    gaps += 1;
    const all = new Set([...listenersOf.values()].flatMap((listeners) => [...listeners]));
    for (const { atGap } of all) atGap?.();
    stopSpreading();
    stopSpreading = spread([...all], (one) => {
      if (!one.isOver) one.call();
    });
  });
  // What one transaction announces arrives together, and is told together.
  const flushSoon = () => afterQuiet(flush, flushedAt + coalesceMs - performance.now());
  return {
    onTopics(topics, call, atGap) {
      // A listener that moves from some topics to others with the same function leaves only the old ones.
      const listener: TopicListener = { call, atGap, isOver: false };
      for (const topic of topics) {
        const listeners = listenersOf.get(topic) ?? new Set();
        listenersOf.set(topic, listeners.add(listener));
      }
      return () => {
        listener.isOver = true;
        for (const topic of topics) {
          const listeners = listenersOf.get(topic);
          listeners?.delete(listener);
          if (listeners?.size === 0) listenersOf.delete(topic);
        }
      };
    },
    gaps: () => gaps,
    stop() {
      stopChanges();
      stopGaps();
      stopSpreading();
      wait?.stop();
    },
  };
}

interface Wait {
  stop(): void;
}

/** Calls when the quiet time is over, which may be in this moment. */
function afterQuiet(call: () => void, ms: number): Wait {
  if (ms > 0) {
    const timer = setTimeout(call, ms);
    return { stop: () => clearTimeout(timer) };
  }
  const turn = setImmediate(call);
  return { stop: () => clearImmediate(turn) };
}

/** What somebody asked to watch. */
interface Watch {
  readonly source: LiveSource;
  readonly asker: Asker;
  readonly params: unknown;
}

/** The view of this answer, opened by its first watcher. */
function viewFor(hub: Hub, { source, asker, params }: Watch): { readonly view: LiveView; readonly key: string } {
  const sharer = source.sharedBy?.(asker, params) ?? `${asker.userId}${asker.isOutside ? ' outside' : ''}`;
  const key = JSON.stringify([source.query.name, sharer, params]);
  const open = hub.views.get(key)?.view;
  return { view: open ?? openView(hub, { source, asker, params }, key), key };
}

function openView({ topics: desk, views, onTrouble }: Hub, { source, asker, params }: Watch, key: string): LiveView {
  const refresh = () => view.refresh();
  let followed = new Set(source.topics(asker, params, []));
  let unfollow = () => {};
  const over = source.over;
  const lay = (rows: readonly Row[]) => over?.lay(rows, asker) ?? rows;
  const laid = over?.watch(asker, () => view.layAgain(lay));
  let gapsBefore = 0;
  const view: LiveView = new LiveView({
    async read() {
      gapsBefore = desk.gaps();
      const rows = await source.rows(asker, params);
      await laid?.ready;
      return lay(rows);
    },
    onTrouble,
    follow(rows) {
      const topics = new Set(source.topics(asker, params, rows));
      if (views.get(key)?.view !== view) return false;
      if (topics.size === followed.size && [...topics].every((topic) => followed.has(topic))) return false;
      const isNew = [...topics].some((topic) => !followed.has(topic));
      const before = unfollow;
      unfollow = desk.onTopics([...topics], refresh);
      before();
      followed = topics;
      // What was to be called because of a gap is left, and this reading may have begun before that.
      return isNew || gapsBefore !== desk.gaps();
    },
  });
  unfollow = desk.onTopics([...followed], refresh);
  const calmly = calm(source.calmMs ?? calmMs, refresh);
  const unfollowCalmly = desk.onTopics(source.calmTopics?.(asker, params) ?? [], calmly.call);
  const unhear = source.onChange?.(asker, refresh) ?? (() => {});
  const recheck = source.recheckMs ? setInterval(refresh, source.recheckMs).unref() : undefined;
  const close = () => {
    clearInterval(recheck);
    laid?.stop();
    unfollow();
    unhear();
    unfollowCalmly();
    calmly.stop();
    view.close();
  };
  views.set(key, { view, close });
  view.refresh();
  return view;
}

function closeIfLeft({ views }: Hub, key: string, view: LiveView): void {
  const open = views.get(key);
  if (view.watched || open?.view !== view) return;
  views.delete(key);
  open.close();
}

/** What a client asked for, and how it is told. */
interface Wanted {
  readonly name: string;
  readonly asker: Asker;
  readonly given: unknown;
  readonly signal: AbortSignal;
  readonly isShort: boolean;
}

async function* watch(
  hub: Hub,
  { name, asker, given, signal, isShort }: Wanted,
): AsyncGenerator<LiveMessage<Row>, void> {
  const source = hub.byName.get(name);
  if (!source) throw new LiveRefusal('NOT_FOUND');
  const params = paramsOf(source, given);

  const news = bell();
  // Listening comes before asking, so that no change falls in between.
  let accessOld = true;
  const ageAccess = () => {
    accessOld = true;
  };
  const askAgain = () => {
    ageAccess();
    news.ring();
  };
  // Access is asked for again before anything more is sent.
  const stopAccess = hub.topics.onTopics(source.accessTopics?.(asker, params) ?? [], askAgain, ageAccess);
  signal.addEventListener('abort', news.ring);
  hub.subscriptions += 1;
  let opened: { readonly view: LiveView; readonly key: string } | undefined;
  let stopReading = () => {};
  try {
    let sent: readonly Row[] | undefined;
    while (!signal.aborted) {
      while (accessOld && !signal.aborted) {
        accessOld = false;
        if (!(await source.authorize(asker, params))) throw new LiveRefusal('NOT_FOUND');
      }
      if (!opened) {
        opened = viewFor(hub, { source, asker, params });
        stopReading = opened.view.onRead(news.ring);
      }
      const rows = opened.view.rows;
      if (rows !== undefined && rows !== sent && !accessOld) {
        const message: LiveMessage<Row> | undefined = sent ? deltaOf(sent, rows, isShort) : { type: 'snapshot', rows };
        sent = rows;
        if (message && !signal.aborted) yield message;
        continue;
      }
      if (!accessOld) await news.rung();
    }
  } finally {
    hub.subscriptions -= 1;
    signal.removeEventListener('abort', news.ring);
    stopAccess();
    stopReading();
    if (opened) closeIfLeft(hub, opened.key, opened.view);
  }
}

/** Something to wait for that remembers having rung while nobody waited. */
const bell = () => {
  let rang = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rang = true;
      wake?.();
    },
    async rung() {
      if (!rang) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      rang = false;
    },
  };
};

/** What is asked for. Throws `LiveRefusal` where it does not fit, and where nothing can be called so. */
function paramsOf(source: LiveSource, given: unknown) {
  const parsed = source.query.params.safeParse(given ?? {});
  if (!parsed.success) throw new LiveRefusal('VALIDATION_FAILED');
  if (hasNullCharacter(parsed.data)) throw new LiveRefusal('NOT_FOUND');
  return parsed.data;
}

/** PostgreSQL keeps no text with U+0000: nothing has such an id, and a query for it would fail each time. */
function hasNullCharacter(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNullCharacter);
}
