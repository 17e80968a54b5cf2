import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { session, signIn } from '#live/session.ts';
import { Button } from '#ui/Button.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { toast } from '#ui/toasts.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { useServerInfo } from './server-info.ts';
import { useTitle } from './use-title.ts';

interface LoginPageProps {
  /** Where the browser goes on after the sign-in. */
  returnTo: string;
}

/** The door: one button that leads to the provider's form and back. */
export function LoginPage({ returnTo }: LoginPageProps) {
  const { t, language } = useWords();
  useTitle(t(($) => $.signIn.button));
  const { status } = useStore(session);
  const info = useServerInfo();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (info?.setupNeeded) void navigate({ to: '/set-up', replace: true });
  }, [info?.setupNeeded, navigate]);

  const leave = async () => {
    setLeaving(true);
    try {
      await signIn(returnTo, language);
    } catch (error) {
      setLeaving(false);
      toast({ tone: 'error', title: t(($) => $.signIn.failed), text: t(($) => $.errors[signInCode(error)]) });
    }
  };

  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">
        {t(($) => $.signIn.headlineStart)}
        <br />
        {t(($) => $.signIn.headlineEnd)}
      </h1>
      <p className="mb-8 max-w-[380px] text-14 text-ink-2" role="status">
        {status === 'ended' ? t(($) => $.signIn.expired) : t(($) => $.signIn.intro)}
      </p>
      {isSecureContext ? (
        <Button
          tone="primary"
          size="xl"
          className="w-[280px] max-w-full"
          disabled={leaving}
          autoFocus
          onClick={() => void leave()}
        >
          {leaving ? <Spinner /> : null}
          {t(($) => (leaving ? $.signIn.working : $.signIn.button))}
          {leaving ? null : <Kbd inherit>↵</Kbd>}
        </Button>
      ) : (
        <InsecurePage entry={info?.secureEntry ?? null} />
      )}
    </EntryFrame>
  );
}

/** Without a secure connection browsers give neither the microphone nor what a sign-in is made with: the way out. */
function InsecurePage({ entry }: { entry: string | null }) {
  const { t } = useWords();
  return (
    <>
      <p className="mb-5 max-w-[380px] text-missed">{t(($) => $.app.insecure.why)}</p>
      {entry === null ? null : (
        <a className="font-med text-accent underline" href={entry}>
          {t(($) => $.app.insecure.goOn)}
        </a>
      )}
    </>
  );
}

/** The library tells a server that does not answer by its own errors: for people that is no connection. */
function signInCode(error: unknown) {
  return error instanceof TypeError ? 'NETWORK' : codeOf(error) === 'BAD_REPLY' ? 'UNAVAILABLE' : codeOf(error);
}
