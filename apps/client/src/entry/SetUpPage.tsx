import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { passwordMinLength } from '@sidetone/contract/rules/limits.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useTitle } from '#pages/use-title.ts';
import { usePasswordProblem } from '#settings/password-problem.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { toast } from '#ui/toasts.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { InsecureDoor } from './InsecureDoor.tsx';
import { useServerInfo, useServerInfoAgain } from './server-info.ts';
import { useEnter } from './use-enter.ts';

const blank = { company: '', firstName: '', lastName: '', email: '', password: '', code: '' };
type FieldName = keyof typeof blank;
/** The problem of each field, and of all of them together. */
type Problems = Partial<Record<FieldName | 'form', string>>;

/** The first administrator makes the account. */
export function SetUpPage() {
  const { t, language } = useWords();
  useTitle(t(($) => $.signIn.setUp.title));
  const navigate = useNavigate();
  const [values, setValues] = useState(blank);
  const [problems, setProblems] = useState<Problems>({});
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [busy, setBusy] = useState(false);
  const setupNeeded = useServerInfo()?.setupNeeded;
  const askAgain = useServerInfoAgain();
  const enter = useEnter(t(($) => $.signIn.setUp.ready));

  useEffect(() => {
    if (setupNeeded === false) void navigate({ to: '/login', replace: true });
  }, [setupNeeded, navigate]);

  const check = useCheck();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = check(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { code, ...body } = values;
      await call(sessionRoutes.setUp, { body: { ...body, locale: language, ...(code === '' ? {} : { code }) } });
      // The next steps of the company come first.
      await enter(values, '/admin/first-run?open=company');
    } catch (error) {
      setBusy(false);
      refused(codeOf(error));
    }
  };

  const refused = (code: ReturnType<typeof codeOf>) => {
    if (code === 'CONFLICT') {
      toast({ title: t(($) => $.signIn.setUp.done) });
      void askAgain();
    } else if (code === 'FORBIDDEN') {
      setCodeNeeded(true);
      setProblems({ code: t(($) => $.signIn.setUp.forbidden) });
    } else setProblems({ form: t(($) => $.errors[code]) });
  };

  const input = (name: FieldName) => ({
    name,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: event.target.value }),
    error: problems[name],
  });
  const field = (name: FieldName, label: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field label={label} {...input(name)} {...more} />
  );

  // A password that is chosen here would be sent in the clear, and the browser would give no microphone.
  if (!isSecureContext) return <InsecureDoor />;
  return (
    <EntryFrame>
      <h1 className="mb-2 font-semi text-[24px] leading-8 tracking-[-0.015em]">{t(($) => $.signIn.setUp.title)}</h1>
      <p className="mb-6 max-w-[420px] text-ink-2">{t(($) => $.signIn.setUp.intro)}</p>
      <form
        noValidate
        className="grid max-w-[420px] grid-cols-2 gap-x-3 gap-y-4"
        onSubmit={(event) => void submit(event)}
      >
        {field(
          'company',
          t(($) => $.signIn.setUp.company),
          {
            className: 'col-span-2',
            autoComplete: 'organization',
            autoFocus: true,
          },
        )}
        {field(
          'firstName',
          t(($) => $.signIn.setUp.firstName),
          { autoComplete: 'given-name' },
        )}
        {field(
          'lastName',
          t(($) => $.signIn.setUp.lastName),
          { autoComplete: 'family-name' },
        )}
        {field(
          'email',
          t(($) => $.signIn.email),
          { className: 'col-span-2', type: 'email', autoComplete: 'username' },
        )}
        <PasswordField
          className="col-span-2"
          label={t(($) => $.signIn.password)}
          showLabel={t(($) => $.signIn.show)}
          hideLabel={t(($) => $.signIn.hide)}
          autoComplete="new-password"
          help={t(($) => $.signIn.setUp.passwordHelp, { count: passwordMinLength })}
          {...input('password')}
        />
        {codeNeeded
          ? field(
              'code',
              t(($) => $.signIn.setUp.setUpCode),
              {
                className: 'col-span-2',
                help: t(($) => $.signIn.setUp.setUpCodeHelp),
                autoComplete: 'one-time-code',
              },
            )
          : null}
        <div role="alert" className="col-span-2 text-missed empty:hidden">
          {problems.form}
        </div>
        <Button tone="primary" size="xl" type="submit" disabled={busy} className="col-span-2">
          {t(($) => (busy ? $.signIn.working : $.signIn.setUp.button))}
          {busy ? null : <Kbd inherit>↵</Kbd>}
        </Button>
      </form>
    </EntryFrame>
  );
}

/** Checks the form before the server does. */
function useCheck() {
  const { t } = useWords();
  const passwordProblem = usePasswordProblem();
  return (values: typeof blank): Problems => {
    const found: Problems = {};
    for (const name of ['company', 'firstName', 'lastName', 'email', 'password'] as const) {
      if (values[name].trim() === '') found[name] = t(($) => $.signIn.setUp.required);
    }
    if (!found.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email))
      found.email = t(($) => $.signIn.setUp.notEmail);
    const weak = passwordProblem(values.password);
    if (!found.password && weak !== undefined) found.password = weak;
    return found;
  };
}
