import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { toast } from '#ui/toasts.ts';
import { onFailedSignIn } from './crm-sign-in-news.ts';
import { awaitContacts } from './first-contacts.ts';
import { forgetSignIns, signInOutcome, waitingSignIns } from './integrations/sign-in/waiting.ts';

/** Reports what came of sign-ins that began in this window, wherever its user is by then. */
export function useSignInOutcomes(): void {
  const { t } = useWords();
  const { rows, status } = useLive(phoneQueries.integrations, {});
  const waiting = useStore(waitingSignIns);
  const [looked, setLooked] = useState(0);

  useEffect(() => {
    if (status !== 'ready' || waiting.size === 0) return;
    for (const signIn of waiting.values()) {
      const outcome = signInOutcome(signIn, rows, Math.max(looked, Date.now()));
      if (outcome === null) continue;
      const name = signIn.displayName;
      if (outcome.is === 'connected') {
        awaitContacts(outcome.connection);
        const text = t(($) => $.integrations.connectedText);
        toast({ tone: 'ok', title: t(($) => $.integrations.connected, { name }), text });
      } else {
        const text = t(($) => $.integrations.signIn.problems.expired);
        toast({ tone: 'error', title: t(($) => $.integrations.signIn.notSignedIn, { name }), text });
      }
      forgetSignIns([signIn.name]);
    }
  }, [rows, status, waiting, looked, t]);

  // Looks again when the next one ends.
  useEffect(() => {
    if (waiting.size === 0) return;
    const next = Math.min(...[...waiting.values()].map(({ expiresAt }) => Date.parse(expiresAt)));
    const timer = setTimeout(() => setLooked(Date.now()), Math.max(next - Date.now(), 0) + 50);
    return () => clearTimeout(timer);
  }, [waiting]);

  useEffect(() => {
    if (waiting.size === 0) return;
    return onFailedSignIn(({ name, problem }) => {
      const signIn = waiting.get(name);
      if (signIn === undefined) return;
      forgetSignIns([name]);
      toast({
        tone: 'error',
        title: t(($) => $.integrations.signIn.notSignedIn, { name: signIn.displayName }),
        text: t(($) => $.integrations.signIn.problems[problem]),
      });
    });
  }, [waiting, t]);
}
