import { actionsOf } from './actions.ts';
import type { Analysis, SpokenCall } from './call.ts';
import { businessOf, headlineOf, keyPointsOf } from './key-points.ts';
import { readSentences, type Sentence } from './sentences.ts';
import { smallTalkOf } from './small-talk.ts';
import { topicsOf } from './topics.ts';

/**
 * Documents a call without a model: every point is a quote of the call with the utterances it was said in. The same transcript
 * gives the same analysis. Answers to questions come from `answersOf`, the mood of an utterance from `moodOf`.
 */
export function analyse(call: SpokenCall): Analysis {
  const steps = analysing(call);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Likewise, step by step: hours of talk take a second, and calls of others must not wait for it. */
export function* analysing(call: SpokenCall): Generator<undefined, Analysis> {
  const sentences: Sentence[] = [];
  for (const some of readSentences(call)) {
    sentences.push(...some);
    yield;
  }
  const smallTalk = smallTalkOf(call, sentences);
  yield;
  const business = businessOf(call, sentences, smallTalk.sentences);
  yield;
  const headline = headlineOf(call, business);
  yield;
  const keyPoints = keyPointsOf(call, business);
  yield;
  const topics = topicsOf(call, business);
  yield;
  return { headline, keyPoints, topics, actions: actionsOf(call, business, sentences), smallTalk: smallTalk.points };
}
