import { type AudioDevices, audioDevices, followDevices, missingDevices } from '#audio/devices.ts';
import type { MissingDevice } from '../parts.ts';

const codes = { microphones: 'NO_MICROPHONE', speakers: 'NO_SPEAKERS', both: 'NO_AUDIO_DEVICES' } as const;

interface WatchedDevices {
  missing(): MissingDevice | null;
  /** What is plugged in; null until the browser has said so. */
  now(): AudioDevices | null;
  stop(): void;
}

/** Keeps an eye on what there is to speak into and to hear with. What nobody can tell does not count as missing. */
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
