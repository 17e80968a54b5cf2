import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { finishSignIn, session } from '#live/line/session.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { StartScreen } from './StartScreen.tsx';
import { useSignInProblem } from './use-sign-in-problem.ts';

/**
 * The page that the provider sends the browser to after a sign-in; leads on to where the user was, or back to the
 * sign-in page.
 */
export function SignedInPage() {
  const navigate = useNavigate();
  const tell = useSignInProblem();
  const started = useRef(false);

  useEffect(() => {
    // The code in the address is valid only once, and React runs effects twice in development.
    if (started.current) return;
    started.current = true;
    finishSignIn().then(
      (returnTo) => {
        sizeWindow();
        void navigate({ href: returnTo, replace: true });
      },
      (error: unknown) => {
        // Users who came here by Back are signed in already, and nothing went wrong.
        if (session.getState().status !== 'signedIn') tell(error);
        void navigate({ to: '/login', replace: true });
      },
    );
  }, [navigate, tell]);

  return <StartScreen />;
}

/** Once the user is known, the window takes the size of the next page: of the setup, or of the app. */
function sizeWindow(): void {
  const stop = watchLive(phoneQueries.me, {}, look);
  look();
  function look() {
    const me = readLive(phoneQueries.me, {}).rows[0];
    if (!me) return;
    stop();
    bridge().resizeWindow(me.onboarding.completed ? 'main' : 'setup');
  }
}
