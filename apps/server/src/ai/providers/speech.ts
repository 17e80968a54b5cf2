import type { Language } from '../basic/call.ts';

/** One side of a call, or a piece of it: mono WAV of 16 kHz and 16 bit. */
export interface SpeechPiece {
  readonly wav: Uint8Array;
  readonly seconds: number;
  /** The language to expect; null lets the service find out. */
  readonly language: Language | null;
  /** Words of the account that the service should know. */
  readonly words: readonly string[];
}

/** Seconds count from the start of the piece. */
export interface HeardWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface HeardStretch extends HeardWord {
  /** How sure the service is that nobody speaks, 0 to 1, where it says so. */
  readonly noSpeech?: number;
  /** Mean logarithm of how likely its words are, where the service says so. */
  readonly likelihood?: number;
  readonly words: readonly HeardWord[];
}

export interface Heard {
  readonly stretches: readonly HeardStretch[];
  /** As the service named it, where it does. */
  readonly language: string | null;
}

export interface SpeechLimits {
  readonly longestPieceSeconds: number;
  readonly largestPieceBytes: number;
  /** What the service gives times of; with `none` a piece has to be one utterance. */
  readonly times: 'words' | 'stretches' | 'none';
  /** It can be told which language to expect, and gives the same times then. */
  readonly takesLanguage: boolean;
}

/** Makes words of sound. */
export interface SpeechProvider {
  readonly limits: SpeechLimits;
  /** Throws `ProviderFailure`, or the reason of `signal`. */
  transcribe(piece: SpeechPiece, signal: AbortSignal): Promise<Heard>;
  /** Asks the service whether it would work, with as little as it takes. Throws `ProviderFailure`. */
  check(signal: AbortSignal): Promise<{ readonly models: readonly string[] | null }>;
}
