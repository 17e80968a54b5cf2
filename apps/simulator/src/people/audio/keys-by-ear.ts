import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { sampleRate } from './sound.ts';

const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477, 1633];
const keys = ['123A', '456B', '789C', '*0#D'];

/** 40 ms tell apart tones that are 25 Hz from each other; the nearest two here are 73 Hz apart. */
const window = sampleRate / 25;
const step = sampleRate / 100;
/** ITU-T Q.24: what is shorter than 40 ms is no key; so long have windows to agree. */
const leastWindows = 3;

/** The keys that someone hears being pressed by their two tones (ITU-T Q.23), in samples of 8 kHz. */
export function keysIn(samples: Float32Array): string {
  let heard = '';
  let current = '';
  let windows = 0;
  for (let at = 0; at + window <= samples.length; at += step) {
    const key = keyOf(samples.subarray(at, at + window));
    windows = key === current ? windows + 1 : 1;
    current = key;
    if (windows === leastWindows) heard += key;
  }
  return heard;
}

/** The key of one window; empty for anything else. */
const keyOf = (part: Float32Array): string => {
  // −40 dB of full scale: quieter is no key.
  if (powerOf(part) < 1e-4) return '';
  const shareOf = (hertz: number) => shareAt(hertz, part, sampleRate);
  const row = strongest(rows.map(shareOf));
  const column = strongest(columns.map(shareOf));
  return row === undefined || column === undefined ? '' : (keys[row]?.[column] ?? '');
};

const strongest = (shares: readonly number[]): number | undefined => {
  const most = Math.max(...shares);
  return most < 0.25 ? undefined : shares.indexOf(most);
};
