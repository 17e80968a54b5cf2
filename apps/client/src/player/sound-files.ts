import { isLegacyRefetchDue } from './cache-rules.ts';
import type { Sound, SoundKey } from './sound.ts';
import type { KeptSound, SoundCache } from './sound-cache.ts';

/** The kept recording is outdated where its length differs by more than this, in seconds: the recording went on. */
const sameLength = 0.5;

interface FilesParts {
  cache: Pick<SoundCache, 'read' | 'keepLoaded' | 'forget'>;
  /** Throws ApiError. */
  fetch(key: SoundKey, signal?: AbortSignal): Promise<ArrayBuffer>;
  now(): number;
}

/** The sound files of this device: kept ones, else from the server, and then kept. */
export function soundFiles({ cache, fetch, now }: FilesParts) {
  return {
    /** The file of a sound. Throws ApiError where the server has to be asked and does not give it. */
    async read(sound: Pick<Sound, 'key' | 'duration' | 'callEndedAt'>, signal?: AbortSignal): Promise<ArrayBuffer> {
      const { key, duration, callEndedAt } = sound;
      const isDue = key.kind === 'legacy' && isLegacyRefetchDue(callEndedAt, now());
      if (isDue) await cache.forget([key]);
      const kept = isDue ? null : await cache.read(key);
      if (kept && isWhole(kept, duration)) return kept.buffer;
      // The rule for legacy recordings: one that had to be fetched again is not kept.
      if (isDue) return fetch(key, signal);
      const load = async () => ({ buffer: await fetch(key, signal), duration: duration ?? 0 });
      return (await cache.keepLoaded(key, load)).buffer;
    },
  };
}

const isWhole = (kept: KeptSound, duration: number | null): boolean =>
  duration === null || Math.abs(kept.duration - duration) <= sameLength;
