import { useEffect, useEffectEvent, useRef } from 'react';
import { type EndedCall, useEndedCalls, useHasCall } from '#calls/ended-calls.ts';
import { askedCalls } from './asked-calls.ts';
import { takeRatingTurn } from './rating-history.ts';
import { askingOf } from './when-to-ask.ts';

interface RatingPlace {
  readonly isFree: () => boolean;
  readonly onAsk: () => void;
  /** The same one each time. */
  readonly onCall: () => void;
  /** The log of the call is still open: the question comes after it. SLOG-010 */
  readonly waits: boolean;
}

/**
 * Asks for a rating when a call has ended, as often as the rules allow, where nothing else is open and the user is not
 * writing: the question takes the focus. `isFree` says whether a dialog may open, `onAsk` opens it, and `onCall` closes
 * it when the next call comes.
 */
export function useCallRating({ isFree, onAsk, onCall, waits }: RatingPlace): void {
  const hasCall = useHasCall();
  useEffect(() => {
    if (hasCall) onCall();
  }, [hasCall, onCall]);
  const waiting = useRef<EndedCall | null>(null);
  const ask = useEffectEvent((call: EndedCall) => {
    void takeTurn(() => {
      if (document.visibilityState !== 'visible' || isWriting() || askedCalls.getState().quality !== null) return false;
      return isFree() && takeRatingTurn(Date.now());
    }).then((isOurs) => {
      if (!isOurs) return;
      askedCalls.setState({ rated: call });
      onAsk();
    });
  });
  useEndedCalls((call) => {
    // In the echo test users hear themselves, and the question would be the only one of the day.
    if (call.kind !== 'echoTest') waiting.current = call;
  });
  // Runs after the call above was noted, and again once nothing is waited for.
  useEffect(() => {
    const call = waiting.current;
    const asking = askingOf(call !== null, { waits, hasCall });
    if (call === null || asking === 'waits') return;
    waiting.current = null;
    if (asking === 'asks') ask(call);
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
