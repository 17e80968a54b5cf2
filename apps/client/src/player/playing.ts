import { createStore } from 'zustand/vanilla';
import type { Sound, SoundKey } from './sound.ts';

/** The sound that plays, or did last; there is never more than one on this page. */
export interface Playing {
  readonly key: SoundKey;
  readonly state: 'loading' | 'playing' | 'paused' | 'failed';
  /** Seconds from its start. */
  readonly at: number;
  /** Seconds. */
  readonly duration: number;
}

export const playing = createStore<{ readonly now: Playing | null }>(() => ({ now: null }));

/** Goes to a moment of a sound and plays on from there. */
export function playAt(sound: Sound, seconds: number): void {
  playing.setState({ now: { key: sound.key, state: 'paused', at: seconds, duration: sound.duration ?? 0 } });
}
