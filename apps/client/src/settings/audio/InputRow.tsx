import { chooseAudio } from '#audio/device-choice.ts';
import { useMicrophonePermission } from '#audio/permissions.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { deviceOptions } from '../device-options.ts';
import { InputMeter } from '../InputMeter.tsx';
import { Row } from './Row.tsx';

/** The microphone, and its level. */
export function InputRow() {
  const { t } = useWords();
  const permission = useMicrophonePermission();
  const devices = useAudioDevices();
  const { input } = useAudioChoice();
  const isBlocked = permission === 'denied';
  const words = { system: t(($) => $.audio.sameAsSystem), notConnected: t(($) => $.audio.notConnected) };
  return (
    <Row
      label={t(($) => $.audio.microphone)}
      // Opening a page never asks for the microphone.
      side={permission === 'granted' ? <InputMeter /> : null}
    >
      <Select
        className="min-w-0 flex-1"
        label={t(($) => $.audio.microphone)}
        hideLabel
        disabled={isBlocked}
        value={isBlocked ? '' : (input ?? '')}
        options={
          isBlocked
            ? [{ value: '', label: t(($) => $.audio.noAccess) }]
            : deviceOptions({ devices: devices?.microphones ?? null, chosen: input, words })
        }
        onChange={(event) => chooseAudio({ input: event.target.value || null })}
      />
    </Row>
  );
}
