import {
  type ChannelMail,
  mailCode,
  mailCodeProblems,
  type NewChannelMail,
  newChannelMail,
} from '@sidetone/contract/entities/channel-mail.ts';
import { mailProblem, mailWishes } from '@sidetone/contract/entities/mail.ts';
import { channelMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMailChoices } from '#channels/mail-choices.ts';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Switch } from '#ui/Switch.tsx';
import { byEnter } from '../by-enter.ts';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';
import { Instead } from '../setting/use-setting.tsx';

const routesOf = channelMailRoutes;

/** Where voicemails and missed calls of a shared channel are mailed besides its members; saved by buttons of its own. */
export function ChannelMailGroup({ channelId }: { channelId: string }) {
  const { t } = useWords();
  const params = { channelId };
  const { data, isError, refetch } = useQuery({
    queryKey: ['channelMail', channelId],
    queryFn: () => call(routesOf.channelMail, { params }),
  });
  const reload = () => void refetch();
  if (!data) {
    return (
      <Group title={t(($) => $.admin.channelMail.title)}>
        <Instead problem={isError ? t(($) => $.admin.loadFailed) : null} onRetry={reload} />
      </Group>
    );
  }
  return (
    <Group title={t(($) => $.admin.channelMail.title)} text={t(($) => $.admin.channelMail.text)}>
      {data.isSetUp ? null : <p className="text-ink-3">{t(($) => $.admin.channelMail.notSetUp)}</p>}
      <MailFields key={data.mail?.address ?? 'new'} channelId={channelId} mail={data.mail} onChanged={reload} />
    </Group>
  );
}

/** The words for why the server refuses an address or a code. */
function useMailRefusal(): (reason: string) => string | undefined {
  const { t } = useWords();
  return (reason) => {
    const code = mailCodeProblems.find((one) => one === reason);
    if (code) return t(($) => $.admin.channelMail.problems[code]);
    const mail = mailProblem.options.find((one) => one === reason);
    return mail && t(($) => $.admin.mail.problem[mail]);
  };
}

interface MailFieldsProps {
  channelId: string;
  mail: ChannelMail | null;
  onChanged: () => void;
}

function MailFields({ channelId, mail, onChanged }: MailFieldsProps) {
  const { t, language } = useWords();
  const refusal = useMailRefusal();
  const { run, busy } = useRun();
  const [wanted, setWanted] = useState<NewChannelMail>(() => mail ?? firstMail(language));
  const checked = newChannelMail.safeParse(wanted);
  const params = { channelId };
  const change = (changed: Partial<NewChannelMail>) => setWanted({ ...wanted, ...changed });
  const save = async (body: NewChannelMail, title: string) => {
    await run(() => call(routesOf.setChannelMail, { params, body }), { title }, undefined, refusal);
    onChanged();
  };
  const isNew = mail?.address.toLowerCase() !== wanted.address.trim().toLowerCase();
  const remove = async (before: ChannelMail) => {
    await run(() => call(routesOf.removeChannelMail, { params }), {
      title: t(($) => $.admin.channelMail.removed),
      action: {
        label: t(($) => $.app.undo),
        run: () =>
          void save(
            before,
            t(($) => $.admin.channelMail.codeSent, { address: before.address }),
          ),
      },
    });
    onChanged();
  };
  const send = () => {
    if (busy || !checked.success) return;
    const { address } = checked.data;
    const codeSent = t(($) => $.admin.channelMail.codeSent, { address });
    void save(checked.data, isNew ? codeSent : t(($) => $.admin.saved));
  };
  return (
    <>
      <div className="flex items-end gap-3">
        <Field
          className="min-w-0 flex-1"
          label={t(($) => $.admin.channelMail.address)}
          type="email"
          placeholder="support@example.com"
          value={wanted.address}
          error={wanted.address !== '' && !checked.success ? t(($) => $.admin.channelMail.wrongAddress) : undefined}
          onChange={(event) => change({ address: event.target.value })}
          onKeyDown={byEnter(send)}
        />
        {mail && !isNew ? (
          <StateBadge tone={mail.isConfirmed ? 'live' : 'ring'}>
            {t(($) => $.admin.channelMail[mail.isConfirmed ? 'confirmed' : 'notConfirmed'])}
          </StateBadge>
        ) : null}
      </div>
      {mail && !mail.isConfirmed && !isNew ? (
        <CodeField channelId={channelId} mail={mail} refusal={refusal} onChanged={onChanged} />
      ) : null}
      {wanted.address === '' ? null : <MailChoices wanted={wanted} onChange={change} />}
      <div className="flex gap-2">
        <Button disabled={busy || !checked.success} onClick={send}>
          {t(($) => $.admin.channelMail[isNew ? 'sendCode' : 'save'])}
        </Button>
        {mail ? (
          <Button tone="ghost" disabled={busy} onClick={() => void remove(mail)}>
            {t(($) => $.admin.channelMail.remove)}
          </Button>
        ) : null}
      </div>
    </>
  );
}

