import type { Language } from './call.ts';
import { lexicons } from './lexicons.ts';
import { folded, stemOf, wordsOf } from './words.ts';

/** Something that a question about calls asks for: forms of a word of both languages, and words that mean the same on the phone. */
export interface Concept {
  /** Folded; each begins words that it stands for. */
  readonly stems: readonly string[];
}

/** Words of a question that tell nothing of what it is about, because every call has them, or because days are chosen elsewhere. */
const empty = new Set(
  `call calls called calling caller callers phone phoned customer customers client clients person people someone anyone
   said say says saying tell tells told talk talked talking mention mentioned ask asked asks
   spoke speak happened happen happens wanted want wants last past recent recently week weeks day days today yesterday month
   months this these those where list show give named name gave given summarise summarize summary find any all which who whom what when where why how many much often
   anruf anrufe anrufer anruferin anrufern angerufen rief telefonat telefonate gespräch gespräche gesprächen kunde kunden
   kundin kundinnen leute jemand wer wen wem was wann wo warum wie welche welcher welches welchen welchem viele viel oft
   wohin woher wofür diese dieser dieses diesen diesem genannt nannten gesagt sagte sagen sagt erzählt erwähnt erwähnte gefragt fragte fragen gesprochen wollte wollten will wollen letzte
   letzten letzter letztes vergangenen woche wochen tag tage tagen heute gestern monat monate monaten zeige zeig liste nenne
   nenn fasse zusammen zusammenfassung finde alle alles hat haben hatte hatten worden wurde wurden gab gibt bei von mit`
    .split(/\s+/)
    .map(folded),
);

/** Words by which people mean the same, by how they begin. */
const alike: readonly (readonly string[])[] = [
  'complain unhappy annoyed angry disappoint beschwer reklam verarger unzufried argerlich'.split(' '),
  'deliver shipment shipping liefer geliefert zustell versand'.split(' '),
  'invoice bill rechnung'.split(' '),
  'price cost quote preis kost angebot'.split(' '),
  'appointment meeting termin'.split(' '),
  'cancel storn kundig absag abgesagt'.split(' '),
  'payment paid zahl bezahl uberweis'.split(' '),
  'damag broken crushed defect faulty kaputt beschadig defekt'.split(' '),
  'refund credit erstatt gutschrift'.split(' '),
  'urgent dringend eilig asap'.split(' '),
  'heating heizung boiler'.split(' '),
];

/** Words of questions for promises. People who promise something seldom say so: it is in how they say it. */
const promising = 'promis zusag zugesagt versprech versprochen'.split(' ');
const isPromising = (word: string): boolean => promising.some((each) => folded(word).startsWith(each));

const ourselves = new Set(['we', 'i', 'our', 'wir', 'ich', 'unser', 'unsere']);

/** Whose promises a question is about; null where it is not about promises. */
export function promisesAskedFor(question: string): 'ours' | 'all' | null {
  const words = wordsOf(question);
  if (!words.some(isPromising)) return null;
  return words.some((word) => ourselves.has(folded(word))) ? 'ours' : 'all';
}

const shortest = 3;
const mostConcepts = 16;

/** What a question asks for, each once, in the order of the question; empty where it only asks for calls. */
export function conceptsOf(question: string): Concept[] {
  const found = new Map<string, Concept>();
  for (const word of wordsOf(question)) {
    for (const part of word.split(/[^\p{L}\p{N}]+/u)) {
      const concept = conceptOf(part);
      if (concept !== null && found.size < mostConcepts) found.set(concept.stems.join(' '), concept);
    }
  }
  return [...found.values()];
}

function conceptOf(word: string): Concept | null {
  const bare = folded(word);
  if (isFiller(word) || isPromising(word) || empty.has(bare) || (bare.length < shortest && !/\d/.test(bare)))
    return null;
  const stems = new Set((['de', 'en'] as const).map((language: Language) => stemOf(word, language)));
  const same = alike.find((group) => group.some((each) => bare.startsWith(each) || each.startsWith(bare)));
  // The shorter form finds the longer one too.
  const shortestForm = [...stems].sort((one, other) => one.length - other.length).slice(0, 1);
  return { stems: [...new Set([...shortestForm, ...(same ?? [])])] };
}

const isFiller = (word: string): boolean => lexicons.de.fillers.has(word) || lexicons.en.fillers.has(word);

/** Whether one of these words, as they were said, is what a concept stands for. German joins nouns: "Pumpe" is in "Umwälzpumpe". */
export const hasConcept = (words: Iterable<string>, { stems }: Concept): boolean => {
  for (const word of words) {
    for (const stem of stems) if (word.startsWith(stem) || (stem.length >= 5 && word.includes(stem))) return true;
  }
  return false;
};

/** The words of a text, as `hasConcept` compares them. */
export const foldedWords = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).flatMap((word) => folded(word).split(/[^\p{L}\p{N}]+/u)));
