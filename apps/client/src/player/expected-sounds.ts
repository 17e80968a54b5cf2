import { isSameSound, type SoundKey } from './sound.ts';

/** A sound on its way to this device. */
export interface Expected {
  readonly key: SoundKey;
  /** False once it was forgotten, or another user signed in: then it must no longer be kept. */
  readonly wanted: boolean;
}

/** The sounds on their way to this device, so that those forgotten in the meantime are not kept when they arrive. */
export interface ExpectedSounds {
  /** A sound is requested. */
  expect(key: SoundKey): Expected;
  /** It has arrived, or never will. */
  end(expected: Expected): void;
  /** None of these sounds is to be kept when it arrives; none at all without keys. */
  forget(keys?: readonly SoundKey[]): void;
  /** The user that sounds are for from now on: sounds requested for another one are not kept. */
  adopt(owner: string | null): void;
  /** The sounds that are on their way and still wanted. */
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
