import { useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { toast } from '#ui/toasts.ts';
import type { ListedIntegration } from '../integration-list.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { savingFailed } from '../problem-words.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { forgetSignIns, type WaitingSignIn, waitingSignIns } from './waiting.ts';

interface SignIn {
  /** Sign-ins that nothing has come of yet, by the integration's name. */
  readonly waiting: ReadonlyMap<string, WaitingSignIn>;
  /** Opens the sign-in page of an integration that needs to know nothing before; a failure is told in words. */
  begin(listed: ListedIntegration): Promise<void>;
  openAgain(name: string): void;
  forget(name: string): void;
}

/** Signing in at the pages of CRMs. */
export function useSignIn(): SignIn {
  const { t } = useWords();
  const waiting = useStore(waitingSignIns);
  const [once] = useState(oneAtATime);
  return {
    waiting,
    begin: (listed) =>
      once.run(async () => {
        try {
          await beginSignIn(listed, null);
        } catch (error) {
          toast({ tone: 'error', ...savingFailed(t, error, listed.integration.displayName) });
        }
      }),
    openAgain(name) {
      const signIn = waiting.get(name);
      if (signIn) bridge().openInBrowser(signIn.url);
    },
    forget: (name) => forgetSignIns([name]),
  };
}
