import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useTitle } from '#pages/use-title.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { EntryFrame } from './EntryFrame.tsx';

/** Asks for a link by mail. The answer is the same whether an account has the address or not. */
export function ForgotPasswordPage() {
  const { t } = useWords();
  useTitle(t(($) => $.signIn.forgot.title));
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<'on' | 'off' | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '') return setProblem(t(($) => $.signIn.emailMissing));
    setBusy(true);
    setProblem(undefined);
    try {
      setAnswer((await call(adminUserRoutes.forgotPassword, { body: { email } })).mail);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const problemOf = (error: unknown) => {
    if (error instanceof ApiError && error.retryAfterSeconds !== null) {
      return t(($) => $.signIn.tooManyAttempts, { wait: formatLongDuration(Math.ceil(error.retryAfterSeconds ?? 0)) });
    }
    return t(($) => $.errors[codeOf(error)]);
  };

  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">
        {t(($) => $.signIn.forgot.title)}
      </h1>
      <p role="status" className="mb-6 max-w-[380px] text-14 text-ink-2">
        {t(($) =>
          answer === null ? $.signIn.forgot.text : answer === 'on' ? $.signIn.forgot.sent : $.signIn.forgot.noMail,
        )}
      </p>
      {answer === null ? (
        <form
          noValidate
          className="mb-5 flex w-[320px] max-w-full flex-col gap-4"
          onSubmit={(event) => void submit(event)}
        >
          <Field
            label={t(($) => $.signIn.email)}
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            error={problem}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button tone="primary" size="xl" type="submit" disabled={busy}>
            {t(($) => (busy ? $.signIn.working : $.signIn.forgot.button))}
            {busy ? null : <Kbd inherit>↵</Kbd>}
          </Button>
        </form>
      ) : null}
      <Link to="/login" className="font-med text-accent">
        {t(($) => $.signIn.link.toSignIn)}
      </Link>
    </EntryFrame>
  );
}
