import type { SpokenText } from '@sidetone/contract/entities/spoken-text.ts';

/** A sound that a user has given: a WAV file of 16-bit samples, one channel, 16 kHz. */
export interface GivenSound {
  readonly wav: Blob;
  readonly seconds: number;
  /** The name of its file; null for what was said into the microphone. */
  readonly name: string | null;
  /** What it says, where a service read it aloud; left out: it was recorded or chosen. */
  readonly said?: SpokenText;
}

/** What an upload of it says of that. */
export const saidQueryOf = ({ said }: Pick<GivenSound, 'said'>) =>
  said ? { saidText: said.text, saidLanguage: said.language } : {};

/** Why a file cannot be used as a sound. */
export type SoundProblem = 'unreadable' | 'tooLarge' | 'tooLong' | 'tooShort';

/** A file that is larger is not read, in bytes. Ten minutes of WAV at 48 kHz in two channels have 115 MB. */
export const largestFile = 120_000_000;

/** A sound that is shorter seems like a fault, in seconds. The server refuses it too. */
const shortest = 1;

/**
 * Whether a sound is too long or too short.
 *
 * @param seconds its length; what has no known end cannot be used
 * @param longest in seconds
 */
export function problemOfLength(seconds: number, longest: number): SoundProblem | null {
  if (!Number.isFinite(seconds)) return 'unreadable';
  // Coders add some milliseconds at either end.
  if (seconds > longest + 0.5) return 'tooLong';
  return seconds < shortest ? 'tooShort' : null;
}
