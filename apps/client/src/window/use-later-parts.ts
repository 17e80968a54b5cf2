import { useEffect } from 'react';
import { useCallsView } from '#calls/calls.ts';
import { loadLaterWords } from '#i18n/language.ts';
import { loadProvider } from '#live/line/session.ts';
import { later, laterIsNow } from '#platform/later.ts';
import { bringNumberPlans } from '#platform/number-plans.ts';
import { loadPopups } from '#ui/popups.ts';

/** They are loaded after so many milliseconds even where the phone is not registered. */
const patienceMs = 3_000;

/** What ends the wait: with any of these a menu may be wanted next. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Loads what the first sight of the window does without: menus and dialogs, what renews a sign-in, and what other rooms put off
 * with `later`. It comes when the phone is registered or a user does something.
 */
export function useLaterParts(): void {
  const isRegistered = useCallsView().line.status === 'REGISTERED';
  useEffect(() => {
    if (isRegistered) laterIsNow();
  }, [isRegistered]);
  useEffect(() => {
    later(loadPopups);
    later(loadProvider);
    later(bringWords);
    later(bringNumberPlans);
    const timer = setTimeout(laterIsNow, patienceMs);
    for (const sign of signs) addEventListener(sign, laterIsNow, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, laterIsNow);
    };
  }, []);
}

function bringWords(): void {
  loadLaterWords().catch((cause: unknown) => console.warn('[i18n] words were not loaded ahead', cause));
}
