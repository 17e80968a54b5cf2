import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/external-links.ts';
import { session, signIn } from '#live/session.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Button } from '#ui/Button.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { OutsideLink } from './OutsideLink.tsx';
import { useIsAskingServer, useServerInfo } from './server-info.ts';
import { useSignInProblem } from './use-sign-in-problem.ts';
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
  const tell = useSignInProblem();
  const isNative = bridge().nativeSignIn !== null;
  const isAsking = useIsAskingServer();
  const isChecking = !isNative && (isAsking || status === 'unknown' || status === 'leaving');
  /** Which try is on its way; null while none is. */
  const [attempt, setAttempt] = useState<number | null>(null);
  const attempts = useRef(0);

  useEffect(() => {
    if (info?.setupNeeded) void navigate({ to: '/set-up', replace: true });
  }, [info?.setupNeeded, navigate]);

  useEffect(() => {
    // In another tab, or in the browser that the desktop program opened.
    if (status === 'signedIn') void navigate({ href: returnTo, replace: true });
  }, [status, returnTo, navigate]);

  const leave = async () => {
    attempts.current += 1;
    const mine = attempts.current;
    setAttempt(mine);
    try {
      await signIn(returnTo, language);
    } catch (error) {
      // Whoever gave it up, or began anew, is told nothing of the one before.
      if (mine !== attempts.current) return;
      setAttempt(null);
      tell(error);
    }
  };
  const cancel = () => {
    attempts.current += 1;
    setAttempt(null);
  };

  const said = () => {
    if (isChecking) return t(($) => $.start.login.checkingText);
    return status === 'ended' ? t(($) => $.signIn.expired) : t(($) => $.signIn.intro);
  };
  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">
        {t(($) => $.signIn.headlineStart)}
        <br />
        {t(($) => $.signIn.headlineEnd)}
      </h1>
      <p className="mb-8 max-w-[380px] text-14 text-ink-2" role="status">
        {isNative && attempt !== null ? (
          <>
            {t(($) => $.start.login.waitingText)}{' '}
            <button type="button" className="font-med text-accent" onClick={() => void leave()}>
              {t(($) => $.start.login.openAgain)}
            </button>
          </>
        ) : (
          said()
        )}
      </p>
      {isSecureContext ? (
        <SignInButton
          state={isChecking ? 'checking' : attempt === null ? 'ready' : isNative ? 'waiting' : 'leaving'}
          onSignIn={() => void leave()}
          onCancel={cancel}
        />
      ) : (
        <InsecurePage entry={info?.secureEntry ?? null} />
      )}
      <Register />
    </EntryFrame>
  );
}

interface SignInButtonProps {
  /** `waiting` for what the person does in the browser beside the desktop program. */
  state: 'checking' | 'ready' | 'leaving' | 'waiting';
  onSignIn: () => void;
  onCancel: () => void;
}

function SignInButton({ state, onSignIn, onCancel }: SignInButtonProps) {
  const { t } = useWords();
  const words = {
    checking: t(($) => $.start.login.checking),
    ready: t(($) => $.signIn.button),
    leaving: t(($) => $.signIn.working),
    waiting: t(($) => $.start.login.waiting),
  };
  const isReady = state === 'ready';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        // Once it can be pressed, it is where the focus is.
        key={isReady ? 'ready' : 'busy'}
        tone={state === 'waiting' ? 'default' : 'primary'}
        size="xl"
        className="w-[280px] max-w-full"
        disabled={!isReady}
        autoFocus={isReady}
        onClick={onSignIn}
      >
        {isReady ? null : <Spinner />}
        {words[state]}
        {isReady ? <Kbd inherit>↵</Kbd> : null}
      </Button>
      {state === 'waiting' ? (
        <Button tone="ghost" size="xl" onClick={onCancel}>
          {t(($) => $.start.login.cancel)}
        </Button>
      ) : null}
    </div>
  );
}

/** For who has no account yet: the provider's page for it, else who may help. */
function Register() {
  const { t } = useWords();
  const register = useExternalLink('register');
  const contact = useExternalLink('contact');
  const address = register ?? contact;
  const words = t(($) => (register === null ? $.start.login.askAdministrator : $.start.login.register));
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-1.5 text-ink-2">
      {t(($) => $.start.login.noAccount)} {address === null ? words : <OutsideLink href={address}>{words}</OutsideLink>}
    </p>
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
