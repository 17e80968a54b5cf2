import { followDevices, missingDevices } from '#audio/devices.ts';
import type { MissingDevice } from './parts.ts';

const codes = { microphones: 'NO_MICROPHONE', speakers: 'NO_SPEAKERS', both: 'NO_AUDIO_DEVICES' } as const;

/** Keeps an eye on what there is to speak into and to hear with. What nobody can tell does not count as missing. */
export function watchDevices(): { missing(): MissingDevice | null; stop(): void } {
  let missing: MissingDevice | null = null;

  function look() {
    missingDevices().then(
      (which) => {
        missing = which === null ? null : codes[which];
      },
      () => {
        missing = null;
      },
    );
  }

  look();
  return { missing: () => missing, stop: followDevices(look) };
}
