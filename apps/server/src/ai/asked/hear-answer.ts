import { WavError } from '@sidetone/wav/wav.ts';
import { secondsOf, speechRegions } from '../../sound/speech-regions.ts';
import type { Language, Speaker } from '../basic/call.ts';
import type { DocumentingParts } from '../deps.ts';
import type { Heard } from '../providers/speech.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import type { CallToDocument } from '../read-call.ts';
import { openCallSound } from '../sound-of-call.ts';
import { askSpeech } from '../steps/ask-speech.ts';
import { knownWords, withCustomWords } from '../transcript/custom-words.ts';
import type { HeardSegment } from '../transcript/heard.ts';
import { languageOf, namedLanguage } from '../transcript/language.ts';
import { plausible } from '../transcript/plausible.ts';

/** Callers answer through the left side of the file, as on the machine. */
const caller: Speaker = 0;
/** With less speech there is nothing to write down; "yes" is longer. Seconds. */
const leastSpeech = 0.2;
/** Recognisers need a little quiet around words. Seconds. */
const around = 0.2;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

interface Hearing {
  readonly parts: Pick<DocumentingParts, 'db' | 'services'>;
  readonly call: CallToDocument;
  readonly connection: UsableConnection;
  /** Words of the account that the recogniser should know. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** The words of an answer, and the language that they are in. */
export interface HeardAnswer {
  readonly text: string;
  readonly language: Language | null;
}

const nothing: HeardAnswer = { text: '', language: null };

/**
 * What a caller answered in one file; an empty text where nobody spoke. `about` names the answer in the ledger. Throws
 * `ProviderFailure`, and `CannotBeMade` where AI was switched off, or the account may ask about no other call this month.
 */
export async function hearAnswer(hearing: Hearing, path: string, about: string): Promise<HeardAnswer> {
  const sound = await openCallSound([path]).catch((error: unknown) => {
    // A caller who left at that moment has no file.
    if (error instanceof WavError || isMissing(error)) return null;
    throw error;
  });
  if (sound === null) return nothing;
  try {
    const regions = speechRegions((await sound.levels())[caller]);
    const [first, last] = [regions[0], regions.at(-1)];
    if (!first || !last || secondsOf(regions) < leastSpeech) return nothing;
    const start = Math.max(0, first.start - around);
    const end = Math.min(sound.seconds, last.end + around);
    const samples = await sound.side(caller, start, end);
    const { parts, connection } = hearing;
    const recogniser = { ...hearing, db: parts.db, provider: parts.services.open.speech(connection) };
    const heard = await askSpeech(recogniser, { samples, sampleRate: sound.sampleRate, language: null, about });
    return wordsOf(
      heard,
      regions.map((region) => ({ start: region.start - start, end: region.end - start })),
      end - start,
      hearing.words,
    );
  } finally {
    await sound.close();
  }
}

function wordsOf(
  { stretches, language }: Heard,
  regions: readonly { readonly start: number; readonly end: number }[],
  seconds: number,
  words: readonly string[],
): HeardAnswer {
  const segments: HeardSegment[] = stretches.map((stretch) => ({
    speaker: caller,
    start: stretch.start,
    end: stretch.end,
    text: stretch.text,
    ...(stretch.noSpeech !== undefined && { noSpeech: stretch.noSpeech }),
    ...(stretch.likelihood !== undefined && { likelihood: stretch.likelihood }),
  }));
  const { kept } = plausible(
    segments,
    regions.map((region) => ({ speaker: caller, ...region })),
    seconds,
    words,
  );
  const said = kept.map(({ text }) => text.trim()).join(' ');
  const known = languageOf(said) ?? (language === null ? null : namedLanguage(language));
  return { text: withCustomWords(said, knownWords(words, said, known ?? language)).text, language: known };
}
