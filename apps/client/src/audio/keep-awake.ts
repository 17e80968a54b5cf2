import { audioChoice } from './device-choice.ts';
import { startTone } from './tones.ts';

/** The calls that keep the output awake, each with the way to stop. */
const holders = new Set<string>();
let release: (() => void) | null = null;

/**
 * Plays silence as long as a call with this name runs: the output device stays open, so that a wireless headset does
 * not swallow the first word, and the browser counts the page as one that plays sound. A name may be kept again.
 */
export function keepAwake(name: string): void {
  holders.add(name);
  if (release !== null) return;
  release = startTone('silence', { outputs: () => [audioChoice.getState().output] });
  playback('playing');
}

/** Lets the output sleep once no call keeps it awake. */
export function letSleep(name: string): void {
  holders.delete(name);
  if (holders.size > 0 || release === null) return;
  release();
  release = null;
  playback('none');
}

function playback(state: MediaSessionPlaybackState): void {
  if (globalThis.navigator?.mediaSession !== undefined) navigator.mediaSession.playbackState = state;
}
