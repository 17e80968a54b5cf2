import type { FoundAnswer, Question, Quote, SpokenCall } from './call.ts';
import { daysIn } from './days.ts';
import type { Wanted } from './lexicon.ts';
import { lexicons } from './lexicons.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { numberWord, plain, stemsOf } from './words.ts';

/** Words of a question that are looked for; longer ones ask for several things. */
const mostStems = 20;

/** So much of what a question asks about has to be said where its answer is; rare words weigh more. */
const leastCover = 0.5;

/** A place in the call that may answer: what is compared with the question, and what is quoted. */
interface Candidate {
  readonly stems: ReadonlySet<string>;
  readonly quote: Quote;
  /** A reply to a question that is nearly the one asked counts for more. */
  readonly lift: number;
}

/**
 * Looks for the words of the call that answer questions. It quotes or abstains: nothing is inferred, and questions of yes or no
 * are left to people and models.
 */
export function answersOf(call: SpokenCall, questions: readonly Question[]): FoundAnswer[] {
  return [...answering(call, questions)];
}

/** The same, question by question, so that others get their turn in between. */
export function* answering(call: SpokenCall, questions: readonly Question[]): Generator<FoundAnswer, void> {
  const candidates = candidatesOf(sentencesOf(call), call);
  const said = places(candidates);
  for (const { id, text } of questions) yield { questionId: id, answer: bestAnswer(text, candidates, said, call) };
}

function candidatesOf(sentences: readonly Sentence[], call: SpokenCall): Candidate[] {
  const { smallTalk } = lexicons[call.language];
  return sentences
    .filter(({ isHostile }) => !isHostile)
    .flatMap((each) => {
      if (!each.isQuestion)
        return [
          {
            stems: new Set(each.stems),
            quote: { text: each.text, speaker: each.speaker, evidence: [each.id] },
            lift: 1,
          },
        ];
      if (smallTalk.test(each.plain)) return [];
      const reply = sentences
        .filter(({ turn, speaker }) => turn === each.turn + 1 && speaker !== each.speaker)
        .slice(0, 2);
      const [first] = reply;
      if (first === undefined || first.isHostile) return [];
      const text = reply.map((one) => one.text).join(' ');
      const stems = new Set([...each.stems, ...reply.flatMap((one) => one.stems)]);
      return [
        { stems, quote: { text, speaker: first.speaker, evidence: [...new Set([each.id, first.id])] }, lift: 1.2 },
      ];
    });
}

/** Where a word was said, and how much it tells: much where few sentences have it, most where none does. */
interface Said {
  readonly in: ReadonlySet<Candidate>;
  readonly weight: number;
}

/** Looks each word up once, however many questions ask for it. */
function places(candidates: readonly Candidate[]): (stem: string) => Said {
  const known = new Map<string, Said>();
  return (stem) => {
    const before = known.get(stem);
    if (before) return before;
    const having = new Set(candidates.filter(({ stems }) => hasStem(stems, stem)));
    const weight = Math.log(1 + (candidates.length - having.size + 0.5) / (having.size + 0.5));
    const said = { in: having, weight };
    known.set(stem, said);
    return said;
  };
}

/** German joins nouns: "Pumpe" is in "Umwälzpumpe". */
function hasStem(stems: ReadonlySet<string>, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < 4) return false;
  for (const each of stems)
    if (each.length > stem.length && (each.endsWith(stem) || each.startsWith(stem))) return true;
  return false;
}

function bestAnswer(
  question: string,
  candidates: readonly Candidate[],
  said: (stem: string) => Said,
  call: SpokenCall,
): Quote | null {
  const lexicon = lexicons[call.language];
  const asked = plain(question);
  const wanted = lexicon.questionWords.find(([words]) => words.test(asked));
  if (wanted === undefined) return null;
  if (asksForPhone.test(asked)) return theOnlyPhone(candidates);
  const content = wanted[1] === 'day' || wanted[1] === 'amount' ? asked.replace(wanted[0], ' ') : asked;
  const stems = [...new Set(stemsOf(content.replace(/\b(?:number|nummer)\b/g, ' '), call.language))].slice(
    0,
    mostStems,
  );
  const words = stems.map(said);
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  // One word is too little to tell what "what is in it" asks for.
  if (all === 0 || (wanted[1] === 'thing' && stems.length < 2)) return null;
  let best: { quote: Quote; cover: number } | null = null;
  for (const candidate of candidates) {
    const { quote, lift } = candidate;
    const covered = words.reduce((sum, { in: having, weight }) => sum + (having.has(candidate) ? weight : 0), 0) / all;
    const cover = lift * covered;
    // A reply to a question nearly like it makes up for words that are not there, but only where it has a day or a number to give.
    const enough = demandsForm.has(wanted[1]) ? cover : covered;
    if (enough >= leastCover && cover > (best?.cover ?? 0) && tells(quote.text, wanted[1], call))
      best = { quote, cover };
  }
  return best?.quote ?? null;
}

const demandsForm: ReadonlySet<Wanted> = new Set(['day', 'number', 'amount']);

/** Whether a text has what the question asks for: a day for "when", a number for "how many", a name for "who". */
function tells(text: string, wanted: Wanted, call: SpokenCall): boolean {
  const { clock, amount, place, weekdays, months, fillers } = lexicons[call.language];
  const isName = (word: string) => !fillers.has(word) && !weekdays.includes(word) && !months.includes(word);
  const said = plain(text);
  switch (wanted) {
    case 'day':
      return (
        clock.test(said) ||
        duration.test(said) ||
        daysIn(said, call.language, call.day).length > 0 ||
        weekdays.some((day) => said.includes(day))
      );
    case 'amount':
      return amount.test(said);
    case 'number':
      return /\d/.test(said) || amount.test(said) || numberWord.test(said) || count.test(said);
    case 'place':
      return place.test(
        weekdays.reduce((rest, day) => rest.replaceAll(day, ' '), said.replace(new RegExp(clock, 'g'), ' ')),
      );
    case 'person':
      return (
        byThem.test(said) || (text.match(/(?<=\S\s+)\p{Lu}\p{L}+/gu) ?? []).some((word) => isName(word.toLowerCase()))
      );
    case 'thing':
      return true;
  }
}

/** Questions for the number under which someone is reached. */
const asksForPhone =
  /\b(?:nummer|number)\b.*(?:erreich|zurück|rückruf|reach|call|ring)|telefonnummer|phone number|call.*back on/;
const phone = /(?<!\d)(?:\+|0)\d(?:[ /-]?\d){5,}/;

/** The quote with the telephone number that was said; null where there are two. */
function theOnlyPhone(candidates: readonly Candidate[]): Quote | null {
  const having = candidates.filter(({ quote }) => phone.test(quote.text));
  const numbers = new Set(having.map(({ quote }) => phone.exec(quote.text)?.[0].replace(/\D/g, '')));
  return numbers.size === 1 ? (having[0]?.quote ?? null) : null;
}

const duration =
  /\b(?:\d+|\w+) (?:days?|weeks?|months?|hours?|minutes?|tage?n?|wochen?|monaten?|monate|stunden?|minuten?)\b/;
const byThem = /\b(?:by (?:the|my|our|a)|von (?:der|dem|meinem|meiner|unserem|unserer)) \w+/;
/** Small counts, which say nothing of a sentence by themselves. */
const count = /\b(?:one|once|twice|\w+mal)\b/;
