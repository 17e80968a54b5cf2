import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';

/**
 * Which of these tones are in a stretch of 16-bit sound, all at once; none in silence. Looks at windows of 100 ms, since
 * on a busy machine a voice stumbles now and then, and a tone that begins again cancels itself over a longer time.
 */
export function voicesIn(samples: ArrayLike<number>, sampleRate: number, candidates: readonly number[]): number[] {
  const all = Array.from(samples);
  const length = sampleRate / 10;
  const windows: number[][] = [];
  for (let at = 0; at + length <= all.length; at += length) windows.push(all.slice(at, at + length));
  const audible = windows.filter((window) => powerOf(window) > 10_000);
  if (audible.length * 2 <= windows.length) return [];
  return candidates.filter((hertz) => {
    return audible.filter((window) => shareAt(hertz, window, sampleRate) > 0.1).length * 2 > audible.length;
  });
}
