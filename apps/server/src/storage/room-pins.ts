import type { SecretBox } from './secret-box.ts';

/** A PIN of a conference room; null for none, and for one that was sealed with a key that is gone: a new one has to be set. */
export function openPin(box: Pick<SecretBox, 'unseal'>, sealed: Buffer | null): string | null {
  if (sealed === null) return null;
  try {
    return box.unseal(sealed);
  } catch {
    return null;
  }
}
