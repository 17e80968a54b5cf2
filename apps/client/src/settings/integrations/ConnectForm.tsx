import { mayConnect } from '@sidetone/contract/rules/grants.ts';
import { CircleAlert, Lock } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { aboutWords } from './about-words.ts';
import { ConnectField } from './ConnectField.tsx';
import { type ConnectInput, checkInput, type ConnectField as Field, fieldsOf, type Mistake } from './connect-input.ts';
import { IntegrationTile } from './IntegrationTile.tsx';
import type { ListedIntegration } from './integration-list.ts';
import type { Told } from './problem-words.ts';
import { useConnect } from './use-connect.ts';

interface ConnectFormProps {
  listed: ListedIntegration;
  onBack: () => void;
  onClose: (() => void) | null;
}

type Mistakes = Readonly<Partial<Record<Field, Mistake>>>;

/** The fields to connect an integration, or to sign in to it again. */
export function ConnectForm({ listed, onBack, onClose }: ConnectFormProps) {
  const { t } = useWords();
  const me = useMe();
  const formId = useId();
  const { integration, connection } = listed;
  const fields = fieldsOf(integration);
  const [input, setInput] = useState<ConnectInput>({
    url: connection?.url ?? '',
    account_url: connection?.url ?? '',
    user_name: connection?.userName ?? '',
  });
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const { problem, setProblem, busy, once, send } = useConnect(listed, onBack);
  const name = integration.displayName;
  const mayWrite = mayConnect(me);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (once.isRunning) return;
    const checked = checkInput(fields, input);
    setMistakes(checked.ok ? {} : checked.mistakes);
    setProblem(null);
    if (!checked.ok) {
      const missing = Object.values(checked.mistakes).includes('missing');
      setProblem({
        title: t(($) => (missing ? $.integrations.missingInput : $.integrations.invalidUrlTitle)),
        text: t(($) => (missing ? $.integrations.missingInputText : $.integrations.mistakes.invalidUrl)),
      });
      const first = fields.find((field) => checked.mistakes[field] !== undefined);
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (!form.reportValidity()) return;
    void once.run(() => send(checked.body));
  };

  return (
    <SettingsPage
      title={t(($) => (connection ? $.integrations.reconnectName : $.integrations.connectName), { name })}
      onBack={onBack}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{t(($) => $.integrations.cancel)}</Button>
          {mayWrite ? (
            <Button tone="primary" type="submit" form={formId} aria-disabled={busy || undefined}>
              {busy ? <Spinner /> : null}
              {t(($) =>
                integration.isOAuth
                  ? $.integrations.signIn.begin
                  : connection
                    ? $.integrations.reconnect
                    : $.integrations.connect,
              )}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-8 pt-2 pb-6 max-[559px]:px-4">
        <form id={formId} noValidate onSubmit={submit} className="flex max-w-[460px] flex-col gap-4">
          <div className="mb-2 flex items-center gap-3">
            <IntegrationTile integration={integration} large />
            <div>
              <div className="font-med">{name}</div>
              <div className="text-ink-3">{aboutWords(t, integration)}</div>
            </div>
          </div>
          {problem === null ? null : <Problem {...problem} />}
          {fields.map((field, place) => (
            <ConnectField
              key={field}
              field={field}
              name={integration.name}
              isPassword={fields.includes('user_name')}
              first={place === 0}
              disabled={!mayWrite}
              value={input[field] ?? ''}
              mistake={mistakes[field]}
              onChange={(value) => setInput((before) => ({ ...before, [field]: value }))}
            />
          ))}
          {integration.landingPageUrl === null || fields.length === 0 ? null : (
            <a
              href={integration.landingPageUrl}
              target="_blank"
              rel="noreferrer"
              className="self-start text-accent hover:underline"
            >
              {t(($) => $.integrations.whereFrom)}
            </a>
          )}
          {integration.isOAuth ? <p className="text-ink-2">{t(($) => $.integrations.signIn.text, { name })}</p> : null}
          <p className="flex items-start gap-2 text-ink-3">
            <Icon of={Lock} size={14} className="mt-[3px]" />
            <span>{t(($) => (mayWrite ? $.integrations.everybodySees : $.integrations.readOnly))}</span>
          </p>
        </form>
      </div>
    </SettingsPage>
  );
}

function Problem({ title, text }: Told) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-m border border-missed-line bg-missed-tint px-3 py-2.5"
    >
      <Icon of={CircleAlert} className="mt-0.5 text-missed" />
      <div className="min-w-0">
        <p className="font-semi">{title}</p>
        <p className="break-words">{text}</p>
      </div>
    </div>
  );
}
