import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { languageOfSignIn, withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { safePath } from '#live/line/safe-path.ts';
import { beginSignIn, loadProvider, session, signInBeside } from '#live/line/session.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useTitle } from '#pages/use-title.ts';
import type { DesktopBridge } from '#platform/bridge-parts.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Button } from '#ui/Button.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { lazyPage } from '#ui/lazy-part.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { InsecurePage } from './InsecurePage.tsx';
import { OutsideLink } from './OutsideLink.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useIsAskingServer, useServerInfo } from './server-info.ts';
import { signInHere } from './sign-in-here.ts';
import { useSignInProblem } from './use-sign-in-problem.ts';

interface LoginPageProps {
  /**
   * `returnTo`: the address where the browser continues after the sign-in. `company`: the one at whose provider it begins
   * by itself.
   */
  search: { returnTo?: string | undefined; company?: string | undefined };
}

const CompanyStart = lazyPage(
  withLaterWords(() => import('./single-sign-on/CompanyStart.tsx')),
  'CompanyStart',
);

/** The sign-in page: the form, or in the desktop program the button that leads to it in the system's browser. */
export function LoginPage({ search: { company, ...search } }: LoginPageProps) {
  const returnTo = safePath(search.returnTo);
  const { t } = useWords();
  useTitle(t(($) => $.signIn.button));
  const { status } = useStore(session);
  const info = useServerInfo();
  const navigate = useNavigate();
  const { nativeSignIn } = bridge();
  const isAsking = useIsAskingServer();
  const isChecking = nativeSignIn === null && (isAsking || status === 'unknown' || status === 'leaving');

  useEffect(() => {
    if (info?.setupNeeded) void navigate({ to: '/set-up', replace: true });
  }, [info?.setupNeeded, navigate]);

  useEffect(() => {
    // In another tab, or in the browser that the desktop program opened.
    if (status === 'signedIn') void navigate({ href: returnTo, replace: true });
  }, [status, returnTo, navigate]);

  useEffect(loadProvider, []);

  const hasEnded = status === 'ended';
  const door = () => {
    if (!isSecureContext) return <InsecurePage entry={info?.secureEntry ?? null} />;
    if (nativeSignIn !== null)
      return <NativeDoor nativeSignIn={nativeSignIn} returnTo={returnTo} hasEnded={hasEnded} />;
    if (isChecking) return <Checking />;
    if (company !== undefined) {
      return (
        <Suspense fallback={<Checking />}>
          <CompanyStart company={company} begin={() => beginSignIn(returnTo)} />
        </Suspense>
      );
    }
    return (
      <SignInForm
        intro={<Said>{t(($) => (hasEnded ? $.signIn.expired : $.signIn.introForm))}</Said>}
        onSignIn={(who) => signInHere(who, returnTo)}
        begin={() => beginSignIn(returnTo)}
      />
    );
  };
  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">
        {t(($) => $.signIn.headlineStart)}
        <br />
        {t(($) => $.signIn.headlineEnd)}
      </h1>
      {door()}
      <Register />
    </EntryFrame>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <p className="mb-8 max-w-[380px] text-14 text-ink-2" role="status">
      {children}
    </p>
  );
}

/** The page is finding out whether a user is signed in here already. */
function Checking() {
  const { t } = useWords();
  return (
    <>
      <Said>{t(($) => $.start.login.checkingText)}</Said>
      <Button tone="primary" size="xl" className="w-[280px] max-w-full" disabled>
        <Spinner />
        {t(($) => $.start.login.checking)}
      </Button>
    </>
  );
}

interface NativeDoorProps {
  nativeSignIn: NonNullable<DesktopBridge['nativeSignIn']>;
  returnTo: string;
  /** The previous session ended by itself. */
  hasEnded: boolean;
}

/** The desktop program has users sign in in the system's browser. */
function NativeDoor({ nativeSignIn, returnTo, hasEnded }: NativeDoorProps) {
  const { t } = useWords();
  const tell = useSignInProblem();
  /** The attempt that is on its way; null for none. */
  const [attempt, setAttempt] = useState<number | null>(null);
  const attempts = useRef(0);
  const leave = async () => {
    attempts.current += 1;
    const mine = attempts.current;
    setAttempt(mine);
    try {
      const { locale, by } = languageOfSignIn();
      await signInBeside(nativeSignIn, returnTo, by === 'chosen' ? locale : null);
    } catch (error) {
      // Nothing is reported of an attempt that was given up, or that was followed by another one.
      if (mine !== attempts.current) return;
      setAttempt(null);
      tell(error);
    }
  };
  const cancel = () => {
    attempts.current += 1;
    setAttempt(null);
  };
  return (
    <>
      <Said>
        {attempt === null ? (
          t(($) => (hasEnded ? $.signIn.expired : $.signIn.intro))
        ) : (
          <>
            {t(($) => $.start.login.waitingText)}{' '}
            <button type="button" className="font-med text-accent" onClick={() => void leave()}>
              {t(($) => $.start.login.openAgain)}
            </button>
          </>
        )}
      </Said>
      <SignInButton isWaiting={attempt !== null} onSignIn={() => void leave()} onCancel={cancel} />
    </>
  );
}

interface SignInButtonProps {
  /** The user signs in in the browser beside the program. */
  isWaiting: boolean;
  onSignIn: () => void;
  onCancel: () => void;
}

function SignInButton({ isWaiting, onSignIn, onCancel }: SignInButtonProps) {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        // Once it can be pressed, it has the focus.
        key={isWaiting ? 'busy' : 'ready'}
        tone={isWaiting ? 'default' : 'primary'}
        size="xl"
        className="w-[280px] max-w-full"
        disabled={isWaiting}
        autoFocus={!isWaiting}
        onClick={onSignIn}
      >
        {isWaiting ? <Spinner /> : null}
        {t(($) => (isWaiting ? $.start.login.waiting : $.signIn.button))}
        {isWaiting ? null : <Kbd inherit>↵</Kbd>}
      </Button>
      {isWaiting ? (
        <Button tone="ghost" size="xl" onClick={onCancel}>
          {t(($) => $.start.login.cancel)}
        </Button>
      ) : null}
    </div>
  );
}

/** For users without an account: the provider's page for it, else whom to ask. */
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
