import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { isGone, StepNeeded } from '#live/line/password-sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { lazyPage } from '#ui/lazy-part.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useServerInfo } from './server-info.ts';
import type { Typed } from './sign-in-here.ts';
import { TryAgainIn } from './TryAgainIn.tsx';
import { useSignInProblem } from './use-sign-in-problem.ts';

type Problem =
  | { readonly at: 'email' | 'password' | 'form'; readonly text: string }
  | { readonly at: 'wait'; readonly until: number }
  | null;

// The form does not wait for either: the door follows the server's answer, the second step a correct password.
const SecondStep = lazyPage(
  withLaterWords(() => import('./second-step/SecondStep.tsx')),
  'SecondStep',
);
const PasskeyDoor = lazyPage(
  withLaterWords(() => import('./second-step/PasskeyDoor.tsx')),
  'PasskeyDoor',
);
const CompanyDoor = lazyPage(
  withLaterWords(() => import('./single-sign-on/CompanyDoor.tsx')),
  'CompanyDoor',
);

interface SignInFormProps {
  /** Above the fields; gone once another step is asked for. */
  intro: ReactNode;
  /** Signs in; gives the address where the browser continues. */
  onSignIn: (who: Typed) => Promise<string>;
  /** Starts a sign-in in this browser, or finds the one that waits, for a passkey to answer. */
  begin: () => Promise<string>;
}

/** E-mail and password. Both stay in the form until they are correct. */
export function SignInForm({ intro, onSignIn, begin }: SignInFormProps) {
  const { t } = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>(null);
  const [missing, setMissing] = useState<StepNeeded | null>(null);
  const info = useServerInfo();
  const passwordField = useRef<HTMLInputElement>(null);
  const tell = useSignInProblem();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (email.trim() === '') return setProblem({ at: 'email', text: t(($) => $.signIn.emailMissing) });
    if (password === '') return setProblem({ at: 'password', text: t(($) => $.signIn.passwordMissing) });
    setBusy(true);
    setProblem(null);
    try {
      // Back never leads to a form that is used up.
      location.replace(await onSignIn({ email, password }));
    } catch (error) {
      setBusy(false);
      if (error instanceof StepNeeded) return setMissing(error);
      setProblem(problemOf(error));
      passwordField.current?.select();
    }
  };

  const problemOf = (error: unknown): Problem => {
    if (!(error instanceof ApiError)) {
      tell(error);
      return null;
    }
    const { code, retryAfterSeconds } = error;
    if (isGone(error)) return { at: 'form', text: t(($) => $.signIn.noCookies) };
    if (code === 'WRONG_CREDENTIALS') return { at: 'password', text: t(($) => $.signIn.wrongCredentials) };
    if (code === 'TOO_MANY_ATTEMPTS' && retryAfterSeconds !== null) {
      return { at: 'wait', until: Date.now() + retryAfterSeconds * 1000 };
    }
    return { at: 'form', text: t(($) => $.errors[codeOf(error)]) };
  };

  if (missing) {
    return (
      <Suspense fallback={<Spinner />}>
        <SecondStep uid={missing.uid} step={missing.step} email={email} onBack={() => setMissing(null)} />
      </Suspense>
    );
  }
  return (
    <>
      {intro}
      <form noValidate className="flex w-[320px] max-w-full flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label={t(($) => $.signIn.email)}
          type="email"
          name="email"
          autoComplete="username webauthn"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={problem?.at === 'email' ? problem.text : undefined}
        />
        <PasswordField
          ref={passwordField}
          label={t(($) => $.signIn.password)}
          showLabel={t(($) => $.signIn.show)}
          hideLabel={t(($) => $.signIn.hide)}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.at === 'password' ? problem.text : undefined}
        />
        <div role="alert" className="text-missed empty:hidden">
          {problem?.at === 'form' ? problem.text : null}
          {problem?.at === 'wait' ? <TryAgainIn key={problem.until} until={problem.until} /> : null}
        </div>
        <Button tone="primary" size="xl" type="submit" aria-disabled={busy || undefined}>
          {busy ? <Spinner /> : null}
          {t(($) => (busy ? $.signIn.working : $.signIn.button))}
          {busy ? null : <Kbd inherit>↵</Kbd>}
        </Button>
      </form>
      {info?.singleSignOn ? (
        <Suspense fallback={<div className="h-14" />}>
          <CompanyDoor email={email} begin={begin} />
        </Suspense>
      ) : null}
      {info?.passkeys ? (
        <Suspense fallback={<div className="h-14" />}>
          <PasskeyDoor begin={begin} isBusy={busy} />
        </Suspense>
      ) : null}
      <p className="mt-5">
        <Link to="/forgot-password" className="font-med text-accent">
          {t(($) => $.signIn.forgot.link)}
        </Link>
      </p>
    </>
  );
}
