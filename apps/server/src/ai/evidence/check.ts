import type { Language, Party, Speaker, Utterance } from '../basic/call.ts';
import { dayAfter, daysIn } from '../basic/days.ts';
import { lexicons } from '../basic/lexicons.ts';
import { folded, plain, wordsOf } from '../basic/words.ts';
import { numbersIn } from './numbers.ts';

/** Why a point is not shown. */
export type Doubt = 'noEvidence' | 'unknownEvidence' | 'number' | 'name' | 'due' | 'speaker' | 'link';

/** A point of an analysis, made by rules or by a model. */
export interface CheckedPoint {
  readonly text: string;
  readonly evidence: readonly string[];
  readonly by?: Speaker;
  readonly due?: string | null;
}

/** What a point is held against. */
export interface Proof {
  readonly language: Language;
  /** Day of the call, YYYY-MM-DD. */
  readonly day: string;
  readonly isVoicemail: boolean;
  readonly utterances: readonly Utterance[];
  readonly parties: readonly Party[];
  /** Further names that may be told without having been said: of the account, of the channel. */
  readonly names: readonly string[];
}

const mostEvidence = 6;

/**
 * Checks a point against the utterances that it rests on: its numbers, days, names and its speaker must be there. Null where nothing is wrong;
 * a point with a doubt is dropped, never mended.
 */
export function doubtIn(point: CheckedPoint, proof: Proof): Doubt | null {
  if (point.evidence.length === 0 || point.evidence.length > mostEvidence) return 'noEvidence';
  const rests = proof.utterances.filter(({ id }) => point.evidence.includes(id));
  if (rests.length !== new Set(point.evidence).size) return 'unknownEvidence';
  if (/https?:|www\.|\[[^\]]*\]\(|<[a-z/!]|```/i.test(point.text)) return 'link';
  const said = rests.map(({ text }) => text).join(' \n ');
  if (!hasNumbers(point.text, said, proof)) return 'number';
  if (!hasNames(point.text, said, proof)) return 'name';
  if (point.by !== undefined && !mayHaveToDoIt(point.by, rests, proof)) return 'speaker';
  if (point.due !== undefined && point.due !== null && !isNamedDay(point.due, rests, proof)) return 'due';
  return null;
}

function hasNumbers(text: string, said: string, { language }: Proof): boolean {
  const there = numbersIn(said, language);
  const words = text.toLowerCase().match(/\d+(?:[.:,]\d+)*/g) ?? [];
  const spoken = [...numbersIn(text.replace(/\d+(?:[.:,]\d+)*/g, ' '), language)].filter(
    (each) => !isWordOfArticle(each),
  );
  return (
    words.every((word) => [...numbersIn(word, language)].some((each) => there.has(each))) &&
    spoken.every((each) => there.has(each))
  );
}

/** "One of them" is no number that anyone would check. */
const isWordOfArticle = (number: string): boolean => number === '1' || number === '0';

/** Names are words with a capital letter within a sentence; German nouns have one too, so there each must have been said. */
function hasNames(text: string, said: string, { language, parties, names, day }: Proof): boolean {
  const { fillers, weekdays, months } = lexicons[language];
  const known = new Set(
    wordsOf(
      [said, ...names, ...parties.flatMap(({ name, organization }) => [name ?? '', organization ?? ''])].join(' '),
    ).map(folded),
  );
  const capitals = text.match(/(?<=[^\s.!?…–:]\s+)\p{Lu}[\p{L}'-]+/gu) ?? [];
  const first = /^\p{Lu}[\p{L}'-]+/u.exec(text)?.[0];
  const asked =
    first !== undefined && /^\p{Lu}\S*\s+\p{Lu}/u.test(text) && !fillers.has(first.toLowerCase())
      ? [first, ...capitals]
      : capitals;
  const dates = daysIn(plain(said), language, day).length > 0;
  return asked.every((word) => {
    const low = word.toLowerCase().replace(/'(?:s|d|ll|m|re|ve)?$/, '');
    if (fillers.has(low)) return true;
    if (dates && (weekdays.includes(low) || months.includes(low))) return known.has(folded(low));
    return isKnown(folded(low), known);
  });
}

/** The word or a form of it: "Petzold" of "Petzolds", "Mieter" of "Mietern". */
function isKnown(word: string, known: ReadonlySet<string>): boolean {
  if (known.has(word)) return true;
  for (const each of known) {
    const [short, long] = each.length < word.length ? [each, word] : [word, each];
    if (short.length >= 4 && long.startsWith(short) && long.length - short.length <= 2) return true;
  }
  return false;
}

/** Those who speak in the evidence, and those who are spoken to; on a machine our side says nothing, but is asked. */
function mayHaveToDoIt(by: Speaker, rests: readonly Utterance[], { isVoicemail, language }: Proof): boolean {
  if (rests.some(({ speaker }) => speaker === by) && !(isVoicemail && by === 0)) return true;
  return rests.some(({ speaker, text }) => speaker !== by && asks(plain(text), language));
}

const asks = (said: string, language: Language): boolean =>
  lexicons[language].request.test(said) || /(?<!\p{L})(?:please|bitte)(?!\p{L})/u.test(said);

/** Whether the evidence names this day, by the rules that days are read with. */
function isNamedDay(due: string, rests: readonly Utterance[], { language, day }: Proof): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(due) || due < day || due > dayAfter(day, 400)) return false;
  return rests.some(({ text }) => daysIn(plain(text), language, day).some((named) => named.day === due));
}
