import { wavOf } from '@sidetone/wav/wav.ts';
import type { SpeechPiece } from './speech.ts';

const sampleRate = 16_000;

/** A second of nothing, to ask a service whether it would work. */
export const silence: SpeechPiece = {
  wav: wavOf([new Int16Array(sampleRate)], sampleRate),
  seconds: 1,
  language: null,
  words: [],
};
