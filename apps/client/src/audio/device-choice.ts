import { createStore } from 'zustand/vanilla';

/** Which devices the user wants, by the browser's ids for them. Null is what the system uses. */
export interface AudioChoice {
  readonly input: string | null;
  readonly output: string | null;
  /** Where it rings; null rings where calls are heard. */
  readonly ring: string | null;
  /** Where it rings as well. */
  readonly additionalRing: string | null;
}

const storageKey = 'sidetone.audio';
const systems: AudioChoice = { input: null, output: null, ring: null, additionalRing: null };

/** The choice of this browser: device ids mean nothing in any other. */
export const audioChoice = createStore<AudioChoice>(() => readChoice(stored()));

/** Chooses devices, for running calls too. The additional one can't be one that rings already. */
export function chooseAudio(change: Partial<AudioChoice>): void {
  const wanted = { ...audioChoice.getState(), ...change };
  const taken = wanted.additionalRing === (wanted.ring ?? wanted.output);
  audioChoice.setState(taken ? { ...wanted, additionalRing: null } : wanted);
  try {
    localStorage.setItem(storageKey, JSON.stringify(audioChoice.getState()));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Follows what another tab of this browser chooses; that one may not be the phone. Returns the way to stop. */
export function followChoice(): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey) audioChoice.setState(readChoice(newValue));
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Where it rings now: one output, or two. */
export function ringOutputs(choice: AudioChoice): readonly (string | null)[] {
  const main = choice.ring ?? choice.output;
  return choice.additionalRing === null || choice.additionalRing === main ? [main] : [main, choice.additionalRing];
}

/** A stored choice; what cannot be read is what the system uses. */
export function readChoice(text: string | null): AudioChoice {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? 'null');
  } catch {
    return systems;
  }
  const given = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<string, unknown>;
  const id = (name: keyof AudioChoice) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : null);
  return { input: id('input'), output: id('output'), ring: id('ring'), additionalRing: id('additionalRing') };
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
