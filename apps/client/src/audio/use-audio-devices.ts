import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type AudioChoice, audioChoice } from './device-choice.ts';
import { type AudioDevices, audioDevices, followDevices } from './devices.ts';

/** Microphones and speakers, live; null until the browser has listed them. */
export function useAudioDevices(): AudioDevices | null {
  const [devices, setDevices] = useState<AudioDevices | null>(null);
  useEffect(() => {
    let current = true;
    const look = () => {
      audioDevices().then(
        (found) => current && setDevices(found),
        (cause: unknown) => console.warn('[audio] listing devices failed', cause),
      );
    };
    look();
    const stop = followDevices(look);
    return () => {
      current = false;
      stop();
    };
  }, []);
  return devices;
}

/** The choice of the user in this browser, live. */
export function useAudioChoice(): AudioChoice {
  return useStore(audioChoice);
}
