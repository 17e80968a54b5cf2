import { Volume2 } from 'lucide-react';
import { mayBeMain } from '#audio/additional-output.ts';
import { chooseAudio } from '#audio/device-choice.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { deviceOptions } from '../device-options.ts';
import { Row } from './Row.tsx';
import { SoundTest } from './SoundTest.tsx';

/** The output for calls, and a tone to test it. */
export function OutputRow() {
  const { t } = useWords();
  const devices = useAudioDevices();
  const choice = useAudioChoice();
  const { output } = choice;
  const isFixed = devices !== null && devices.speakers === null;
  const words = { system: t(($) => $.audio.sameAsSystem), notConnected: t(($) => $.audio.notConnected) };
  return (
    <Row
      label={t(($) => $.audio.speaker)}
      side={
        <SoundTest
          tone="test"
          outputs={[output]}
          icon={Volume2}
          label={t(($) => $.audio.test.tone)}
          stopLabel={t(($) => $.audio.test.stopTone)}
        />
      }
    >
      <Select
        className="min-w-0 flex-1"
        label={t(($) => $.audio.speaker)}
        hideLabel
        disabled={isFixed}
        help={isFixed ? t(($) => $.audio.systemSpeakerOnly) : undefined}
        value={output ?? ''}
        options={deviceOptions({
          devices: devices?.speakers ?? null,
          chosen: output,
          words,
          isOpen: (id) => devices === null || mayBeMain(id, choice, devices),
        })}
        onChange={(event) => chooseAudio({ output: event.target.value || null })}
      />
    </Row>
  );
}
