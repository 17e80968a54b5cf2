import type { SpokenCall } from './call.ts';
import { lexicons } from './lexicons.ts';
import { type Concept, foldedWords, hasConcept } from './question-words.ts';
import { plain } from './words.ts';

/** A line of one of several calls that tells something about a question. */
export interface Line {
  /** Among the calls. */
  readonly call: number;
  /** Among the utterances of the call. */
  readonly turn: number;
  readonly id: string;
  readonly text: string;
  readonly score: number;
  /** Something of it is said in these very words, not only beside them. */
  readonly isOwn: boolean;
  /** How much of what the question asks for is said here, or by whom it is said, from 0 to 1; rare words weigh more. */
  readonly cover: number;
}

/** Of BM25: how soon repetition stops to count, and how much length takes away. */
const saturation = 1.2;
const lengthShare = 0.5;
/** The line before or after, such as the question to a reply, counts half. */
const neighbourShare = 0.5;

interface Read {
  readonly call: number;
  readonly turn: number;
  readonly id: string;
  readonly text: string;
  readonly length: number;
  readonly has: readonly boolean[];
}

/** Reads the lines of a call, and which concepts each has. Lines that speak to a machine are left out: nothing is made of them. */
export function readLines(call: SpokenCall, number: number, concepts: readonly Concept[]): Read[] {
  return call.utterances.flatMap(({ id, text }, turn) => {
    if (isForMachine(text)) return [];
    const words = foldedWords(text);
    const has = concepts.map((concept) => hasConcept(words, concept));
    return [{ call: number, turn, id, text, length: words.size, has }];
  });
}

/** Whether a line speaks to a machine that may be listening, in either language. */
export const isForMachine = (text: string): boolean => {
  const said = plain(text);
  return lexicons.de.machine.test(said) || lexicons.en.machine.test(said);
};

/**
 * Lines by how much they tell about what a question asks for, best first; those that tell nothing are left out. `names` has, by
 * call, which concepts name its other side: all of such a call is about them.
 */
export function bestLines(
  lines: readonly Read[],
  concepts: readonly Concept[],
  names: readonly (readonly boolean[])[],
): Line[] {
  const counts = concepts.map((_, at) => lines.filter(({ has }) => has[at]).length);
  const weights = counts.map((count) => Math.log(1 + (lines.length - count + 0.5) / (count + 0.5)));
  const all = weights.reduce((sum, each) => sum + each, 0);
  if (all === 0) return [];
  const average = lines.reduce((sum, { length }) => sum + length, 0) / Math.max(1, lines.length);
  const own = lines.map(({ length, has }) => {
    const damp = (saturation + 1) / (1 + saturation * (1 - lengthShare + (lengthShare * length) / average));
    return weights.reduce((sum, weight, at) => sum + (has[at] ? weight * damp : 0), 0);
  });
  return lines
    .flatMap((line, at): Line[] => {
      const beside = [at - 1, at + 1].filter((other) => lines[other]?.call === line.call);
      const ofCall = names[line.call] ?? [];
      const covered = weights.reduce((sum, weight, concept) => {
        if (line.has[concept] || ofCall[concept]) return sum + weight;
        return beside.some((other) => lines[other]?.has[concept]) ? sum + neighbourShare * weight : sum;
      }, 0);
      const near = Math.max(0, ...beside.map((other) => own[other] ?? 0));
      const named = weights.reduce((sum, weight, concept) => sum + (ofCall[concept] ? weight : 0), 0);
      const score = (own[at] ?? 0) + neighbourShare * near + named;
      if (score === 0) return [];
      return [{ ...placeOf(line), score, cover: covered / all, isOwn: (own[at] ?? 0) > 0 }];
    })
    .sort((one, other) => other.score - one.score || one.call - other.call || one.turn - other.turn);
}

const placeOf = ({ call, turn, id, text }: Read) => ({ call, turn, id, text });
