import { feedbackRoutes } from '@sidetone/contract/http/feedback-routes.ts';
import { useEffect } from 'react';
import { type EndedCall, useEndedCalls, useHasCall } from '#calls/ended-calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/analytics.ts';
import { codeOf } from '#live/api-error.ts';
import { call as ask } from '#live/http.ts';
import { logLine } from '#platform/log-book.ts';
import { toast } from '#ui/toasts.ts';
import { askedCalls } from './asked-calls.ts';
import { asCallFeedback, asCallRating, type RatingAnswer } from './rating-answer.ts';
import { takeRatingTurn } from './rating-history.ts';

interface RatingPlace {
  readonly isFree: () => boolean;
  readonly onAsk: () => void;
  /** The same one each time. */
  readonly onCall: () => void;
}

/**
 * Asks for a rating when a call has ended, as often as the rules allow, where nothing else is open and nobody is writing:
 * the question takes the focus. `isFree` says whether a dialog may open, `onAsk` opens it, and `onCall` takes it away when the
 * next call is there.
 */
export function useCallRating({ isFree, onAsk, onCall }: RatingPlace): void {
  const hasCall = useHasCall();
  useEffect(() => {
    if (hasCall) onCall();
  }, [hasCall, onCall]);
  useEndedCalls((call) => {
    void takeTurn(() => {
      if (document.visibilityState !== 'visible' || isWriting() || askedCalls.getState().quality !== null) return false;
      return isFree() && takeRatingTurn(Date.now());
    }).then((isOurs) => {
      if (!isOurs) return;
      askedCalls.setState({ rated: call });
      onAsk();
    });
  });
}

/** Sends what somebody answered: to the server with the call, and as an event. */
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

/** Several windows of one browser hear of the same call; they look one after the other. */
async function takeTurn(look: () => boolean): Promise<boolean> {
  return navigator.locks ? await navigator.locks.request('sidetone.call-rating', look) : look();
}

function isWriting(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return false;
  return focused.isContentEditable || focused.matches('input:not([type=checkbox], [type=radio]), textarea, select');
}
