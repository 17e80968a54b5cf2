import { audioChoice } from './device-choice.ts';
import { startTone } from './tones.ts';

/** Who holds the output awake, and how to let it go. */
const holders = new Set<string>();
let release: (() => void) | null = null;

/**
 * Plays silence as long as a call of this name runs: the output device stays open, so that a wireless headset does not
 * swallow the first word, and the browser takes the page for one that plays. A name that is kept already is fine.
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
