import type { Quote, SpokenCall } from './call.ts';
import type { Lexicon } from './lexicon.ts';
import { lexicons } from './lexicons.ts';
import { rank } from './rank.ts';
import type { Sentence } from './sentences.ts';

/** A call of so few sentences is kept whole: choosing would lose something. */
const keptWhole = 5;
const fewest = 6;
const mostPoints = 10;
const shareOfSentences = 0.4;
/** Characters of a headline. */
const longestHeadline = 90;

/** Sentences that are about the business of the call. */
export function businessOf(
  call: SpokenCall,
  sentences: readonly Sentence[],
  smallTalk: ReadonlySet<number>,
): readonly Sentence[] {
  const lexicon = lexicons[call.language];
  return sentences.filter((each) => !each.isHostile && !smallTalk.has(each.at) && !isCourtesy(each, lexicon));
}

const isCourtesy = ({ plain, stems }: Sentence, lexicon: Lexicon): boolean =>
  stems.length === 0 ||
  lexicon.farewell.test(plain) ||
  lexicon.thanks.test(plain) ||
  (lexicon.greeting.test(plain) && !lexicon.purpose.test(plain) && !lexicon.problem.test(plain));

/** What was said that matters, as quotes in the order of the call. */
export function keyPointsOf(call: SpokenCall, business: readonly Sentence[]): Quote[] {
  const most = Math.min(mostPoints, Math.max(fewest, Math.round(business.length * shareOfSentences)));
  const chosen = business.length <= keptWhole ? business : rank(call, business, most).map(({ sentence }) => sentence);
  return [...chosen].sort((a, b) => a.at - b.at).map((each) => quoteOf(each, business));
}

/** A sentence as a quote. A short reply stands behind its question, since alone it says nothing. */
function quoteOf(sentence: Sentence, among: readonly Sentence[]): Quote {
  const before = among.find(({ at }) => at === sentence.at - 1);
  const isReply = before?.isQuestion === true && before.speaker !== sentence.speaker && sentence.stems.length < 3;
  if (!isReply) return { text: sentence.text, speaker: sentence.speaker, evidence: [sentence.id] };
  return {
    text: `${before.text} – ${sentence.text}`,
    speaker: sentence.speaker,
    evidence: [...new Set([before.id, sentence.id])],
  };
}

/** Why they called, in one line: what the caller said of it, else the sentence that says most. */
export function headlineOf(call: SpokenCall, business: readonly Sentence[]): Quote | null {
  const { purpose, problem } = lexicons[call.language];
  const sound = business.filter(({ isQuestion }) => !isQuestion);
  const early = sound.slice(0, 12);
  const reason =
    early.find(({ plain, stems }) => purpose.test(plain) && stems.length > 0) ??
    early.find(({ plain, speaker }) => speaker === 1 && problem.test(plain)) ??
    rank(call, sound, 1)[0]?.sentence;
  if (reason === undefined) return null;
  return { text: shortened(reason.text), speaker: reason.speaker, evidence: [reason.id] };
}

/** At most so many characters, cut between words. */
function shortened(text: string): string {
  const bare = text.replace(/[.!?…\s]+$/, '');
  if (bare.length <= longestHeadline) return bare;
  return `${bare.slice(0, longestHeadline).replace(/[\s,;:–-]+\S*$/, '')} …`;
}
