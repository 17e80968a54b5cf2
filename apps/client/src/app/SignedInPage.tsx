import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { finishSignIn } from '#live/session.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { StartScreen } from './StartScreen.tsx';

/** Where the provider sends the browser after a sign-in; goes on to where the person was. */
export function SignedInPage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const started = useRef(false);

  useEffect(() => {
    // The code in the address is good only once, and React runs effects twice in development.
    if (started.current) return;
    started.current = true;
    finishSignIn().then(
      (returnTo) => navigate({ href: returnTo, replace: true }),
      () => setFailed(true),
    );
  }, [navigate]);

  if (!failed) return <StartScreen />;
  return (
    <main className="grid h-full place-items-center">
      <Empty
        page
        title={t(($) => $.signIn.failed)}
        action={
          <Button tone="primary" onClick={() => location.replace('/login')}>
            {t(($) => $.signIn.startAgain)}
          </Button>
        }
      />
    </main>
  );
}
