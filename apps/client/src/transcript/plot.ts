import { sentimentAxis } from './sentiment.ts';

/** The geometry of the plot, in its own pixels. */
export interface PlotFrame {
  readonly width: number;
  /** Place of 1, 0 and -1 on the vertical. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The horizontal place of a second. */
export function xOf({ width, left, right }: PlotFrame, second: number, duration: number): number {
  const share = duration <= 0 ? 0 : Math.min(1, Math.max(0, second / duration));
  return left + share * Math.max(0, width - left - right);
}

/** The vertical place of a value between -1 and 1. */
export function yOf({ top, bottom }: PlotFrame, value: number): number {
  const { least, most } = sentimentAxis;
  return top + ((most - value) / (most - least)) * (bottom - top);
}

/** The second of a horizontal place. */
export function secondAt({ width, left, right }: PlotFrame, x: number, duration: number): number {
  const room = width - left - right;
  return room <= 0 ? 0 : Math.min(1, Math.max(0, (x - left) / room)) * duration;
}

/** Seconds to label under the plot: at most `most`, at round distances, 0 among them. */
export function marksOf(duration: number, most: number): number[] {
  const distance = distances.find((each) => duration / each < most) ?? Math.ceil(duration / most);
  return Array.from({ length: Math.floor(duration / distance) + 1 }, (_, index) => index * distance);
}

const distances = [5, 10, 15, 30, 60, 90, 120, 300, 600, 900, 1800, 3600, 7200];

/**
 * A curve through points, as the path of an SVG: smooth, and never beyond the points themselves, since each piece leaves
 * and arrives level (monotone in both directions).
 */
export function curveThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const middle = round((before[0] + x) / 2);
      return `C${middle} ${round(before[1])} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
