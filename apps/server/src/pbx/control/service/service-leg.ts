import { isLost, type Media, type MediaFact, type Sound, type StreamOrder } from '../../media/media.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { BotCommand } from '../../voice-bots.ts';
import type { MediaQueue } from '../media-orders.ts';

/** The caller is gone, or their audio is. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller left');
    this.name = 'CallerLeft';
  }
}

/** A recording of a caller. */
interface Recorded {
  readonly durationMs: number;
  /** The key that ended it, if one did. */
  readonly key: string | null;
}

/** What ends the recording of a caller, besides that they leave. */
export interface RecordUntil {
  readonly mostMs: number;
  /** One of these keys. */
  readonly keys: string;
  /** They were silent for so long after they spoke … */
  readonly silentMs: number;
  /** … or have not spoken at all. */
  readonly firstMs: number;
  readonly lookEveryMs: number;
}

/** A message ends with #, or with a long silence. */
export const untilSaid = (mostMs: number): RecordUntil => ({
  mostMs,
  keys: '#',
  silentMs: 10_000,
  firstMs: 10_000,
  lookEveryMs: 2000,
});

/** How a caller and a program elsewhere parted. `key`: the caller pressed one of the keys; `late`: it took too long. */
export type StreamEnd = 'closed' | 'failed' | 'key' | 'late' | BotCommand;

/** What ends the connection of a caller with a program, besides that either leaves. */
interface StreamUntil {
  /** One of these keys. */
  readonly keys: string;
  readonly mostMs: number;
  /** Called once the program has the caller. */
  connected(): Promise<void>;
}

/** The keys of every telephone. */
export const anyKey = '0123456789*#';

/** The keys that a caller presses from now on, in their order: none is lost while something else is done. */
export interface KeysPressed {
  /** The next one; null when none comes in time. Rejects with `CallerLeft`. */
  next(patienceMs: number): Promise<string | null>;
  /** Whether one was pressed that nobody has read. */
  isWaiting(): boolean;
  stop(): void;
}

/** One caller to whom the exchange itself speaks. Everything rejects with `CallerLeft` once they are gone. */
export interface ServiceLeg {
  /** Fulfils when the sound is over, with null, or with the key of `keys` that was pressed meanwhile. */
  play(sound: Sound, keys?: string): Promise<string | null>;
  /** The next of these keys; null when none comes in time. */
  nextKey(keys: string, patienceMs: number): Promise<string | null>;
  /** All keys that the caller presses from now on. */
  keysPressed(): KeysPressed;
  /**
   * Records the caller until something of `until` happens, or they leave. Rejects with `MediaError` CANNOT_RECORD,
   * `CallerLeft` before it began, or with what the disk said.
   */
  record(recordingId: string, path: string, until: RecordUntil): Promise<Recorded>;
  /**
   * Connects the caller with a program until something of `until` happens; the connection is closed when it fulfils or
   * rejects. Rejects with `MediaError` STREAM_REFUSED where there is no connection.
   */
  stream(order: StreamOrder, until: StreamUntil): Promise<StreamEnd>;
  /** The program that has the caller wants this done. */
  command(command: BotCommand): void;
  key(digit: string): void;
  mediaFact(fact: MediaFact): void;
  /** The caller is gone: a recording that runs is complete. */
  left(): void;
}

/** Nobody presses more keys than this ahead. */
const mostWaitingKeys = 20;
/** Loudest sample, 0 to 1, of what still counts as silence. */
const silentBelow = 0.01;
/** A sound that never ends, or a file that media never completes, would hold the line for ever. */
const longestSoundMs = 300_000;
const completionMs = 10_000;

interface LegParts {
  readonly media: Media;
  /** What was ordered for the caller before, such as the end of music, is done first. */
  readonly inTurn: MediaQueue['inTurn'];
  readonly clock: ExchangeClock;
  onTrouble(error: unknown): void;
}

