import { Play } from 'lucide-react';
import { chooseAudio, ringOutputs } from '#audio/device-choice.ts';
import { type Ringtone, ringtones } from '#audio/ringtones.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { Row } from './Row.tsx';
import { SoundTest } from './SoundTest.tsx';

/** The ringtone, played where calls will ring. */
export function RingtoneRow() {
  const { t } = useWords();
  const devices = useAudioDevices();
  const choice = useAudioChoice();
  return (
    <Row
      label={t(($) => $.audio.ringtone.label)}
      side={
        <SoundTest
          tone={choice.ringtone}
          outputs={ringOutputs(choice, devices)}
          icon={Play}
          label={t(($) => $.audio.test.listen)}
          stopLabel={t(($) => $.audio.test.stopListening)}
        />
      }
    >
      <Select
        className="min-w-0 flex-1"
        label={t(($) => $.audio.ringtone.label)}
        hideLabel
        value={choice.ringtone}
        options={ringtones.map((name) => ({ value: name, label: t(($) => $.audio.ringtone.names[name]) }))}
        onChange={(event) => chooseAudio({ ringtone: event.target.value as Ringtone })}
      />
    </Row>
  );
}
