import { feedbackRoutes } from '@sidetone/contract/http/feedback-routes.ts';
import type { EndedCall } from '#calls/ended-calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call as ask } from '#live/line/http.ts';
import { logLine } from '#platform/log-book.ts';
import { toast } from '#ui/toasts.ts';
import { asCallFeedback, asCallRating, type RatingAnswer } from './rating-answer.ts';

/** Sends the user's answer: to the server with the call, and as an event. */
export function useRatingAnswer(engine: string): (call: EndedCall, answer: RatingAnswer) => void {
  const { t } = useWords();
  return (call, answer) => {
    void track({ name: 'Call Rating Submitted', callRating: asCallRating(call, answer, engine) });
    ask(feedbackRoutes.sendCallFeedback, { body: asCallFeedback(call, answer) }).catch((error: unknown) => {
      logLine('error', 'call rating not sent', { code: codeOf(error) });
      toast({ tone: 'error', title: t(($) => $.feedback.rating.notSent), text: t(($) => $.errors[codeOf(error)]) });
    });
  };
}
