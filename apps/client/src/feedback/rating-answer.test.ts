import { callFeedbackBody, callRating, callRatingReasons } from '@sidetone/contract/entities/feedback.ts';
import { expect, test } from 'vitest';
import type { EndedCall } from '#calls/ended-calls.ts';
import { asCallFeedback, asCallRating, type RatingAnswer } from './rating-answer.ts';

const call: EndedCall = {
  docId: 'pbx-1',
  direction: 'INCOMING',
  kind: 'call',
  seconds: 372,
  wasEstablished: true,
  person: { name: 'Priya', known: true, anonymous: false, square: false, imageUrl: null },
};

test.each<[RatingAnswer, string[], string]>([
  [null, [], 'GOOD'],
  ['bad_quality', ['BAD_AUDIO'], 'BAD'],
  ['dropout', ['BAD_AUDIO'], 'BAD'],
  ['volume', ['BAD_AUDIO'], 'BAD'],
  ['delay', ['BAD_AUDIO'], 'BAD'],
  ['no_audio', ['NO_SOUND'], 'BAD'],
  ['only_outgoing', ['NO_SOUND'], 'BAD'],
  ['only_incoming', ['NO_SOUND'], 'BAD'],
])('%s is sent with the tags %j as %s', (answer, tags, rating) => {
  const sent = asCallFeedback(call, answer);
  expect(callFeedbackBody.parse(sent)).toEqual({
    callId: 'pbx-1',
    text: '',
    tags,
    rating,
    reason: answer ?? 'no_reason',
  });
});

test('every answer is an event as well, with what the call was', () => {
  for (const answer of [null, ...callRatingReasons]) {
    expect(callRating.parse(asCallRating(call, answer, 'sip'))).toEqual({
      call_rating_value: answer === null ? 'good' : 'bad',
      reason: answer ?? 'no_reason',
      call_id: 'pbx-1',
      call_duration: 372,
      call_engine: 'sip',
      call_direction: 'INCOMING',
    });
  }
});
