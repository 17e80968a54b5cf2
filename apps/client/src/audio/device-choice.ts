import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import type { AudioDevices } from './devices.ts';
import { ringtones } from './ringtones.ts';

const id = z.string().min(1).nullable().default(null).catch(null);
const on = (standard: boolean) => z.boolean().default(standard).catch(standard);

/** What is stored of it; each part that cannot be read is what it is where nobody chose. */
const audioChoiceShape = z.object({
  /** Microphone, by the browser's id for it; null is what the system uses, here and below. */
  input: id,
  output: id,
  /** Where it rings; null rings where calls are heard. */
  ring: id,
  /** Where it rings as well. Null is nowhere. */
  additionalRing: id,
  ringtone: z.enum(ringtones).default('sidetone').catch('sidetone'),
  /** Takes noise out of the microphone on this machine, in place of the browser's own way. */
  aiNoiseSuppression: on(false),
  /** The browser's own way. It rests while the one above is on. */
  noiseSuppression: on(true),
  echoCancellation: on(true),
  autoGainControl: on(true),
  /** Whether the buttons of headsets steer calls. */
  headsetButtons: on(true),
  /** The only headset whose buttons do, by its key; null for all that are allowed. */
  headset: id,
});

/** Which devices and sounds the user wants in this browser. */
export type AudioChoice = Readonly<z.infer<typeof audioChoiceShape>>;

const storageKey = 'sidetone.audio';

/** The choice of this browser: device ids mean nothing in any other. */
export const audioChoice = createStore<AudioChoice>(() => {
  const text = stored();
  const choice = readChoice(text);
  // What was there and makes no sense, such as a ringtone that there is no more, is put right for good.
  if (text !== null) keep(choice);
  return choice;
});

/** Chooses devices and sounds, for running calls too. The additional output can't be one that rings already. */
export function chooseAudio(change: Partial<AudioChoice>): void {
  const wanted = { ...audioChoice.getState(), ...change };
  const taken = wanted.additionalRing === (wanted.ring ?? wanted.output);
  const chosen = taken ? { ...wanted, additionalRing: null } : wanted;
  audioChoice.setState(chosen);
  keep(chosen);
}

/** Follows what another tab of this browser chooses; that one may not be the phone. Returns the way to stop. */
export function followChoice(): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey) audioChoice.setState(readChoice(newValue));
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

type Speakers = Pick<AudioDevices, 'speakers' | 'systemSpeaker'>;

/**
 * Where it rings now: one output, or two. Which device the system uses may change: the additional one does not ring twice,
 * as far as it is known what is plugged in.
 */
export function ringOutputs(
  { output, ring, additionalRing }: Pick<AudioChoice, 'output' | 'ring' | 'additionalRing'>,
  devices: Speakers | null,
): readonly (string | null)[] {
  const main = ring ?? output;
  return additionalRing === null || additionalRing === playsOn(main, devices) ? [main] : [main, additionalRing];
}

/** The speaker that sounds: what is gone, and what nobody chose, is where the system plays. Null where only that knows. */
function playsOn(id: string | null, devices: Speakers | null): string | null {
  const isThere = id !== null && (devices?.speakers?.some((each) => each.id === '' || each.id === id) ?? true);
  return isThere ? id : (devices?.systemSpeaker ?? null);
}

/** A stored choice; what cannot be read is what the system uses. */
export function readChoice(text: string | null): AudioChoice {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? 'null');
  } catch {
    // What is no JSON is no choice.
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
