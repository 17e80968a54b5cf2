import type { Utterance } from '../basic/call.ts';
import { numberAt } from '../evidence/numbers.ts';

/** What takes the place of a card number and of an IBAN. */
const cardMark = '⟦card⟧';
const ibanMark = '⟦IBAN⟧';

interface Token {
  /** Of the utterance among those of its speaker. */
  readonly turn: number;
  readonly from: number;
  readonly to: number;
  /** Digits, as they are written or spoken; letters of the beginning of an IBAN. */
  readonly sign: string;
}

/** Words that people say between groups of digits. */
const between = /^(?:und|and|dann|then|äh|ähm|uh|um|ja|yes|okay|ok|strich|dash)$/i;

/**
 * Takes numbers of payment cards (by Luhn's rule) and IBANs (by their checksum) out of what was said, in digits and in number words of both
 * languages, also where they were said over several utterances. Other numbers stay.
 */
export function redacted<Each extends Utterance>(utterances: readonly Each[]): Each[] {
  const texts = utterances.map(({ text }) => text);
  for (const speaker of [0, 1] as const) {
    const turns = utterances.flatMap((each, at) => (each.speaker === speaker ? [at] : []));
    const runs = runsOf(turns.map((at) => texts[at] ?? ''));
    for (const { mark, tokens } of runs.flatMap(secretsIn).toReversed()) {
      hide(tokens, mark, turns, texts);
    }
  }
  return utterances.map((each, at) => ({ ...each, text: texts[at] ?? '' }));
}

/** Puts the mark where the secret begins, and takes the rest away. */
function hide(tokens: readonly Token[], mark: string, turns: readonly number[], texts: string[]): void {
  const byTurn = Map.groupBy(tokens, ({ turn }) => turn);
  for (const [turn, own] of byTurn) {
    const at = turns[turn] ?? 0;
    const [from, to] = [own[0]?.from ?? 0, own.at(-1)?.to ?? 0];
    const text = texts[at] ?? '';
    texts[at] = `${text.slice(0, from)}${mark}${text.slice(to)}`;
  }
}

/** Stretches in which nothing is said but digits and letters one by one. */
function runsOf(texts: readonly string[]): Token[][] {
  const runs: Token[][] = [[]];
  for (const [turn, text] of texts.entries()) {
    const words = [...text.matchAll(/\d+|\p{L}+/gu)];
    for (let at = 0; at < words.length; at += 1) {
      const token = tokenAt(words, at, turn);
      if (token !== null) {
        runs.at(-1)?.push(token);
        at += token.length - 1;
      } else if (!between.test(words[at]?.[0] ?? '')) runs.push([]);
    }
  }
  return runs.filter((run) => run.length > 0);
}

function tokenAt(words: readonly RegExpExecArray[], at: number, turn: number): (Token & { length: number }) | null {
  const word = words[at];
  if (word === undefined) return null;
  const token = (sign: string, length: number) => {
    const last = words[at + length - 1] ?? word;
    return { turn, from: word.index, to: last.index + last[0].length, sign, length };
  };
  if (/^\d/.test(word[0])) return token(word[0], 1);
  const low = words.slice(at, at + 3).map((each) => each[0].toLowerCase());
  const times = { double: 2, doppel: 2, triple: 3 }[low[0] ?? ''];
  if (times !== undefined) {
    const digit = digitAt(low.slice(1));
    return digit !== null && digit.sign.length === 1 ? token(digit.sign.repeat(times), 1 + digit.length) : null;
  }
  const spoken = digitAt(low);
  if (spoken !== null) return token(spoken.sign, spoken.length);
  return /^(?:[A-Z]{1,4}|[a-z]|de|at|ch)$/.test(word[0]) ? token(word[0].toUpperCase(), 1) : null;
}

/** A spoken number below a hundred: larger ones are no digits of a card. */
function digitAt(words: readonly string[]): { sign: string; length: number } | null {
  for (const language of ['de', 'en'] as const) {
    const pair = language === 'en' ? words.slice(0, 2) : words.slice(0, 1);
    const read = numberAt(pair, language);
    if (read !== null && read.value < 100) return { sign: String(read.value), length: read.length };
  }
  return null;
}

interface Secret {
  readonly mark: string;
  readonly tokens: readonly Token[];
}

/** Secrets in a run, the longest that begins at each place. */
function secretsIn(run: readonly Token[]): Secret[] {
  const found: Secret[] = [];
  let from = 0;
  while (from < run.length) {
    const secret = secretAt(run, from);
    if (secret === null) from += 1;
    else {
      found.push(secret);
      from += secret.tokens.length;
    }
  }
  return found;
}

function secretAt(run: readonly Token[], from: number): Secret | null {
  let best: Secret | null = null;
  let signs = '';
  for (let to = from; to < run.length && signs.length < 34; to += 1) {
    signs += run[to]?.sign ?? '';
    if (isCard(signs)) best = { mark: cardMark, tokens: run.slice(from, to + 1) };
    else if (isIban(signs)) best = { mark: ibanMark, tokens: run.slice(from, to + 1) };
  }
  return best;
}

/** 13 to 19 digits that begin as cards do, with the check digit of ISO/IEC 7812. */
export function isCard(signs: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(signs)) return false;
  let sum = 0;
  for (const [at, digit] of [...signs].toReversed().entries()) {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616. */
export function isIban(signs: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(signs)) return false;
  const moved = signs.slice(4) + signs.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
