import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { useTitle } from './use-title.ts';

type Problem = { at: 'email' | 'password' | 'form'; text: string; gone?: boolean } | null;

/** The provider's form. `uid` names the sign-in that waits for it. */
export function SignInPage({ uid }: { uid: string }) {
  const { t } = useWords();
  useTitle(t(($) => $.signIn.button));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '') return setProblem({ at: 'email', text: t(($) => $.signIn.emailMissing) });
    if (password === '') return setProblem({ at: 'password', text: t(($) => $.signIn.passwordMissing) });
    setBusy(true);
    setProblem(null);
    try {
      const { redirectTo } = await call(sessionRoutes.signIn, { params: { uid }, body: { email, password } });
      location.assign(redirectTo);
    } catch (error) {
      setBusy(false);
      setProblem(problemOf(error));
      passwordField.current?.select();
    }
  };

  const problemOf = (error: unknown): Problem => {
    const code = codeOf(error);
    if (code === 'NOT_FOUND') return { at: 'form', text: t(($) => $.signIn.interactionGone), gone: true };
    if (code === 'WRONG_CREDENTIALS') return { at: 'password', text: t(($) => $.signIn.wrongCredentials) };
    if (error instanceof ApiError && code === 'TOO_MANY_ATTEMPTS' && error.retryAfterSeconds !== null) {
      const wait = formatLongDuration(Math.ceil(error.retryAfterSeconds));
      return { at: 'form', text: t(($) => $.signIn.tooManyAttempts, { wait }) };
    }
    return { at: 'form', text: t(($) => $.errors[code]) };
  };

  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">{t(($) => $.signIn.button)}</h1>
      <p className="mb-6 max-w-[380px] text-14 text-ink-2">{t(($) => $.signIn.introForm)}</p>
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
        <Field
          ref={passwordField}
          label={t(($) => $.signIn.password)}
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.at === 'password' ? problem.text : undefined}
        />
        <div role="alert" className="text-missed empty:hidden">
          {problem?.at === 'form' ? problem.text : null}
        </div>
        {problem?.gone ? (
          <Button tone="primary" size="xl" onClick={() => location.assign('/login')}>
            {t(($) => $.signIn.startAgain)}
          </Button>
        ) : (
          <Button tone="primary" size="xl" type="submit" disabled={busy}>
            {busy ? <Spinner /> : null}
            {t(($) => (busy ? $.signIn.working : $.signIn.button))}
            {busy ? null : <Kbd inherit>↵</Kbd>}
          </Button>
        )}
      </form>
      <p className="mt-5">
        <Link to="/forgot-password" className="font-med text-accent">
          {t(($) => $.signIn.forgot.link)}
        </Link>
      </p>
    </EntryFrame>
  );
}
