import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import type { AudioDevices } from './devices.ts';
import { ringtones } from './ringtones.ts';

const id = z.string().min(1).nullable().default(null).catch(null);
const on = (standard: boolean) => z.boolean().default(standard).catch(standard);

/** The stored choice; a part that cannot be read has its default. */
const audioChoiceShape = z.object({
  /** Microphone, by the browser's id for it; null is what the system uses, here and below. */
  input: id,
  output: id,
  /** The output for rings; null rings where calls are heard. */
  ring: id,
  /** The additional output for rings; null is none. */
  additionalRing: id,
  ringtone: z.enum(ringtones).default('sidetone').catch('sidetone'),
  /** Removes noise from the microphone on this machine, instead of the browser's own suppression. */
  aiNoiseSuppression: on(false),
  /** The browser's own suppression; it is off while the one above is on. */
  noiseSuppression: on(true),
  echoCancellation: on(true),
  autoGainControl: on(true),
  /** Whether the buttons of headsets control calls. */
  headsetButtons: on(true),
  /** The only headset whose buttons do, by its key; null for all that are allowed. */
  headset: id,
});

/** The devices and sounds that the user wants in this browser. */
export type AudioChoice = Readonly<z.infer<typeof audioChoiceShape>>;

const storageKey = 'sidetone.audio';

/** The choice of this browser: device ids mean nothing in any other. */
export const audioChoice = createStore<AudioChoice>(() => {
  const text = stored();
  const choice = readChoice(text);
  // A stored value that makes no sense, such as a ringtone that no longer exists, is replaced for good.
  if (text !== null) keep(choice);
  return choice;
});

/** Chooses devices and sounds, for running calls too. The additional output cannot be one that rings already. */
export function chooseAudio(change: Partial<AudioChoice>): void {
  const wanted = { ...audioChoice.getState(), ...change };
  const taken = wanted.additionalRing === (wanted.ring ?? wanted.output);
  const chosen = taken ? { ...wanted, additionalRing: null } : wanted;
  audioChoice.setState(chosen);
  keep(chosen);
}

/** Follows the choice made in another tab of this browser, which may not be the phone. Returns the way to stop. */
export function followChoice(): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey) audioChoice.setState(readChoice(newValue));
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

type Speakers = Pick<AudioDevices, 'speakers' | 'systemSpeaker'>;

/**
 * The outputs for rings now: one, or two. The system's device may change: the additional output does not ring on the
 * same one, as far as the devices are known.
 */
export function ringOutputs(
  { output, ring, additionalRing }: Pick<AudioChoice, 'output' | 'ring' | 'additionalRing'>,
  devices: Speakers | null,
): readonly (string | null)[] {
  const main = ring ?? output;
  return additionalRing === null || additionalRing === playsOn(main, devices) ? [main] : [main, additionalRing];
}

/**
 * The speaker in use: the system's where none was chosen, or the chosen one is gone. Null where only the system knows
 * which that is.
 */
function playsOn(id: string | null, devices: Speakers | null): string | null {
  const isThere = id !== null && (devices?.speakers?.some((each) => each.id === '' || each.id === id) ?? true);
  return isThere ? id : (devices?.systemSpeaker ?? null);
}

/** A stored choice; parts that cannot be read are the system's. */
export function readChoice(text: string | null): AudioChoice {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? 'null');
  } catch {
    // A value that is not JSON is no choice.
  }
  return audioChoiceShape.catch(() => audioChoiceShape.parse({})).parse(parsed);
}

function keep(choice: AudioChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
