import {
  type CallFeedbackBody,
  type CallRating,
  type CallRatingReason,
  noRatingReason,
} from '@sidetone/contract/entities/feedback.ts';
import type { EndedCall } from '#calls/ended-calls.ts';

/** The answer to the rating dialog: null for thumbs up. */
export type RatingAnswer = CallRatingReason | null;

type BadTag = CallFeedbackBody['tags'][number];

const tags: Record<CallRatingReason, BadTag> = {
  bad_quality: 'BAD_AUDIO',
  dropout: 'BAD_AUDIO',
  volume: 'BAD_AUDIO',
  delay: 'BAD_AUDIO',
  no_audio: 'NO_SOUND',
  only_outgoing: 'NO_SOUND',
  only_incoming: 'NO_SOUND',
};

/** The answer as feedback on the call. */
export function asCallFeedback(call: EndedCall, answer: RatingAnswer): CallFeedbackBody {
  const about = { callId: call.docId, text: '' };
  return answer === null
    ? { ...about, tags: [], rating: 'GOOD', reason: noRatingReason }
    : { ...about, tags: [tags[answer]], rating: 'BAD', reason: answer };
}

/** The answer as an event for analytics. */
export function asCallRating(call: EndedCall, answer: RatingAnswer, engine: string): CallRating {
  return {
    call_rating_value: answer === null ? 'good' : 'bad',
    reason: answer ?? noRatingReason,
    call_id: call.docId,
    call_duration: call.seconds,
    call_engine: engine,
    call_direction: call.direction,
  };
}
