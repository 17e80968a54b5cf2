import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { isGone } from '#live/line/password-sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { Typed } from './sign-in-here.ts';
import { TryAgainIn } from './TryAgainIn.tsx';
import { useSignInProblem } from './use-sign-in-problem.ts';

type Problem =
  | { readonly at: 'email' | 'password' | 'form'; readonly text: string }
  | { readonly at: 'wait'; readonly until: number }
  | null;

interface SignInFormProps {
  /** Signs in; gives the address where the browser continues. */
  onSignIn: (who: Typed) => Promise<string>;
}

/** E-mail and password. Both stay in the form until they are correct. */
export function SignInForm({ onSignIn }: SignInFormProps) {
  const { t } = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>(null);
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

  return (
    <>
      <form noValidate className="flex w-[320px] max-w-full flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label={t(($) => $.signIn.email)}
          type="email"
          name="email"
          autoComplete="username"
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
      <p className="mt-5">
        <Link to="/forgot-password" className="font-med text-accent">
          {t(($) => $.signIn.forgot.link)}
        </Link>
      </p>
    </>
  );
}
