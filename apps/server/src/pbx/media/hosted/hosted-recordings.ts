import { join, relative, sep } from 'node:path';
import type { Logger } from 'pino';
import { MediaError, type MediaFact } from '../media.ts';
import type { Ask } from './asking.ts';
import { fetchRecording } from './fetch-recording.ts';
import { type KeptRecording, recordingPlace } from './file-protocol.ts';

/** A recording ended; told once its file is where it was ordered to. */
export type EndFact = Extract<MediaFact, { readonly type: 'recorded' | 'recordingFailed' }>;

interface Hosted {
  readonly place: string;
  /** Known once it is complete. */
  readonly fact: EndFact | null;
  /** Not tried before that, by the clock of the process. */
  readonly notBefore: number;
  readonly failures: number;
}

const mostFetching = 2;
/** Half a gigabyte of a conference would keep a greeting waiting that somebody has just said. */
const longMs = 600_000;
const isLong = ({ fact }: Hosted): boolean => fact?.type === 'recorded' && fact.durationMs > longMs;
const isAwaited = ({ place }: Hosted): boolean => place.startsWith('run/');
const firstPauseMs = 2000;
const lastPauseMs = 30 * 60_000;

interface HostedRecordingsParts {
  readonly ask: Ask;
  /** The data folder. */
  readonly root: string;
  readonly log: Logger | undefined;
  tell(fact: EndFact): void;
}

/**
 * Recordings that lie at a media process with a folder of its own. Each that is complete is fetched, two at a
 * time, and told as ended then. What earlier carriers of the node have not fetched is listed whenever a connection begins.
 */
export class HostedRecordings {
  readonly #parts: HostedRecordingsParts;
  readonly #hosted = new Map<string, Hosted>();
  /** Ended, but nobody knows yet where they belong: those of an earlier carrier. */
  readonly #unplaced = new Map<string, EndFact>();
  /** Counts connections; 0 while there is none. */
  #connection = 0;
  #connections = 0;
  #isListed = false;
  /** Ordered, and not answered yet: a list may be older. */
  readonly #beginning = new Set<string>();
  readonly #fetching = new Map<string, Hosted>();
  #listAgain: NodeJS.Timeout | undefined;
  #fetchAgain: NodeJS.Timeout | undefined;

  constructor(parts: HostedRecordingsParts) {
    this.#parts = parts;
  }

  /** Where a recording belongs. Throws `MediaError` CANNOT_RECORD outside of the folders that recordings are made in. */
  expect(recordingId: string, path: string): string {
    const place = this.#placeOf(path);
    if (place === undefined || this.#hosted.has(recordingId)) {
      throw new MediaError('CANNOT_RECORD', 'a recording belongs into its folder, and once');
    }
    this.#hosted.set(recordingId, { place, fact: null, notBefore: 0, failures: 0 });
    this.#beginning.add(recordingId);
    return place;
  }

  begun(recordingId: string): void {
    this.#beginning.delete(recordingId);
  }

  /** It did not begin. */
  forget(recordingId: string): void {
    this.#beginning.delete(recordingId);
    this.#hosted.delete(recordingId);
  }

