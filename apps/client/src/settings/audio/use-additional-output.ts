import { defaultAdditional, mayBeAdditional } from '#audio/additional-output.ts';
import { audioChoice, chooseAudio } from '#audio/device-choice.ts';
import { useAudioChoice, useAudioDevices } from '#audio/use-audio-devices.ts';
import { useWords } from '#i18n/use-words.ts';
import { connectedOptions } from '../device-options.ts';

/** The additional output for rings: the choice, the options, and the way to change it. */
export function useAdditionalOutput() {
  const { t } = useWords();
  const devices = useAudioDevices();
  const choice = useAudioChoice();
  const { additionalRing: chosen } = choice;
  const preset = devices === null ? null : defaultAdditional(choice, devices);
  const words = { system: '', notConnected: t(($) => $.audio.notConnected) };
  const options = connectedOptions({
    devices: devices?.speakers ?? null,
    chosen,
    words,
    isOpen: (id) => id !== null && devices !== null && mayBeAdditional(id, choice, devices),
  });
  return {
    chosen,
    /** Whether there is another output than the main one. */
    isPossible: preset !== null || chosen !== null,
    options: chosen === null ? [{ value: '', label: t(($) => $.audio.additional.none) }] : options,
    switchTo(isOn: boolean) {
      chooseAudio({ additionalRing: isOn ? preset : null });
    },
    choose(id: string) {
      if (id !== audioChoice.getState().additionalRing) chooseAudio({ additionalRing: id });
    },
  };
}
