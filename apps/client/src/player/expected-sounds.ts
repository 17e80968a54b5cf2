import { isSameSound, type SoundKey } from './sound.ts';

/** A sound on its way to this device. */
export interface Expected {
  readonly key: SoundKey;
  /** False once it was forgotten, or someone else signed in: then it must not be kept any more. */
  readonly wanted: boolean;
}

/** The sounds that are on their way to this device, so that those forgotten meanwhile are not kept when they arrive. */
export interface ExpectedSounds {
  /** A sound is asked for. */
  expect(key: SoundKey): Expected;
  /** It has arrived, or never will. */
  end(expected: Expected): void;
  /** None of these sounds is to be kept when it arrives; none at all without keys. */
  forget(keys?: readonly SoundKey[]): void;
  /** Whom the sounds are for from here on: what was asked for another person is not kept. */
  adopt(owner: string | null): void;
  /** What is on its way and still wanted. */
  keys(): SoundKey[];
}

/** Makes a list of expected sounds, empty and nobody's. */
export function expectedSounds(): ExpectedSounds {
  const all = new Set<{ key: SoundKey; wanted: boolean }>();
  let owner: string | null = null;
  const forget = (keys?: readonly SoundKey[]) => {
    for (const each of all) if (!keys || keys.some((key) => isSameSound(key, each.key))) each.wanted = false;
  };
  return {
    expect(key) {
      const expected = { key, wanted: owner !== null };
      all.add(expected);
      return expected;
    },
    end: (expected) => void all.delete(expected),
    forget,
    adopt(next) {
      if (next !== owner) forget();
      owner = next;
    },
    keys: () => [...all].filter(({ wanted }) => wanted).map(({ key }) => key),
  };
}
