import { type MailWishes, type OwnMail, summaryMinutes } from '@sidetone/contract/entities/mail.ts';
import { mailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useRef, useState } from 'react';
import { useChannels } from '#channels/channels.ts';
import { useMailChoices } from '#channels/mail-choices.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { inTurn } from '#platform/in-turn.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { SavedMark } from '../SavedMark.tsx';
import { SettingBody, SettingGroup, SettingLine, settingLine } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { useNotSaved } from '../use-not-saved.ts';
import { useSaved } from '../use-saved.ts';
import { useOwnMail } from './use-own-mail.ts';

/** Which voicemails and missed calls the user gets emails about. Changes apply immediately. */
export function EmailsSection({ onClose }: SectionProps) {
  const { t } = useWords();
  const { own, isFailed, load, hear } = useOwnMail();
  const { saved, tell } = useSaved();
  return (
    <SettingsPage title={t(($) => $.emails.title)} onClose={onClose} status={<SavedMark saved={saved} />}>
      <SettingBody>
        {own === null && !isFailed ? (
          <AfterAMoment>
            <Skeleton className="h-48" />
          </AfterAMoment>
        ) : null}
        {own === null && isFailed ? (
          <div className="flex flex-wrap items-center gap-3">
            <p role="alert">{t(($) => $.emails.notLoaded)}</p>
            <Button size="s" onClick={load}>
              {t(($) => $.app.tryAgain)}
            </Button>
          </div>
        ) : null}
        {own === null ? null : <Wishes own={own} hear={hear} onSaved={tell} />}
      </SettingBody>
    </SettingsPage>
  );
}

interface WishesProps {
  own: OwnMail;
  hear: (own: OwnMail) => void;
  onSaved: () => void;
}

function Wishes({ own, hear, onSaved }: WishesProps) {
  const { t } = useWords();
  const choices = useMailChoices();
  const notSaved = useNotSaved();
  const { wishes, to, isSetUp } = own;
  // Changes are sent one after the other, each with those before it; only the reply to the last one is shown.
  const [saves] = useState(() => inTurn<OwnMail>());
  const kept = useRef(own);
  const change = (wanted: Partial<MailWishes>): void => {
    const body = { ...wishes, ...wanted };
    hear({ ...own, wishes: body });
    const saving = saves.run('wishes', () => call(mailRoutes.setMailWishes, { body }));
    const settle = async () => {
      try {
        kept.current = await saving;
        onSaved();
      } catch (error) {
        notSaved(codeOf(error));
      }
      if (saves.isLast('wishes', saving)) hear(kept.current);
    };
    void settle();
  };
  const isOff = wishes.voicemails === 'off' && wishes.missedCalls === 'off';
  return (
    <>
      <p className="-mt-1 max-w-[680px] text-pretty text-ink-2">
        {t(($) => (isSetUp ? $.emails.about : $.emails.notSetUp), { to })}
      </p>
      <SettingGroup>
        <Choice
          label={t(($) => $.emails.voicemails)}
          value={wishes.voicemails}
          options={choices.voicemails}
          onChange={(voicemails) => change({ voicemails })}
        />
        <Choice
          label={t(($) => $.emails.missedCalls)}
          value={wishes.missedCalls}
          options={choices.missedCalls}
          onChange={(missedCalls) => change({ missedCalls })}
        />
        {wishes.missedCalls === 'summary' ? (
          <Choice
            label={t(($) => $.emails.every)}
            value={String(wishes.everyMinutes)}
            options={choices.everyMinutes}
            onChange={(minutes) =>
              change({ everyMinutes: summaryMinutes.find((one) => String(one) === minutes) ?? 60 })
            }
          />
        ) : null}
      </SettingGroup>
      {isOff ? null : <ChannelSwitches chosen={wishes.channelIds} onChange={(channelIds) => change({ channelIds })} />}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <SettingLine label={<span aria-hidden>{label}</span>}>
      <Select
        label={label}
        hideLabel
        className="w-[240px]"
        value={value}
        options={options}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      />
    </SettingLine>
  );
}

interface ChannelSwitchesProps {
  chosen: readonly string[];
  onChange: (channelIds: string[]) => void;
}

/** The channels whose calls the user gets emails about. */
function ChannelSwitches({ chosen, onChange }: ChannelSwitchesProps) {
  const { t } = useWords();
  const { own, shared } = useChannels();
  const channels = own === null ? shared : [own, ...shared];
  return (
    <SettingGroup title={t(($) => $.emails.channels)}>
      {channels.map(({ id, name }) => (
        <Switch
          key={id}
          className={settingLine}
          label={id === own?.id ? t(($) => $.emails.ownLine) : name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((channelId) => channelId !== id))
          }
        />
      ))}
    </SettingGroup>
  );
}