  ended(fact: EndFact): void {
    const known = this.#hosted.get(fact.recordingId);
    if (known) this.#isComplete(fact.recordingId, known, fact);
    else {
      this.#unplaced.set(fact.recordingId, fact);
      if (this.#isListed) this.#list();
    }
    this.#fetchNext();
  }

  /** Whether the file of this path lies there, or may: what is there is unknown until it was listed. */
  isComing(path: string): boolean {
    const place = this.#placeOf(path);
    if (place === undefined) return false;
    return !this.#isListed || [...this.#hosted.values()].some((each) => each.place === place);
  }

  connected(): void {
    this.#connection = ++this.#connections;
    // What failed before may go well now.
    for (const [id, each] of this.#hosted) this.#hosted.set(id, { ...each, notBefore: 0, failures: 0 });
    this.#list();
  }

  disconnected(): void {
    this.#connection = 0;
    this.#isListed = false;
    clearTimeout(this.#listAgain);
    clearTimeout(this.#fetchAgain);
  }

  #placeOf(path: string): string | undefined {
    return recordingPlace.safeParse(relative(this.#parts.root, path).split(sep).join('/')).data;
  }

  #isComplete(recordingId: string, { place }: Pick<Hosted, 'place'>, fact: EndFact): void {
    this.#hosted.set(recordingId, { place, fact, notBefore: 0, failures: 0 });
  }

  #list(): void {
    const { log } = this.#parts;
    const connection = this.#connection;
    this.#isListed = false;
    this.#readList(connection).catch((error: unknown) => {
      if (this.#connection !== connection) return;
      log?.warn({ err: error }, 'media: listing recordings failed, trying later');
      this.#listAgain = setTimeout(() => this.#list(), firstPauseMs).unref();
    });
  }

  async #readList(connection: number): Promise<void> {
    const before = new Set(this.#hosted.keys());
    const there = new Set<string>();
    for (let after = '', isLast = false; !isLast; ) {
      const page = await this.#parts.ask('listRecordings', { after });
      if (this.#connection !== connection) return;
      for (const each of page.recordings) {
        there.add(each.recordingId);
        await this.#found(each, before.has(each.recordingId));
      }
      isLast = page.isLast || page.recordings.length === 0;
      after = page.recordings.at(-1)?.recordingId ?? after;
    }
    if (this.#connection !== connection) return;
    this.#isListed = true;
    for (const [recordingId, { fact }] of this.#hosted) {
      if (!before.has(recordingId) || there.has(recordingId) || this.#beginning.has(recordingId)) continue;
      this.#hosted.delete(recordingId);
      if (fact) this.#parts.tell(fact);
    }
    // The file is gone from there; who is told looks whether it is here.
    for (const fact of this.#unplaced.values()) this.#parts.tell(fact);
    this.#unplaced.clear();
    this.#fetchNext();
  }

  async #found(found: KeptRecording, isKnown: boolean): Promise<void> {
    const { recordingId, endpointId, place, durationMs, isComplete } = found;
    const known = this.#hosted.get(recordingId);
    const told = this.#unplaced.get(recordingId);
    const isOver = isComplete || told !== undefined;
    if (known?.fact || (known && !isOver)) return;
    if (!known && place.startsWith('run/') && isOver) {
      // Made for a moment of a life that is over.
      await this.#parts.ask('dropRecording', { recordingId });
      return;
    }
    const path = join(this.#parts.root, place);
    this.#unplaced.delete(recordingId);
    const fact = told ?? { type: 'recorded', endpointId, recordingId, path, durationMs };
    // One that has begun since may be listed as it was a moment ago.
    if (isOver && (isKnown || !known)) this.#isComplete(recordingId, { place }, fact);
    else if (!known) this.#hosted.set(recordingId, { place, fact: null, notBefore: 0, failures: 0 });
  }

  /** Two at a time, of which one may be long; what somebody waits for on the telephone comes first. */
  #fetchNext(): void {
    clearTimeout(this.#fetchAgain);
    if (this.#connection === 0 || this.#fetching.size >= mostFetching) return;
    const hasLong = [...this.#fetching.values()].some(isLong);
    const [next] = [...this.#hosted]
      .filter(([id, each]) => each.fact && !this.#fetching.has(id) && !(hasLong && isLong(each)))
      .sort(([, a], [, b]) => a.notBefore - b.notBefore || Number(isAwaited(b)) - Number(isAwaited(a)));
    if (!next) return;
    const [recordingId, hosted] = next;
    const wait = hosted.notBefore - performance.now();
    if (wait > 0) {
      this.#fetchAgain = setTimeout(() => this.#fetchNext(), wait).unref();
      return;
    }
    this.#fetching.set(recordingId, hosted);
    void this.#fetch(recordingId, hosted).finally(() => {
      this.#fetching.delete(recordingId);
      this.#fetchNext();
    });
    this.#fetchNext();
  }

  async #fetch(recordingId: string, { place, fact, failures }: Hosted): Promise<void> {
    const { ask, root, log } = this.#parts;
    const path = join(root, place);
    try {
      const bytes = await fetchRecording(ask, recordingId, path);
      log?.info({ recordingId, bytes }, 'media: recording fetched');
    } catch (error) {
      // It is not there any longer: who is told looks whether it is here.
      if (!(error instanceof MediaError && error.code === 'NO_SUCH_RECORDING')) {
        log?.warn({ err: error, recordingId }, 'media: fetching a recording failed, trying later');
        const pause = Math.min(lastPauseMs, firstPauseMs * 2 ** failures);
        const again = { place, fact, notBefore: performance.now() + pause, failures: failures + 1 };
        if (this.#hosted.has(recordingId)) this.#hosted.set(recordingId, again);
        return;
      }
    }
    this.#hosted.delete(recordingId);
    if (fact) this.#parts.tell(fact.type === 'recorded' ? { ...fact, path } : fact);
  }
}