const firstMail = (language: 'de' | 'en'): NewChannelMail => ({
  address: '',
  voicemails: 'sound',
  missedCalls: 'each',
  everyMinutes: 60,
  language,
  instead: false,
});

interface MailChoicesProps {
  wanted: NewChannelMail;
  onChange: (changed: Partial<NewChannelMail>) => void;
}

/** What goes to the address, how often, and in which language. */
function MailChoices({ wanted, onChange }: MailChoicesProps) {
  const { t } = useWords();
  const choices = useMailChoices();
  const { shape } = mailWishes;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.emails.voicemails)}
          value={wanted.voicemails}
          onChange={({ target }) => onChange({ voicemails: shape.voicemails.parse(target.value) })}
          options={choices.voicemails}
        />
        <Select
          label={t(($) => $.emails.missedCalls)}
          value={wanted.missedCalls}
          onChange={({ target }) => onChange({ missedCalls: shape.missedCalls.parse(target.value) })}
          options={choices.missedCalls}
        />
        {wanted.missedCalls === 'summary' ? (
          <Select
            label={t(($) => $.emails.every)}
            value={String(wanted.everyMinutes)}
            onChange={({ target }) => onChange({ everyMinutes: shape.everyMinutes.parse(Number(target.value)) })}
            options={choices.everyMinutes}
          />
        ) : null}
        <Select
          label={t(($) => $.admin.channelMail.language)}
          value={wanted.language}
          onChange={({ target }) => onChange({ language: target.value === 'de' ? 'de' : 'en' })}
          options={languageOptions}
        />
      </div>
      <Switch
        label={t(($) => $.admin.channelMail.instead)}
        help={t(($) => $.admin.channelMail.insteadHelp)}
        checked={wanted.instead}
        onChange={(event) => onChange({ instead: event.target.checked })}
      />
    </>
  );
}

interface CodeFieldProps {
  channelId: string;
  mail: ChannelMail;
  refusal: (reason: string) => string | undefined;
  onChanged: () => void;
}

/** The code that was mailed to the address. */
function CodeField({ channelId, mail, refusal, onChanged }: CodeFieldProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [code, setCode] = useState('');
  const params = { channelId };
  const isCode = mailCode.safeParse(code.trim()).success;
  const confirm = async () => {
    if (busy || !isCode) return;
    const body = { code: code.trim() };
    const title = t(($) => $.admin.channelMail.confirmedNow, { address: mail.address });
    await run(() => call(routesOf.confirmChannelMail, { params, body }), { title }, undefined, refusal);
    onChanged();
  };
  const again = async () => {
    const title = t(($) => $.admin.channelMail.codeSent, { address: mail.address });
    await run(() => call(routesOf.setChannelMail, { params, body: mail }), { title }, undefined, refusal);
    onChanged();
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        className="w-40"
        label={t(($) => $.admin.channelMail.code)}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={byEnter(confirm)}
      />
      <Button size="l" disabled={busy || !isCode} onClick={() => void confirm()}>
        {t(($) => $.admin.channelMail.confirm)}
      </Button>
      <Button size="l" tone="ghost" disabled={busy} onClick={() => void again()}>
        {t(($) => $.admin.channelMail.again)}
      </Button>
    </div>
  );
}
