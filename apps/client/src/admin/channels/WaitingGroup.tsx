import type { QueueWaiting } from '@sidetone/contract/entities/channel-routing.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useAnnouncements } from '../announcements/announcements.ts';
import { Group } from '../EditorPanel.tsx';
import { beginningsIn, firstWaiting } from './channel-form.ts';
import { DestinationField } from './DestinationField.tsx';

interface WaitingGroupProps {
  /** Null: callers wait in no queue. */
  waiting: QueueWaiting | null;
  voicemail: boolean;
  ownChannelId: string | null;
  /** What is wrong at a path below the settings, such as `full.number`. */
  error: (path: string) => string | undefined;
  onChange: (waiting: QueueWaiting | null) => void;
}

const firstCallBack: QueueWaiting['callBack'] = { promptId: null, keptMinutes: 240 };

/** How often a place is said when that is switched on. */
const firstEverySeconds = 60;

/** How callers of a shared channel wait for a member: for how long, how many, and what they hear. */
export function WaitingGroup({ waiting, voicemail, ownChannelId, error, onChange }: WaitingGroupProps) {
  const { t } = useWords();
  const announcements = useAnnouncements();
  const numberField = (name: 'longestSeconds' | 'mostCallers' | 'positionEverySeconds', from: QueueWaiting) => (
    <Field
      label={t(($) => $.admin.channels.waiting[name])}
      type="number"
      value={numberText(from[name])}
      error={error(name)}
      onChange={(event) => onChange({ ...from, [name]: event.target.valueAsNumber })}
    />
  );
  return (
    <Group title={t(($) => $.admin.channels.waiting.title)}>
      <Switch
        label={t(($) => $.admin.channels.waiting.on)}
        help={t(($) => $.admin.channels.waiting.onHelp)}
        checked={waiting !== null}
        onChange={(event) => onChange(event.target.checked ? firstWaiting : null)}
      />
      {waiting === null ? null : (
        <>
          <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
            {numberField('longestSeconds', waiting)}
            {numberField('mostCallers', waiting)}
          </div>
          <DestinationField
            label={t(($) => $.admin.channels.waiting.full)}
            ownChannelId={ownChannelId}
            voicemail={voicemail}
            value={waiting.full}
            error={error('full') ?? error('full.number')}
            onChange={(full) => onChange({ ...waiting, full })}
          />
          <Select
            label={t(($) => $.admin.channels.waiting.music)}
            help={t(($) => $.admin.channels.waiting.musicHelp)}
            value={waiting.musicId ?? ''}
            onChange={(event) => onChange({ ...waiting, musicId: event.target.value || null })}
            options={[
              { value: '', label: t(($) => $.admin.channels.waiting.companyMusic) },
              ...announcements.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Switch
            label={t(($) => $.admin.channels.waiting.position)}
            help={t(($) => $.admin.channels.waiting.positionHelp)}
            checked={waiting.positionEverySeconds !== null}
            onChange={(event) =>
              onChange({ ...waiting, positionEverySeconds: event.target.checked ? firstEverySeconds : null })
            }
          />
          {waiting.positionEverySeconds === null ? null : numberField('positionEverySeconds', waiting)}
          <Switch
            label={t(($) => $.admin.channels.waiting.tellsWait)}
            help={t(($) => $.admin.channels.waiting.tellsWaitHelp)}
            checked={waiting.tellsWait}
            onChange={(event) => onChange({ ...waiting, tellsWait: event.target.checked })}
          />
          <CallBackFields waiting={waiting} error={error} onChange={onChange} />
          <FirstCallers
            first={waiting.first}
            isWrong={error('first') !== undefined || waiting.first.some((_, at) => error(`first.${at}`) !== undefined)}
            onChange={(first) => onChange({ ...waiting, first })}
          />
        </>
      )}
    </Group>
  );
}

interface CallBackFieldsProps extends Pick<WaitingGroupProps, 'error' | 'onChange'> {
  waiting: QueueWaiting;
}

/** Whether callers may hang up and are called back, what offers it to them, and for how long their place is kept. */
function CallBackFields({ waiting, error, onChange }: CallBackFieldsProps) {
  const { t } = useWords();
  const announcements = useAnnouncements();
  const { callBack } = waiting;
  return (
    <>
      <Switch
        label={t(($) => $.admin.channels.waiting.callBack)}
        help={t(($) => $.admin.channels.waiting.callBackHelp)}
        checked={callBack !== null}
        onChange={(event) => onChange({ ...waiting, callBack: event.target.checked ? firstCallBack : null })}
      />
      {callBack === null ? null : (
        <>
          <Select
            label={t(($) => $.admin.channels.waiting.prompt)}
            help={t(($) => $.admin.channels.waiting.promptHelp)}
            value={callBack.promptId ?? ''}
            onChange={(event) =>
              onChange({ ...waiting, callBack: { ...callBack, promptId: event.target.value || null } })
            }
            options={[
              { value: '', label: t(($) => $.admin.channels.waiting.usualPrompt) },
              ...announcements.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Field
            label={t(($) => $.admin.channels.waiting.keptMinutes)}
            type="number"
            value={numberText(callBack.keptMinutes)}
            error={error('callBack.keptMinutes')}
            onChange={(event) =>
              onChange({ ...waiting, callBack: { ...callBack, keptMinutes: event.target.valueAsNumber } })
            }
          />
        </>
      )}
    </>
  );
}

interface FirstCallersProps {
  first: readonly string[];
  isWrong: boolean;
  onChange: (first: string[]) => void;
}

/** Beginnings of numbers whose callers go first, one a line. */
function FirstCallers({ first, isWrong, onChange }: FirstCallersProps) {
  const { t } = useWords();
  const [text, setText] = useState(first.join('\n'));
  return (
    <TextArea
      label={`${t(($) => $.admin.channels.waiting.first)} (${t(($) => $.admin.optional)})`}
      rows={3}
      help={t(($) => $.admin.channels.waiting.firstHelp)}
      value={text}
      error={isWrong ? t(($) => $.admin.channels.waiting.firstWrong) : undefined}
      onChange={(event) => {
        setText(event.target.value);
        onChange(beginningsIn(event.target.value));
      }}
    />
  );
}

/** An emptied field of a number is no number. */
const numberText = (value: number | null): number | '' => (value === null || Number.isNaN(value) ? '' : value);
