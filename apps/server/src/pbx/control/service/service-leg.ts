import type { Media, MediaFact, Sound } from '../../media/media.ts';
import type { ExchangeClock } from '../../ports.ts';

/** The caller is gone, or their audio is. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller left');
    this.name = 'CallerLeft';
  }
}

/** What ended a recording. */
interface Recorded {
  readonly durationMs: number;
}

/** One caller to whom the exchange itself speaks. Everything rejects with `CallerLeft` once they are gone. */
export interface ServiceLeg {
  /** Fulfils when the sound is over, with null, or with the key of `keys` that was pressed meanwhile. */
  play(sound: Sound, keys?: string): Promise<string | null>;
  /** The next of these keys; null when none comes in time. */
  nextKey(keys: string, patienceMs: number): Promise<string | null>;
  /**
   * Records the caller until they press #, leave, are silent for long, or `mostMs` are over. Rejects with `MediaError`
   * CANNOT_RECORD, `CallerLeft` before it began, or with what the disk said.
   */
  record(recordingId: string, path: string, mostMs: number): Promise<Recorded>;
  key(digit: string): void;
  mediaFact(fact: MediaFact): void;
  /** The caller is gone: a recording that runs is complete. */
  left(): void;
}

/** A message ends with so long a silence. */
const silenceMs = 10_000;
const lookEveryMs = 2000;
/** Loudest sample, 0 to 1, of what still counts as silence. */
const silentBelow = 0.01;
/** A sound that never ends, or a file that media never completes, would hold the line for ever. */
const longestSoundMs = 300_000;
const completionMs = 10_000;

export function serviceLeg(
  mediaId: string,
  { media, clock, onTrouble }: { media: Media; clock: ExchangeClock; onTrouble(error: unknown): void },
): ServiceLeg {
  let isGone = false;
  const listeners = new Set<
    (said: MediaFact | { readonly type: 'key'; readonly digit: string } | { readonly type: 'left' }) => void
  >();
  type Said = Parameters<typeof listeners extends Set<infer Listener> ? Listener : never>[0];

  /** Hears what is said until `hear` gives a value, `patienceMs` are over, or the caller leaves. */
  function until<T>(hear: (said: Said) => T | undefined, patienceMs: number, late: T): Promise<T> {
    return new Promise((resolve, reject) => {
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
    });
  }
  const say = (said: Said) => {
    for (const listener of [...listeners]) listener(said);
  };
  const isHere = (said: Said) => 'endpointId' in said && said.endpointId === mediaId;

  return {
    async play(sound, keys = '') {
      if (isGone) throw new CallerLeft();
      const over = until<string | null>(
        (said) => {
          if (said.type === 'played' && isHere(said)) return null;
          return said.type === 'key' && keys.includes(said.digit) ? said.digit : undefined;
        },
        longestSoundMs,
        null,
      );
      // Whatever comes first is heard: the sound may be over before media says that it began.
      over.catch(() => {});
      await media.play(mediaId, sound);
      const key = await over;
      if (key !== null) await media.play(mediaId, null);
      return key;
    },

    nextKey: (keys, patienceMs) =>
      until<string | null>(
        (said) => (said.type === 'key' && keys.includes(said.digit) ? said.digit : undefined),
        patienceMs,
        null,
      ),

    async record(recordingId, path, mostMs) {
      if (isGone) throw new CallerLeft();
      const { promise: complete, resolve, reject } = Promise.withResolvers<Recorded>();
      complete.catch(() => {});
      const hear = (said: Said) => {
        if (said.type === 'recorded' && said.recordingId === recordingId) resolve({ durationMs: said.durationMs });
        else if (said.type === 'recordingFailed' && said.recordingId === recordingId) reject(new Error(said.why));
        else if (said.type === 'lost') reject(new Error('the media process was lost'));
      };
      listeners.add(hear);
      const stopLooking = watchSilence();
      try {
        await media.startRecording(mediaId, { recordingId, path, speakers: ['USER'] });
        // Closing the endpoint of a caller who leaves completes the file as well.
        const ended = until<true>(
          (said) => (said.type === 'key' && said.digit === '#' ? true : undefined),
          mostMs,
          true,
        );
        await Promise.race([ended.catch(() => {}), complete, stopLooking.silent]);
        ended.catch(() => {});
        if (!isGone) await media.stopRecording(mediaId, recordingId).catch(onTrouble);
        const stopTimer = clock.after(completionMs, () => reject(new Error('media did not complete the file')));
        return await complete.finally(stopTimer);
      } finally {
        stopLooking.stop();
        listeners.delete(hear);
      }
    },

    key: (digit) => say({ type: 'key', digit }),
    mediaFact: say,
    left() {
      isGone = true;
      say({ type: 'left' });
    },
  };

  /** Looks at how loud the caller is every so often. */
  function watchSilence() {
    const { promise: silent, resolve } = Promise.withResolvers<void>();
    let quietMs = 0;
    let cancel = () => {};
    const look = () => {
      cancel = clock.after(lookEveryMs, () => {
        media.stats(mediaId).then(({ levelIn }) => {
          quietMs = levelIn < silentBelow ? quietMs + lookEveryMs : 0;
          if (quietMs >= silenceMs) resolve();
          else if (!isGone) look();
        }, onTrouble);
      });
    };
    look();
    return { silent, stop: () => cancel() };
  }
}
