import type { Heard, HeardWord } from '../providers/speech.ts';

/** What a recogniser's process is told. Bytes go over as they are (`serialization: 'advanced'`). */
export interface ToRecognizer {
  readonly kind: 'transcribe';
  readonly id: number;
  /** Mono of 16 kHz and 16 bit. */
  readonly samples: Int16Array;
}

/** What it says. `noModel`: the files of its model are not there, or are none. */
export type FromRecognizer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'noModel' }
  | { readonly kind: 'heard'; readonly id: number; readonly heard: Heard };

const sentenceEnd = /[.!?…]$/;
const pauseSeconds = 0.8;

/** Words as stretches: they end with a sentence and with a pause. */
export function heardOfWords(words: readonly HeardWord[]): Heard {
  const groups: HeardWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    const goesOn = last !== undefined && !sentenceEnd.test(last.text) && word.start - last.end < pauseSeconds;
    if (goesOn) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  const stretches = groups.map((group) => ({
    text: group.map(({ text }) => text).join(' '),
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    words: group,
  }));
  return { stretches, language: null };
}
