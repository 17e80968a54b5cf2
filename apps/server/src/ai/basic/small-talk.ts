import { type SmallTalkPoint, type SpokenCall, smallTalkThemes } from './call.ts';
import { lexicons } from './lexicons.ts';
import type { Sentence } from './sentences.ts';

/** Small talk of a call, and the sentences that it takes up. */
export interface FoundSmallTalk {
  readonly points: readonly SmallTalkPoint[];
  readonly sentences: ReadonlySet<number>;
}

/**
 * Finds where one asks the other how the holiday was and the like, and the reply. Someone who speaks of an operation without having been asked is
 * taken for a patient: themes alone are no small talk.
 */
export function smallTalkOf(call: SpokenCall, sentences: readonly Sentence[]): FoundSmallTalk {
  const { smallTalk, themes } = lexicons[call.language];
  const points: SmallTalkPoint[] = [];
  const taken = new Set<number>();
  for (const sentence of sentences) {
    if (!smallTalk.test(sentence.plain) || taken.has(sentence.at)) continue;
    const reply = sentences.filter(({ turn, speaker }) => turn === sentence.turn + 1 && speaker !== sentence.speaker);
    const said = [sentence, ...reply].map(({ plain }) => plain).join(' ');
    const theme = smallTalkThemes.find((each) => themes[each].test(said));
    if (theme === undefined) continue;
    for (const { at } of [sentence, ...reply]) taken.add(at);
    const evidence = [...new Set([sentence.id, ...reply.map(({ id }) => id)])];
    const [answer] = sentence.isQuestion ? reply : [];
    const text = answer === undefined ? sentence.text : `${sentence.text} – ${answer.text}`;
    points.push({ theme, text, speaker: sentence.speaker, evidence });
  }
  return { points, sentences: taken };
}
