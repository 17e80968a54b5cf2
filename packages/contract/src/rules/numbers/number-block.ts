import { normalizeNumber } from './dialable.ts';

/** Most numbers that the range of one block has; the switchboard of a German block comes on top. */
export const mostNumbersOfBlock = 1000;

/**
 * Why two numbers make no block. `lengths`: they have neither as many digits as each other nor those of a switchboard and
 * its range; `heads`: they differ before the extension; `order`: the last comes before the first; `tooMany`: more than
 * `mostNumbersOfBlock`; `noNumber`: no country has such a number; `foreign`: another company on the server has one of them;
 * `prefix`: one of them begins another number, which nobody could dial to its end.
 */
export const numberBlockProblems = ['lengths', 'heads', 'order', 'tooMany', 'noNumber', 'foreign', 'prefix'] as const;
export type NumberBlockProblem = (typeof numberBlockProblems)[number];

/** `switchboard` is the -0 of a German block; null where the two ends have one length. */
export type NumberBlock =
  | { readonly switchboard: string | null; readonly range: readonly string[] }
  | { readonly problem: NumberBlockProblem; readonly path: 'first' | 'last' };

/**
 * The numbers of a block from its ends, both in E.164 form. Ends of one length mean every number between them. A first one
 * that ends in 0 and a last one with two or three digits in its place are a German block (Stammnummer, Zentrale,
 * Durchwahlen): `+49 40 66969-0` and `-99` are the switchboard -0 and the range -00 to -99.
 */
export function numberBlock(first: string, last: string): NumberBlock {
  const longer = last.length - first.length;
  if (longer !== 0) {
    const head = first.slice(0, -1);
    if ((longer !== 1 && longer !== 2) || !first.endsWith('0')) return { problem: 'lengths', path: 'last' };
    if (!last.startsWith(head)) return { problem: 'heads', path: 'last' };
    const block = numberBlock(`${head}${'0'.repeat(longer + 1)}`, last);
    // What the range begins with was not typed: the last number is what makes it wrong.
    if ('problem' in block) return { ...block, path: 'last' };
    return isNumber(first) ? { ...block, switchboard: first } : { problem: 'noNumber', path: 'first' };
  }
  const [from, until] = [BigInt(first.slice(1)), BigInt(last.slice(1))];
  if (until < from) return { problem: 'order', path: 'last' };
  if (until - from >= BigInt(mostNumbersOfBlock)) return { problem: 'tooMany', path: 'last' };
  if (!isNumber(first)) return { problem: 'noNumber', path: 'first' };
  if (!isNumber(last)) return { problem: 'noNumber', path: 'last' };
  return {
    switchboard: null,
    range: Array.from({ length: Number(until - from) + 1 }, (_none, at) => `+${from + BigInt(at)}`),
  };
}

/**
 * A number that cannot be dialled beside others, because one is the beginning of the other: a call would be put through
 * before its last digit. One that ends in 0 may be the switchboard of longer ones, as in German blocks. Null where all go
 * together.
 */
export function prefixConflict(wanted: readonly string[], others: readonly string[]): string | null {
  const begins = new Set(wanted);
  const isBegun = new Set(others);
  const shorterOf = (number: string, among: ReadonlySet<string>) =>
    beginningsOf(number).some((beginning) => !beginning.endsWith('0') && among.has(beginning));
  return (
    wanted.find((number) => shorterOf(number, isBegun)) ??
    others.find((number) => !begins.has(number) && shorterOf(number, begins)) ??
    null
  );
}

/** What a number begins with, down to eight digits: no shorter number is compared. */
const beginningsOf = (number: string): string[] =>
  Array.from({ length: Math.max(0, number.length - 9) }, (_none, at) => number.slice(0, number.length - 1 - at));

const isNumber = (e164: string): boolean => normalizeNumber(e164, { country: 'DE', areaCode: '' }) === e164;