export function serviceLeg(mediaId: string, parts: LegParts): ServiceLeg {
  const { media, clock, inTurn } = parts;
  const sounds = (sound: Sound | null) => inTurn([mediaId], () => media.play(mediaId, sound));
  const ears = openEars(clock);
  const isHere = (said: Said) => 'endpointId' in said && said.endpointId === mediaId;
  const keyOf = (said: Said, keys: string) =>
    said.type === 'key' && keys.includes(said.digit) ? said.digit : undefined;

  /** What fails because the caller hung up at that moment is no failure. */
  const unlessGone = (error: unknown): never => {
    throw ears.isGone() ? new CallerLeft() : error;
  };

  return {
    async play(sound, keys = '') {
      if (ears.isGone()) throw new CallerLeft();
      const pressed = ears.takeEarly().find((key) => keys.includes(key));
      if (pressed !== undefined) return pressed;
      const over = ears.until<string | null>(
        (said) => (said.type === 'played' && isHere(said) ? null : keyOf(said, keys)),
        longestSoundMs,
        null,
      );
      // Whatever comes first is heard: the sound may be over before media says that it began.
      over.catch(() => {});
      await sounds(sound).catch(unlessGone);
      const key = await over;
      if (key !== null) await sounds(null);
      return key;
    },
    nextKey: (keys, patienceMs) => ears.until<string | null>((said) => keyOf(said, keys), patienceMs, null),
    keysPressed: () => keepKeys(ears),
    async record(recordingId, path, until) {
      if (ears.isGone()) throw new CallerLeft();
      return await recordCaller(mediaId, { recordingId, path, until }, ears, parts);
    },
    stream: (order, until) => connectCaller(mediaId, order, until, ears, parts),
    command: (command) => ears.say({ type: 'command', command }),
    key: (digit) => ears.say({ type: 'key', digit }),
    mediaFact: ears.say,
    left: ears.leave,
  };
}

/** What is said to, or of, one caller. */
type Said =
  | MediaFact
  | { readonly type: 'key'; readonly digit: string }
  | { readonly type: 'command'; readonly command: BotCommand }
  | { readonly type: 'left' };

/** Who hears it at the moment. */
interface Ears {
  /** Hears what is said until `hear` gives a value, `patienceMs` are over, or the caller leaves. */
  until<T>(hear: (said: Said) => T | undefined, patienceMs: number, late: T): Promise<T>;
  /** Keys that were pressed before anybody listened; they are given once. */
  takeEarly(): string[];
  /** Hears everything; gives the way to stop. */
  listen(listener: (said: Said) => void): () => void;
  say(said: Said): void;
  /** The caller is gone, and who waits for something is told. */
  leave(): void;
  isGone(): boolean;
}

