import { Play, Volume2 } from 'lucide-react';
import { mayBeMain } from '#audio/additional-output.ts';
import { chooseAudio } from '#audio/device-choice.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Select } from '#ui/Select.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { deviceOptions } from '../device-options.ts';
import { InputMeter } from '../InputMeter.tsx';
import { SetupPermissionRows } from './SetupPermissionRows.tsx';
import { SoundTest } from './SoundTest.tsx';
import { useAdditionalOutput } from './use-additional-output.ts';

interface SetupFormProps {
  onAskNotifications: () => Promise<unknown>;
  isLeaving: boolean;
  onSave: () => void;
}

/** The devices for calls, each with a test. */
export function SetupForm({ onAskNotifications, isLeaving, onSave }: SetupFormProps) {
  const { t } = useWords();
  const devices = useAudioDevices();
  const choice = useAudioChoice();
  const additional = useAdditionalOutput();
  const words = { system: t(($) => $.audio.sameAsSystem), notConnected: t(($) => $.audio.notConnected) };
  const isFixed = devices !== null && devices.speakers === null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <h1 className="font-semi text-[24px] leading-8 tracking-[-0.015em]">{t(($) => $.audio.setup.title)}</h1>
      <p className="mt-1 text-ink-2">{t(($) => $.audio.setup.text)}</p>
      {bridge().kind === 'browser' ? (
        <SetupPermissionRows onAskMicrophone={async () => {}} onAskNotifications={onAskNotifications} />
      ) : null}
      <div className="mt-5 flex flex-wrap items-end gap-x-4 gap-y-2">
        <Select
          className="w-[280px] max-w-full"
          label={t(($) => $.audio.microphone)}
          autoFocus
          value={choice.input ?? ''}
          options={deviceOptions({ devices: devices?.microphones ?? null, chosen: choice.input, words })}
          onChange={(event) => chooseAudio({ input: event.target.value || null })}
        />
        <span className="flex h-9 items-center">
          <InputMeter />
        </span>
      </div>
      <div className="mt-4 flex flex-wrap items-end gap-x-2 gap-y-2">
        <Select
          className="w-[280px] max-w-full"
          label={t(($) => $.audio.speaker)}
          disabled={isFixed}
          help={isFixed ? t(($) => $.audio.systemSpeakerOnly) : undefined}
          value={choice.output ?? ''}
          options={deviceOptions({
            devices: devices?.speakers ?? null,
            chosen: choice.output,
            words,
            isOpen: (id) => devices === null || mayBeMain(id, choice, devices),
          })}
          onChange={(event) => chooseAudio({ output: event.target.value || null })}
        />
        <SoundTest
          tone="test"
          outputs={[choice.output]}
          icon={Volume2}
          label={t(($) => $.audio.test.tone)}
          stopLabel={t(($) => $.audio.test.stopTone)}
        />
      </div>
      <Checkbox
        className="mt-5"
        label={t(($) => $.audio.setup.additional)}
        checked={additional.chosen !== null}
        disabled={!additional.isPossible}
        onChange={(event) => additional.switchTo(event.target.checked)}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Select
          className="w-[280px] max-w-full"
          label={t(($) => $.audio.additional.device)}
          hideLabel
          disabled={additional.chosen === null}
          value={additional.chosen ?? ''}
          options={additional.options}
          onChange={(event) => additional.choose(event.target.value)}
        />
        <SoundTest
          tone={choice.ringtone}
          outputs={[additional.chosen]}
          icon={Play}
          label={t(($) => $.audio.test.ringtone)}
          stopLabel={t(($) => $.audio.test.stopListening)}
          disabled={additional.chosen === null}
        />
      </div>
      <div className="mt-6 flex justify-end">
        <Button tone="primary" size="l" type="submit" disabled={isLeaving}>
          {isLeaving ? <Spinner /> : null}
          {t(($) => $.audio.setup.save)}
          <span aria-hidden>
            <Kbd inherit>↵</Kbd>
          </span>
        </Button>
      </div>
    </form>
  );
}
