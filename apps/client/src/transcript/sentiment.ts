import type { Utterance } from './talk-share.ts';

/**
 * The number of utterances of a speaker that one point of the plot represents (specification of settings and shell,
 * 4.9).
 */
const sentimentWindow = 3;
/** Ends of the axis. */
export const sentimentAxis = { least: -1, most: 1 } as const;
/** An utterance of fewer words says nothing about the mood. */
const leastWords = 3;

/** The mood of a speaker in a second of the call. */
export interface SentimentPoint {
  readonly speaker: Utterance['speaker'];
  /** Whole seconds from the start. */
  readonly second: number;
  /** From -1 (negative) to 1 (positive). */
  readonly value: number;
  /** Place in the transcript of the first utterance that it represents. */
  readonly item: number;
}

/** Whether there is anything to plot. */
export function hasSentiment(items: readonly Utterance[]): boolean {
  return items.some(({ sentiment }) => typeof sentiment === 'number');
}

/**
 * The points of the plot in the order of time: the moving average over the last three utterances of the same speaker, those
 * of fewer than three words counting 0; points of a speaker within one second are one, their average weighted by words.
 * Utterances whose mood nobody measured are left out.
 */
export function sentimentPoints(items: readonly Utterance[]): SentimentPoint[] {
  const inOrder = items
    .map((item, index) => ({ ...item, index, words: wordCount(item.text) }))
    .filter(({ sentiment }) => typeof sentiment === 'number')
    .sort((a, b) => a.startTime - b.startTime || a.index - b.index);
  const points = ([0, 1] as const).flatMap((speaker) => {
    const own = inOrder.filter((item) => item.speaker === speaker);
    const values = own.map(({ sentiment, words }) => (words < leastWords ? 0 : (sentiment ?? 0)));
    const averaged = own.map((item, at) => ({
      second: Math.floor(item.startTime),
      value: average(values.slice(Math.max(0, at + 1 - sentimentWindow), at + 1)),
      words: item.words,
      item: item.index,
    }));
    return mergeSeconds(averaged).map((point) => ({ speaker, ...point }));
  });
  return points.sort((a, b) => a.second - b.second || a.speaker - b.speaker);
}

/** How many words a text has. */
export function wordCount(text: string): number {
  return text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

interface Weighted {
  readonly second: number;
  readonly value: number;
  readonly words: number;
  readonly item: number;
}

function mergeSeconds(points: readonly Weighted[]): { second: number; value: number; item: number }[] {
  const bySecond = new Map<number, Weighted[]>();
  for (const point of points) bySecond.set(point.second, [...(bySecond.get(point.second) ?? []), point]);
  return [...bySecond].map(([second, together]) => {
    const words = together.reduce((sum, point) => sum + point.words, 0);
    const value =
      words === 0
        ? average(together.map((point) => point.value))
        : together.reduce((sum, point) => sum + point.value * point.words, 0) / words;
    return { second, value: clamp(value), item: together[0]?.item ?? 0 };
  });
}

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sums of fractions may end a hair beyond the axis. */
const clamp = (value: number): number => Math.min(sentimentAxis.most, Math.max(sentimentAxis.least, value));
