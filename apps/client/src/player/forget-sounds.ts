import { soundCache } from './sound-cache.ts';

/** Forgets every sound that this browser keeps: their user is no longer signed in. Never rejects. */
export function forgetSounds(): Promise<void> {
  const onTrouble = (what: string, cause: unknown) =>
    console.warn(`[player] the store of sounds could not ${what}`, cause);
  return soundCache({ onTrouble }).adopt(null);
}
