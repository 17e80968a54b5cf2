import { z } from 'zod';
import type { Reach } from '../../reach/reach.ts';
import { serviceFetch } from './ask-service.ts';
import { ProviderFailure } from './failure.ts';
import { checkTimes, stretchesOf } from './heard-answer.ts';
import { phrasesOf, singleWordsOf } from './hints.ts';
import { baseOf, keyHeaders } from './service-address.ts';
import { silence } from './silence.ts';
import type { Heard, HeardStretch, SpeechPiece, SpeechProvider } from './speech.ts';
import type { UsableConnection } from './usable-connection.ts';

const usualSeconds = 300;
const checkSeconds = 20;
const mostBytes = 8 * 1024 * 1024;

const word = z.object({ word: z.string(), punctuated_word: z.string().nullish(), start: z.number(), end: z.number() });
const answer = z.object({
  results: z.object({
    channels: z.array(
      z.object({
        detected_language: z.string().nullish(),
        alternatives: z.array(z.object({ transcript: z.string(), words: z.array(word).default([]) })),
      }),
    ),
    utterances: z
      .array(z.object({ start: z.number(), end: z.number(), transcript: z.string(), words: z.array(word).default([]) }))
      .nullish(),
  }),
});

/** Deepgram, which takes sound as it is and gives times of words. */
export function speechByDeepgram(connection: UsableConnection, reach: Reach): SpeechProvider {
  const withinMs = (connection.options.timeoutSeconds ?? usualSeconds) * 1000;

  const transcribe = async (piece: SpeechPiece, signal: AbortSignal, within = withinMs): Promise<Heard> => {
    const fetch = serviceFetch(reach, { withinMs: within, mostBytes });
    const headers = { ...keyHeaders(connection), 'content-type': 'audio/wav' };
    const url = `${baseOf(connection)}/listen?${questionOf(connection.model, piece)}`;
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(piece.wav), signal });
    const read = answer.safeParse(await response.json());
    if (!read.success) throw new ProviderFailure('again', 'notTheProtocol');
    return heardOf(read.data, piece.seconds);
  };

  return {
    limits: { longestPieceSeconds: 600, largestPieceBytes: 100 * 1024 * 1024, times: 'words', takesLanguage: true },
    transcribe: (piece, signal) => transcribe(piece, signal),
    async check(signal) {
      await transcribe(silence, signal, checkSeconds * 1000);
      return { models: null };
    },
  };
}

/** Models before the third generation take words one by one, under another name. */
const takesPhrases = (model: string): boolean => !/^(?:nova|nova-2|enhanced|base|whisper)(?:$|-(?!3))/.test(model);

function questionOf(model: string, { language, words }: SpeechPiece): URLSearchParams {
  const asked = new URLSearchParams({ model, punctuate: 'true', utterances: 'true' });
  if (language === null) asked.set('detect_language', 'true');
  else asked.set('language', language);
  if (takesPhrases(model)) for (const each of phrasesOf(words)) asked.append('keyterm', each);
  else for (const each of singleWordsOf(words)) asked.append('keywords', each);
  return asked;
}

function heardOf({ results }: z.infer<typeof answer>, seconds: number): Heard {
  const [channel] = results.channels;
  const [best] = channel?.alternatives ?? [];
  const stretches: HeardStretch[] = results.utterances?.length
    ? results.utterances.map(({ start, end, transcript, words }) => ({
        text: transcript,
        start,
        end,
        words: words.map(wordOf),
      }))
    : stretchesOf((best?.words ?? []).map(wordOf), best?.transcript ?? '', seconds);
  checkTimes(stretches, seconds);
  return { stretches, language: channel?.detected_language ?? null };
}

const wordOf = ({ word: bare, punctuated_word, start, end }: z.infer<typeof word>) => ({
  text: punctuated_word ?? bare,
  start,
  end,
});
