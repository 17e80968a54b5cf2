import { useEffect } from 'react';
import { useEndedCalls, useHasCall } from '#calls/ended-calls.ts';
import { askedCalls } from './asked-calls.ts';
import { takeRatingTurn } from './rating-history.ts';

interface RatingPlace {
  readonly isFree: () => boolean;
  readonly onAsk: () => void;
  /** The same one each time. */
  readonly onCall: () => void;
}

/**
 * Asks for a rating when a call has ended, as often as the rules allow, where nothing else is open and the user is not
 * writing: the question takes the focus. `isFree` says whether a dialog may open, `onAsk` opens it, and `onCall` closes
 * it when the next call comes.
 */
export function useCallRating({ isFree, onAsk, onCall }: RatingPlace): void {
  const hasCall = useHasCall();
  useEffect(() => {
    if (hasCall) onCall();
  }, [hasCall, onCall]);
  useEndedCalls((call) => {
    // In the echo test users hear themselves, and the question would be the only one of the day.
    if (call.kind === 'echoTest') return;
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

/** Several windows of one browser hear of the same call; they check one after the other. */
async function takeTurn(look: () => boolean): Promise<boolean> {
  return navigator.locks ? await navigator.locks.request('sidetone.call-rating', look) : look();
}

function isWriting(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return false;
  return focused.isContentEditable || focused.matches('input:not([type=checkbox], [type=radio]), textarea, select');
}
