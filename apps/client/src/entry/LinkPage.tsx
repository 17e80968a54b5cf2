import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { passwordMinLength } from '@sidetone/contract/rules/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { session } from '#live/line/session.ts';
import { useTitle } from '#pages/use-title.ts';
import { usePasswordProblem } from '#settings/password-problem.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { InsecureDoor } from './InsecureDoor.tsx';
import { useEnter } from './use-enter.ts';

interface LinkPageProps {
  /** The kind of link by its address; the server knows better. */
  kind: 'invitation' | 'reset';
  token: string;
}

/** The page of an invitation or a link for a new password: the user chooses a password, and is signed in with it. */
export function LinkPage({ kind, token }: LinkPageProps) {
  const { t } = useWords();
  const isSignedIn = useStore(session).status === 'signedIn';
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => call(adminUserRoutes.lookUpLink, { body: { token } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isInvitation = (link.data?.kind ?? kind) === 'invitation';
  useTitle(t(($) => (isInvitation ? $.signIn.link.invitation : $.signIn.link.reset)));

  // A password that is chosen here would be sent in the clear, and the browser would give no microphone.
  if (!isSecureContext) return <InsecureDoor />;
  if (link.isPending) return <EntryFrame>{null}</EntryFrame>;
  if (link.isError) {
    const code = codeOf(link.error);
    // Used up, most likely by this very user: they want into the app.
    if (isSignedIn && code === 'NOT_FOUND') return <Navigate to="/" replace />;
    return <DeadLink code={code} />;
  }
  const { company, firstName, email } = link.data;
  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">
        {isInvitation ? t(($) => $.signIn.link.welcome, { name: firstName }) : t(($) => $.signIn.link.reset)}
      </h1>
      <p className="mb-6 max-w-[380px] text-14 text-ink-2">
        {isInvitation
          ? t(($) => $.signIn.link.invitationText, { company })
          : t(($) => $.signIn.link.resetText, { company })}
      </p>
      <PasswordForm email={email} token={token} />
    </EntryFrame>
  );
}

function PasswordForm({ email, token }: { email: string; token: string }) {
  const { t } = useWords();
  const enter = useEnter(t(($) => $.signIn.link.chosen));
  const passwordProblem = usePasswordProblem();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const weak = passwordProblem(password);
    if (weak !== undefined) return setProblem(weak);
    setBusy(true);
    try {
      await call(adminUserRoutes.acceptLink, { body: { token, password } });
      await enter({ email, password }, '/');
    } catch (error) {
      setBusy(false);
      const code = codeOf(error);
      setProblem(t(($) => (code === 'NOT_FOUND' ? $.signIn.link.gone : $.errors[code])));
    }
  };

  return (
    <form noValidate className="flex w-[320px] max-w-full flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {/* For password managers, and for the user whose account it is. */}
      <Field label={t(($) => $.signIn.email)} type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t(($) => $.signIn.link.password)}
        showLabel={t(($) => $.signIn.show)}
        hideLabel={t(($) => $.signIn.hide)}
        autoComplete="new-password"
        autoFocus
        value={password}
        help={t(($) => $.signIn.setUp.passwordHelp, { count: passwordMinLength })}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button tone="primary" size="xl" type="submit" disabled={busy}>
        {t(($) => (busy ? $.signIn.working : $.signIn.link.button))}
        {busy ? null : <Kbd inherit>↵</Kbd>}
      </Button>
    </form>
  );
}

function DeadLink({ code }: { code: ReturnType<typeof codeOf> }) {
  const { t } = useWords();
  const isGone = code === 'NOT_FOUND' || code === 'VALIDATION_FAILED';
  return (
    <EntryFrame>
      <h1 className="mb-3 font-semi text-[36px] leading-[44px] tracking-[-0.02em]">
        {t(($) => (isGone ? $.signIn.link.goneTitle : $.signIn.link.notNow))}
      </h1>
      <p role="alert" className="mb-6 max-w-[380px] text-14 text-ink-2">
        {t(($) => (isGone ? $.signIn.link.gone : $.errors[code]))}
      </p>
      <Link to="/login" className="font-med text-accent">
        {t(($) => $.signIn.link.toSignIn)}
      </Link>
    </EntryFrame>
  );
}