function openEars(clock: ExchangeClock): Ears {
  let isGone = false;
  const listeners = new Set<(said: Said) => void>();
  // What the caller is to hear is looked up first, and callers who know the menu do not wait for that.
  let early: string[] | null = [];
  const say = (said: Said): void => {
    if (said.type === 'key' && early && early.length < mostWaitingKeys) early.push(said.digit);
    for (const listener of [...listeners]) listener(said);
  };
  return {
    until: (hear, patienceMs, late) =>
      new Promise((resolve, reject) => {
        const end = (then: () => void) => {
          listeners.delete(listener);
          stopTimer();
          then();
        };
        const listener = (said: Said) => {
          const heard = hear(said);
          if (heard !== undefined) end(() => resolve(heard));
          else if (said.type === 'left') end(() => reject(new CallerLeft()));
        };
        const stopTimer = clock.after(patienceMs, () => end(() => resolve(late)));
        listeners.add(listener);
        if (isGone) listener({ type: 'left' });
      }),
    takeEarly() {
      const keys = early ?? [];
      early = null;
      return keys;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say,
    leave() {
      isGone = true;
      say({ type: 'left' });
    },
    isGone: () => isGone,
  };
}

function keepKeys(ears: Ears): KeysPressed {
  const waiting = ears.takeEarly();
  const stop = ears.listen((said) => {
    if (said.type === 'key' && waiting.length < mostWaitingKeys) waiting.push(said.digit);
  });
  return {
    async next(patienceMs) {
      // The list has the key by then, as it listens first.
      if (waiting.length === 0) {
        await ears.until<true | null>((said) => (said.type === 'key' ? true : undefined), patienceMs, null);
      }
      if (ears.isGone()) throw new CallerLeft();
      return waiting.shift() ?? null;
    },
    isWaiting: () => waiting.length > 0,
    stop,
  };
}

async function connectCaller(
  mediaId: string,
  order: StreamOrder,
  { keys, mostMs, connected }: StreamUntil,
  ears: Ears,
  { media, onTrouble }: LegParts,
): Promise<StreamEnd> {
  if (ears.isGone()) throw new CallerLeft();
  const { streamId } = order;
  const hear = (said: Said): StreamEnd | undefined => {
    if (said.type === 'streamEnded') return said.streamId === streamId ? said.end : undefined;
    if (said.type === 'command') return said.command;
    return said.type === 'key' && keys.includes(said.digit) ? 'key' : undefined;
  };
  // Whatever comes first is heard: it may be over before media says that it began.
  const over = ears.until(hear, mostMs, 'late');
  over.catch(() => {});
  const begun = media.startStream(mediaId, order).then(() => 'begun' as const);
  begun.catch(() => {});
  try {
    // A key, the time or the end of the call ends the attempt as well. What a program does itself says that it was connected,
    // which may be heard before media's own answer.
    const heard = await Promise.race([begun, over]);
    if (heard !== 'key' && heard !== 'late') await Promise.race([connected(), over]);
    return await over;
  } catch (error) {
    ears.say({ type: 'streamEnded', endpointId: mediaId, streamId, end: 'failed', why: 'refused' });
    throw ears.isGone() ? new CallerLeft() : error;
  } finally {
    // Nobody else is heard there before it is closed; with the endpoint it is gone already.
    await media.stopStream(mediaId).catch((error: unknown) => {
      if (!ears.isGone()) onTrouble(error);
    });
  }
}

async function recordCaller(
  mediaId: string,
  { recordingId, path, until }: { recordingId: string; path: string; until: RecordUntil },
  ears: Ears,
  parts: LegParts,
): Promise<Recorded> {
  const { media, clock, onTrouble } = parts;
  const { promise: complete, resolve, reject } = Promise.withResolvers<number>();
  complete.catch(() => {});
  const stopListening = ears.listen((said) => {
    if (said.type === 'recorded' && said.recordingId === recordingId) resolve(said.durationMs);
    else if (said.type === 'recordingFailed' && said.recordingId === recordingId) reject(new Error(said.why));
    else if (said.type === 'lost' && isLost(said, mediaId)) reject(new Error('the media process was lost'));
  });
  const silence = watchSilence(mediaId, until, ears, parts);
  try {
    await media.startRecording(mediaId, { recordingId, path, speakers: ['USER'] });
    // Closing the endpoint of a caller who leaves completes the file as well.
    const endKey = (said: Said) => (said.type === 'key' && until.keys.includes(said.digit) ? said.digit : undefined);
    const ended = ears.until<string | null>(endKey, until.mostMs, null).catch(() => null);
    const none = () => null;
    const key = await Promise.race([ended, complete.then(none), silence.silent.then(none)]);
    if (!ears.isGone()) await media.stopRecording(mediaId, recordingId).catch(onTrouble);
    const stopTimer = clock.after(completionMs, () => reject(new Error('media did not complete the file')));
    return { durationMs: await complete.finally(stopTimer), key };
  } finally {
    silence.stop();
    stopListening();
  }
}

/** Looks at how loud the caller is every so often. */
function watchSilence(
  mediaId: string,
  { lookEveryMs, silentMs, firstMs }: RecordUntil,
  ears: Ears,
  { media, clock, onTrouble }: LegParts,
) {
  const { promise: silent, resolve } = Promise.withResolvers<void>();
  let quietMs = 0;
  let mayBeQuietMs = firstMs;
  let cancel = () => {};
  const look = () => {
    cancel = clock.after(lookEveryMs, () => {
      media.stats(mediaId).then(({ levelIn }) => {
        const isQuiet = levelIn < silentBelow;
        quietMs = isQuiet ? quietMs + lookEveryMs : 0;
        if (!isQuiet) mayBeQuietMs = silentMs;
        if (quietMs >= mayBeQuietMs) resolve();
        else if (!ears.isGone()) look();
      }, onTrouble);
    });
  };
  look();
  return { silent, stop: () => cancel() };
}
