import type { Reach } from '../../reach/reach.ts';
import { serviceFetch } from './ask-service.ts';
import { checkModels } from './check-models.ts';
import { ProviderFailure } from './failure.ts';
import { failureOf } from './failures.ts';
import { heardOf } from './heard-answer.ts';
import { promptOf, singleWordsOf } from './hints.ts';
import { multipart } from './multipart.ts';
import { type Memory, type SpeechFormat, speechQuirks } from './quirks.ts';
import { baseOf, keyHeaders } from './service-address.ts';
import { silence } from './silence.ts';
import type { Heard, SpeechLimits, SpeechPiece, SpeechProvider } from './speech.ts';
import type { UsableConnection } from './usable-connection.ts';

const usualSeconds = 300;
const checkSeconds = 20;
const mostBytes = 8 * 1024 * 1024;
/** OpenAI takes 25 MB with the form around it. */
const largestPiece = 24 * 1024 * 1024;

const times = { words: 'words', stretches: 'stretches', verbose: 'stretches', plain: 'none' } as const;

/** Services that take sound as a form: OpenAI and what speaks like it, and Mistral. */
export function speechByForm(connection: UsableConnection, reach: Reach, memory: Memory): SpeechProvider {
  const quirks = speechQuirks(connection.model);
  const learnt = memory(connection);
  const withinMs = (connection.options.timeoutSeconds ?? usualSeconds) * 1000;
  const fetch = serviceFetch(reach, { withinMs, mostBytes });
  const format = () => learnt.speechFormat ?? quirks.formats[0] ?? 'plain';

  const send = async (piece: SpeechPiece, how: SpeechFormat, signal: AbortSignal, by = fetch): Promise<Heard> => {
    const { body, contentType } = multipart(
      { name: 'audio.wav', type: 'audio/wav', bytes: piece.wav },
      fieldsOf(connection, piece, how),
    );
    const headers = { ...keyHeaders(connection), 'content-type': contentType };
    const url = `${baseOf(connection)}/audio/transcriptions`;
    const answer = await by(url, { method: 'POST', headers, body, signal });
    return heardOf(await answer.json(), piece.seconds);
  };

  /** Asks for less and less until the service does not refuse, and remembers what it took. */
  const transcribe = async (piece: SpeechPiece, signal: AbortSignal, by = fetch): Promise<Heard> => {
    const left = quirks.formats.slice(quirks.formats.indexOf(format()));
    for (const [at, how] of left.entries()) {
      try {
        const heard = await send(piece, how, signal, by);
        learnt.speechFormat = how;
        return heard;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (at === left.length - 1 || learnt.speechFormat !== undefined || !mayTakeLess(error)) throw failureOf(error);
      }
    }
    throw new ProviderFailure('never', 'refused');
  };

  return {
    get limits(): SpeechLimits {
      const given = times[format()];
      return {
        longestPieceSeconds: given === 'none' ? 28 : 600,
        largestPieceBytes: largestPiece,
        times: given,
        takesLanguage: connection.kind !== 'mistral' || given === 'none',
      };
    },
    transcribe: (piece, signal) => transcribe(piece, signal),
    async check(signal) {
      const quick = serviceFetch(reach, { withinMs: checkSeconds * 1000, mostBytes });
      const models = await checkModels(connection, quick, signal);
      if (models === null) await transcribe(silence, signal, quick);
      return { models };
    },
  };
}

const mayTakeLess = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.problem === 'refused' && (error.status === 400 || error.status === 422);

function fieldsOf({ kind, model }: UsableConnection, piece: SpeechPiece, how: SpeechFormat): [string, string][] {
  return kind === 'mistral' ? fieldsOfMistral(model, piece, how) : fieldsOfOpenAi(model, piece, how);
}

function fieldsOfOpenAi(model: string, { language, words }: SpeechPiece, how: SpeechFormat): [string, string][] {
  const quirks = speechQuirks(model);
  const fields: [string, string][] = [
    ['model', model],
    ['response_format', how === 'plain' ? 'json' : 'verbose_json'],
  ];
  if (how === 'words') fields.push(['timestamp_granularities[]', 'word']);
  if (how === 'words' || how === 'stretches') fields.push(['timestamp_granularities[]', 'segment']);
  if (language !== null) fields.push(['language', language]);
  const prompt = quirks.takesWords ? promptOf(words) : null;
  if (prompt !== null) fields.push(['prompt', prompt]);
  if (quirks.wantsChunking) fields.push(['chunking_strategy', 'auto']);
  return fields;
}

/** It takes either the language or times, and words without spaces and commas. */
function fieldsOfMistral(model: string, { language, words }: SpeechPiece, how: SpeechFormat): [string, string][] {
  const fields: [string, string][] = [['model', model]];
  if (how === 'words') fields.push(['timestamp_granularities', 'word']);
  else if (how === 'stretches' || how === 'verbose') fields.push(['timestamp_granularities', 'segment']);
  else if (language !== null) fields.push(['language', language]);
  for (const each of singleWordsOf(words)) fields.push(['context_bias', each]);
  return fields;
}
