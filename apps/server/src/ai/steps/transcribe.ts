import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import { isAiFeatureActive } from '@sidetone/contract/rules/ai/ai-features.ts';
import { WavError } from '@sidetone/wav/wav.ts';
import type { Again } from '../../jobs/job-kind.ts';
import { type DocumentedCall, documentationWriter } from '../../storage/documentation-writer.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import type { Speaker } from '../basic/call.ts';
import { moodOf } from '../basic/mood.ts';
import { answersKind, documentKind, jobIdOf } from '../call-jobs.ts';
import type { DocumentingParts } from '../deps.ts';
import { fingerprintOf } from '../ledger.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { type CallSound, openCallSound, soundOf } from '../sound-of-call.ts';
import { partActs } from '../states.ts';
import { type KnownWords, knownWords, timedWithCustomWords, withCustomWords } from '../transcript/custom-words.ts';
import type { HeardSegment } from '../transcript/heard.ts';
import { languageOf, namedLanguage } from '../transcript/language.ts';
import { merge, type TranscriptLine } from '../transcript/merge.ts';
import { plausible } from '../transcript/plausible.ts';
import { afterFailure, CannotBeMade, endParts } from './failing.ts';
import { type HeardPiece, hearAll, type Sides, sidesOf } from './hear.ts';

/** With less speech than this there is nothing to write down. Seconds. */
const leastSpeech = 3;

/** Makes the transcript of a call out of its sound. Quiet where none is wanted any longer. */
export async function transcribe(
  parts: DocumentingParts,
  of: DocumentedCall,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { db, services, files } = parts;
  const call = await readCall(db, of);
  const status = call?.parts.transcription?.status;
  if (!call || (status !== 'waiting' && status !== 'loading')) return undefined;
  const refuse = async (reason: PartReason) => {
    if (reason === 'switchedOff') await forgetPieces(db, call);
    return await endParts(db, call, 'refusal', reason);
  };
  if (call.flags.hasAiDisabled) return await refuse('switchedOff');
  const connection = await services.ground.connection(call.accountId, 'speech');
  if (!connection) return await refuse('noRecognizer');
  const { kind, paths } = await soundOf(db, files, call);
  if (paths.length === 0) {
    // A call that goes on has its sound later, and that asks for the work again.
    return call.isOver ? await refuse('soundGone') : undefined;
  }
  await work(db, call);
  const sound = await openCallSound(paths).catch((error: unknown) => {
    if (error instanceof WavError) return null;
    throw error;
  });
  // What lies there is no sound, and will be none later.
  if (sound === null) return await refuse('soundGone');
  try {
    await transcribeSound(parts, call, { connection, kind, sound, signal });
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof CannotBeMade) return await refuse(error.reason);
    return await afterFailure(parts, connection, call.hoursAgo, error);
  } finally {
    await sound.close();
  }
}

