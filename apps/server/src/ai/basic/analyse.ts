import { actionsOf } from './actions.ts';
import type { Analysis, SpokenCall } from './call.ts';
import { businessOf, headlineOf, keyPointsOf } from './key-points.ts';
import { sentencesOf } from './sentences.ts';
import { smallTalkOf } from './small-talk.ts';
import { topicsOf } from './topics.ts';

/**
 * Documents a call without a model: every point is a quote of the call with the utterances it was said in. The same transcript
 * gives the same analysis. Answers to questions come from `answersOf`, the mood of an utterance from `moodOf`.
 */
export function analyse(call: SpokenCall): Analysis {
  const sentences = sentencesOf(call);
  const smallTalk = smallTalkOf(call, sentences);
  const business = businessOf(call, sentences, smallTalk.sentences);
  return {
    headline: headlineOf(call, business),
    keyPoints: keyPointsOf(call, business),
    topics: topicsOf(call, business),
    actions: actionsOf(call, business, sentences),
    smallTalk: smallTalk.points,
  };
}
