import type { HeardSound } from '../hearing/heard-words.ts';
import { wordsWithin } from '../hearing/heard-words.ts';
import { knownModel, onlyFields, VendorRefusal } from './refusal.ts';

const set = (names: string) => new Set(names.split(' '));
const openAiFields = set(
  'file model language prompt response_format temperature timestamp_granularities[] chunking_strategy include[] stream',
);
const mistralFields = set('file model language temperature timestamp_granularities context_bias diarize stream');
const deepgramFields = set(
  'model language detect_language punctuate utterances smart_format keyterm keywords multichannel diarize numerals utt_split',
);
const mostBytes = 25 * 1024 * 1024;

/** Where a server puts the words of a transcript. */
export type WordPlace = 'inside' | 'top' | 'none';

/** What a form of a transcription asks for. */
export interface SpeechForm {
  readonly model: string;
  readonly sound: Buffer;
  readonly isVerbose: boolean;
  readonly wantsWords: boolean;
}

async function soundOf(form: FormData): Promise<Buffer> {
  const file = form.get('file');
  if (!(file instanceof Blob)) throw new VendorRefusal(400, 'missing_required_parameter', "'file' is required");
  if (file.size > mostBytes)
    throw new VendorRefusal(413, 'too_large', 'Maximum content size limit (26214400) exceeded');
  return Buffer.from(await file.arrayBuffer());
}

const all = (form: FormData, name: string): string[] => form.getAll(name).map(String);

/** The form of OpenAI's transcriptions. Throws `VendorRefusal`. */
export async function readOpenAiForm(form: FormData, models: readonly string[]): Promise<SpeechForm> {
  onlyFields(new Set(form.keys()), openAiFields);
  const model = form.get('model');
  knownModel(model, models);
  const sound = await soundOf(form);
  const format = String(form.get('response_format') ?? 'json');
  const isVerbose = format === 'verbose_json';
  if (isVerbose && /^gpt-4o/.test(String(model))) {
    const message = `response_format 'verbose_json' is not compatible with model '${String(model)}'`;
    throw new VendorRefusal(400, 'unsupported_value', message);
  }
  const granularities = all(form, 'timestamp_granularities[]');
  if (granularities.length > 0 && !isVerbose) {
    throw new VendorRefusal(400, 'invalid_value', 'timestamp_granularities needs verbose_json');
  }
  if (/diarize/.test(String(model)) && form.has('prompt')) {
    throw new VendorRefusal(400, 'unsupported_value', 'prompt is not supported by this model');
  }
  return { model: String(model), sound, isVerbose, wantsWords: granularities.includes('word') };
}

/** The form of Mistral's transcriptions. Throws `VendorRefusal`. */
export async function readMistralForm(form: FormData, models: readonly string[]): Promise<SpeechForm> {
  onlyFields(new Set(form.keys()), mistralFields);
  knownModel(form.get('model'), models);
  const granularities = all(form, 'timestamp_granularities');
  if (form.has('language') && granularities.length > 0) {
    throw new VendorRefusal(422, 'invalid', 'language and timestamp_granularities exclude each other');
  }
  if (all(form, 'context_bias').some((each) => /[\s,]/.test(each))) {
    throw new VendorRefusal(422, 'invalid', 'an item of context_bias has no space and no comma');
  }
  const sound = await soundOf(form);
  const model = String(form.get('model'));
  return { model, sound, isVerbose: granularities.length > 0, wantsWords: granularities.includes('word') };
}

/** The query of Deepgram. Throws `VendorRefusal`. */
export function readDeepgramQuery(query: URLSearchParams, models: readonly string[]): void {
  onlyFields(new Set(query.keys()), deepgramFields);
  knownModel(query.get('model'), models);
  if (query.has('language') && query.has('detect_language')) {
    throw new VendorRefusal(400, 'INVALID_QUERY_PARAMETER', 'language and detect_language exclude each other');
  }
  const [keyterms, keywords] = [query.getAll('keyterm'), query.getAll('keywords')];
  if (keyterms.length > 100 || keywords.length > 100 || keyterms.join(' ').length > 2_000)
    throw new VendorRefusal(400, 'INVALID_QUERY_PARAMETER', 'too many keyterms');
  const isOld = /^nova-2/.test(query.get('model') ?? '');
  if (isOld ? keyterms.length > 0 : keywords.length > 0) {
    throw new VendorRefusal(400, 'INVALID_QUERY_PARAMETER', 'this model takes no such words');
  }
  if (keywords.some((each) => /[\s,:]/.test(each)))
    throw new VendorRefusal(400, 'INVALID_QUERY_PARAMETER', 'a keyword is one word');
}

const wordsOf = ({ words }: HeardSound) => words.map(({ text: word, start, end }) => ({ word, start, end }));

/** An answer as OpenAI, its likes and Mistral give it. Segments have nothing but what all of them give. */
export function formAnswer(heard: HeardSound, form: SpeechForm, place: WordPlace): unknown {
  if (!form.isVerbose) return { text: heard.text };
  const isInside = form.wantsWords && place === 'inside';
  return {
    task: 'transcribe',
    language: heard.language,
    duration: heard.seconds,
    text: heard.text,
    segments: heard.stretches.map(({ start, end, text }, id) => ({
      id,
      start,
      end,
      text: ` ${text}`,
      ...(isInside && { words: wordsOf({ ...heard, words: wordsWithin(heard.words, start, end) }) }),
    })),
    ...(form.wantsWords && place === 'top' && { words: wordsOf(heard) }),
  };
}

/** An answer as Deepgram gives it. */
export const deepgramAnswer = (heard: HeardSound): unknown => ({
  metadata: { request_id: 'r1', duration: heard.seconds, channels: 1 },
  results: {
    channels: [
      {
        detected_language: heard.language,
        alternatives: [{ transcript: heard.text, confidence: 0.99, words: deepgramWords(heard) }],
      },
    ],
    utterances: heard.stretches.map(({ start, end, text }) => ({
      start,
      end,
      transcript: text,
      confidence: 0.99,
      channel: 0,
      words: deepgramWords({ ...heard, words: wordsWithin(heard.words, start, end) }),
    })),
  },
});

const deepgramWords = ({ words }: HeardSound) =>
  words.map(({ text, start, end }) => ({
    word: text.toLowerCase().replace(/[.,?!]/g, ''),
    punctuated_word: text,
    start,
    end,
    confidence: 0.99,
  }));