async function transcribeSound(
  parts: DocumentingParts,
  call: CallToDocument,
  by: {
    readonly connection: UsableConnection;
    readonly kind: Made['kind'];
    readonly sound: CallSound;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { services, log } = parts;
  const { kind, sound, connection } = by;
  const sides = await sidesOf(sound);
  const spoken = [...sides.regions[0], ...sides.regions[1]].reduce((sum, { start, end }) => sum + end - start, 0);
  if (spoken < leastSpeech) throw new CannotBeMade('tooShort');
  const isWordsOn = isAiFeatureActive(call.flags, 'hasCustomWords');
  const words = isWordsOn ? await services.ownWords(call.accountId) : [];
  const provider = services.open.speech(connection);
  const heard = await hearAll({ parts, call, provider, words, ...by }, sides);
  const { kept, dropped } = plausible(segmentsOf(heard), regionsOf(sides), sound.seconds, words);
  log.info({ ...idsOf(call), pieces: heard.length, kept: kept.length, dropped }, 'ai: call transcribed');
  const said = kept.map(({ text }) => text).join(' ');
  const known = knownWords(words, said, languageOf(said) ?? mostNamed(heard));
  const lines = merge(kept.map((segment) => ({ ...segment, text: withCustomWords(segment.text, known).text })));
  await write(parts, call, { kind, lines, heard, connection, known });
}

const work = async (db: Writer, call: DocumentedCall): Promise<void> => {
  const { from } = partActs.work;
  for (const part of ['transcription', 'voicemailTranscription'] as const) {
    await documentationWriter(db).set(call, { part, status: 'loading' }, from);
  }
};

export const idsOf = ({ channelId, docId }: DocumentedCall) => ({ channelId, docId });

const regionsOf = ({ regions }: Sides) =>
  ([0, 1] as const).flatMap((speaker) => regions[speaker].map(({ start, end }) => ({ speaker, start, end })));

/** What was heard, in times of the call. A piece without times is one utterance, and as long as that. */
const segmentsOf = (pieces: readonly HeardPiece[]): HeardSegment[] =>
  pieces.flatMap(({ speaker, start, end, heard }) =>
    heard.stretches.map(({ start: from, end: until, text, noSpeech, likelihood }) => ({
      speaker,
      start: start + from,
      // Within a piece, since recognisers end a stretch a little late.
      end: Math.min(start + until, end + 1),
      text,
      ...(noSpeech !== undefined && { noSpeech }),
      ...(likelihood !== undefined && { likelihood }),
    })),
  );

/** Which of the two languages the service named for most pieces; another one that it named, where it named neither. */
function mostNamed(pieces: readonly HeardPiece[]): string | null {
  const named = pieces.flatMap(({ heard }) => heard.language ?? []);
  const of = (language: 'de' | 'en') => named.filter((each) => namedLanguage(each) === language).length;
  const [german, english] = [of('de'), of('en')];
  if (german === 0 && english === 0) return named[0]?.toLowerCase() ?? null;
  return german > english ? 'de' : 'en';
}

/** A transcript, and what it was made of. */
interface Made {
  readonly kind: Awaited<ReturnType<typeof soundOf>>['kind'];
  readonly lines: readonly TranscriptLine[];
  readonly heard: readonly HeardPiece[];
  readonly connection: UsableConnection;
  readonly known: KnownWords;
}

/** The transcript, its words and the next step, in one transaction; nothing of it where it is no longer wanted. */
async function write(
  { db, jobs }: DocumentingParts,
  call: CallToDocument,
  { kind, lines, heard, connection, known }: Made,
): Promise<void> {
  const said = lines.map(({ text }) => text).join(' ');
  const language = languageOf(said) ?? mostNamed(heard);
  const madeBy = {
    kind: 'model' as const,
    service: connection.name,
    model: connection.model,
    language,
    fingerprint: fingerprintOf(lines),
    at: new Date().toISOString(),
  };
  const lexicon = language === 'de' || language === 'en' ? language : null;
  const withMood = call.flags.hasCallSentimentAnalysis && lexicon !== null;
  const items = lines.map(({ id, speaker, start, end, text }) => ({
    id,
    speaker,
    startTime: start,
    endTime: end,
    text,
    ...(withMood && { sentiment: moodOf(text, lexicon) }),
  }));
  await db.transaction().execute(async (trx) => {
    const writer = documentationWriter(trx);
    const { from } = partActs.result;
    const isWanted = await writer.set(
      call,
      { part: 'transcription', status: 'success', content: { items, sound: kind, madeBy } },
      from,
    );
    await forgetPieces(trx, call);
    if (!isWanted) return;
    const text = said === '' ? '' : lines.map((line) => line.text).join('\n');
    await writer.set(call, { part: 'voicemailTranscription', status: 'success', content: { text, madeBy } }, from);
    await writeWords(trx, call, heard, known);
    await jobs.enqueue(trx, documentKind, jobIdOf(call));
    if (await areAnswersWanted(trx, call)) await jobs.enqueue(trx, answersKind, jobIdOf(call));
  });
}

/** Somebody may have asked for answers while the call was transcribed. */
async function areAnswersWanted(trx: Writer, call: DocumentedCall): Promise<boolean> {
  const status = (await readCall(trx, call))?.parts.smartAnswers?.status;
  return status === 'waiting' || status === 'loading';
}

const forgetPieces = (trx: Writer, { channelId, docId }: DocumentedCall) =>
  trx.deleteFrom('heard_pieces').where('channel_id', '=', channelId).where('doc_id', '=', docId).execute();

async function writeWords(
  trx: Writer,
  { channelId, docId }: DocumentedCall,
  heard: readonly HeardPiece[],
  known: KnownWords,
) {
  await trx.deleteFrom('transcript_words').where('channel_id', '=', channelId).where('doc_id', '=', docId).execute();
  for (const side of [0, 1] as const satisfies readonly Speaker[]) {
    const words = heard
      .filter(({ speaker }) => speaker === side)
      .flatMap(({ start, heard: { stretches } }) =>
        stretches.flatMap((stretch) =>
          timedWithCustomWords(stretch.words, known).map((word) => ({
            ...word,
            start: start + word.start,
            end: start + word.end,
          })),
        ),
      );
    if (words.length === 0) continue;
    await trx
      .insertInto('transcript_words')
      .values({ channel_id: channelId, doc_id: docId, side, words: jsonText(words) })
      .execute();
  }
}
