import type { Analysis, SpokenCall } from '../basic/call.ts';
import { doubtIn, type Proof } from './check.ts';

/** What points of a call are held against. */
export const proofOf = (call: SpokenCall): Proof => ({
  language: call.language,
  day: call.day,
  isVoicemail: call.isVoicemail,
  utterances: call.utterances,
  parties: [call.user, call.remote],
  names: [],
});

/** The analysis without the points that do not stand in the call, and how many there were. */
export function proved(
  analysis: Analysis,
  call: SpokenCall,
): { readonly analysis: Analysis; readonly dropped: number } {
  const proof = proofOf(call);
  let dropped = 0;
  const stands = (point: Parameters<typeof doubtIn>[0]): boolean => {
    const isProved = doubtIn(point, proof) === null;
    if (!isProved) dropped += 1;
    return isProved;
  };
  const { headline } = analysis;
  return {
    analysis: {
      headline: headline !== null && stands({ text: headline.text, evidence: headline.evidence }) ? headline : null,
      keyPoints: analysis.keyPoints.filter(({ text, evidence }) => stands({ text, evidence })),
      topics: analysis.topics.filter(({ name, evidence }) => stands({ text: name, evidence })),
      actions: analysis.actions.filter(({ text, evidence, by, due }) => stands({ text, evidence, by, due })),
      smallTalk: analysis.smallTalk.filter(({ text, evidence }) => stands({ text, evidence })),
    },
    dropped,
  };
}
