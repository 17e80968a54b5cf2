import type { Sides } from './sound.ts';

/** Width of a bar and of the gap behind it, in CSS pixels (specification of settings and shell, 9). */
export const barWidth = 2.6;
export const barGap = 2;

/** How many bars are in a width, in CSS pixels. */
export function barCount(width: number): number {
  return Math.max(0, Math.floor((width + barGap) / (barWidth + barGap)));
}

/** `count` bars of these peaks: each as high as the loudest peak that it represents, between 0 and 1. */
export function barsOf(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0) return Array.from({ length: count }, () => 0);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.min(1, Math.max(0, ...peaks.slice(from, to)));
  });
}

/** Bars of both sides, drawn as if the loudest of either filled its half: a quiet speaker is visible too. */
export function barsOfSides({ user, remote }: Sides, count: number): Sides {
  const [above, below] = [barsOf(user, count), barsOf(remote, count)];
  const loudest = Math.max(0, ...above, ...below);
  const scale = loudest === 0 ? 0 : 1 / loudest;
  return { user: above.map((bar) => bar * scale), remote: below.map((bar) => bar * scale) };
}
