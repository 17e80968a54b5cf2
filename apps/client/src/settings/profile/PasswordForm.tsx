import { ownSignInRoutes } from '@sidetone/contract/http/sign-in/own-sign-in-routes.ts';
import { passwordMinLength } from '@sidetone/contract/rules/limits.ts';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { toast } from '#ui/toasts.ts';
import { usePasswordProblem } from '../password-problem.ts';
import { SettingGroup, SettingLine } from '../SettingGroup.tsx';
import { useSignInsAgain } from './use-sign-ins.ts';

/** The person's own password: a line, and once it is to be changed the form for it. */
export function OwnPassword({ email }: { email: string }) {
  const { t } = useWords();
  const [form, setForm] = useState<'untouched' | 'open' | 'left'>('untouched');
  return (
    <SettingGroup>
      <SettingLine label={t(($) => $.profile.password.title)} help={t(($) => $.profile.password.text)}>
        {form === 'open' ? null : (
          // The focus was in the form that has just gone.
          <Button autoFocus={form === 'left'} onClick={() => setForm('open')}>
            {t(($) => $.profile.password.change)}
          </Button>
        )}
      </SettingLine>
      {form === 'open' ? <PasswordForm email={email} onClose={() => setForm('left')} /> : null}
    </SettingGroup>
  );
}

interface Problems {
  readonly current?: string;
  readonly next?: string;
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useWords();
  const id = useId();
  const listAgain = useSignInsAgain();
  const passwordProblem = usePasswordProblem();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const refuse = (found: Problems) => {
    setProblems(found);
    const field = found.current === undefined ? 'next' : 'current';
    document.getElementById(`${id}-form`)?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (current === '') return refuse({ current: t(($) => $.profile.password.missing) });
    const weak = passwordProblem(next);
    if (weak !== undefined) return refuse({ next: weak });
    if (next === current) return refuse({ next: t(($) => $.profile.password.same) });
    setBusy(true);
    setProblems({});
    try {
      const { ended } = await call(ownSignInRoutes.changePassword, { body: { current, password: next } });
      toast({
        tone: 'ok',
        title: t(($) => $.profile.password.changed),
        text: t(($) => $.profile.password.ended, { count: ended }),
      });
      onClose();
      await listAgain();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'KNOWN_PASSWORD') return refuse({ next: t(($) => $.errors[code]) });
      refuse({
        current: code === 'WRONG_CREDENTIALS' ? t(($) => $.profile.password.wrong) : t(($) => $.errors[code]),
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      id={`${id}-form`}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The settings stay open.
        event.stopPropagation();
        onClose();
      }}
      className="flex max-w-[360px] flex-col gap-3 pt-3 pb-4"
    >
      {/* Told to password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t(($) => $.profile.password.current)}
        name="current"
        showLabel={t(($) => $.signIn.show)}
        hideLabel={t(($) => $.signIn.hide)}
        autoComplete="current-password"
        autoFocus
        value={current}
        error={problems.current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <PasswordField
        label={t(($) => $.profile.password.next)}
        name="next"
        showLabel={t(($) => $.signIn.show)}
        hideLabel={t(($) => $.signIn.hide)}
        autoComplete="new-password"
        value={next}
        help={t(($) => $.signIn.setUp.passwordHelp, { count: passwordMinLength })}
        error={problems.next}
        onChange={(event) => setNext(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t(($) => $.profile.password.cancel)}</Button>
        <Button tone="primary" type="submit" disabled={busy}>
          {busy ? t(($) => $.profile.password.saving) : t(($) => $.profile.password.save)}
        </Button>
      </div>
    </form>
  );
}
