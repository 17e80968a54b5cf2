import { type AudioDevices, audioDevices, followDevices, missingDevices } from '#audio/devices.ts';
import type { MissingDevice } from '../parts.ts';

const codes = { microphones: 'NO_MICROPHONE', speakers: 'NO_SPEAKERS', both: 'NO_AUDIO_DEVICES' } as const;

interface WatchedDevices {
  missing(): MissingDevice | null;
  /** The devices that are plugged in; null until the browser has listed them. */
  now(): AudioDevices | null;
  stop(): void;
}

/** Watches which microphones and speakers there are. A device counts as missing only when that is certain. */
export function watchDevices(): WatchedDevices {
  let missing: MissingDevice | null = null;
  let now: AudioDevices | null = null;

  function look() {
    missingDevices().then(
      (which) => {
        missing = which === null ? null : codes[which];
      },
      () => {
        missing = null;
      },
    );
    audioDevices().then(
      (found) => {
        now = found;
      },
      () => {
        now = null;
      },
    );
  }

  look();
  return { missing: () => missing, now: () => now, stop: followDevices(look) };
}
