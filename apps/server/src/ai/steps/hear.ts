import { cut } from '../../sound/cut.ts';
import { type Stretch, secondsOf, speechRegions } from '../../sound/speech-regions.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import type { Language, Speaker } from '../basic/call.ts';
import type { DocumentingParts } from '../deps.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { Heard, SpeechProvider } from '../providers/speech.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import type { CallToDocument } from '../read-call.ts';
import type { CallSound } from '../sound-of-call.ts';
import { languageInDoubt, languageOf } from '../transcript/language.ts';
import { askSpeech } from './ask-speech.ts';

/** A side with less speech than this is not sent: recognisers write something for silence. Seconds. */
const leastOfSide = 0.5;
/** Pauses that end a piece: where a service gives times they may be long, else each utterance is a piece. */
const longestPause = { timed: 30, untimed: 0.35 };
/** Services may take more, but a piece is in memory several times while it is sent. Seconds. */
const longestPiece = 300;
/** A piece that is too long for its service is halved, but never into scraps. */
const shortestHalf = 5;

/** Where each side of a call speaks, and how loud it is. */
export interface Sides {
  readonly levels: Readonly<Record<Speaker, Float32Array>>;
  readonly regions: Readonly<Record<Speaker, readonly Stretch[]>>;
}

export async function sidesOf(sound: CallSound): Promise<Sides> {
  const levels = await sound.levels();
  const spoken = (speaker: Speaker) => {
    const regions = speechRegions(levels[speaker]);
    return secondsOf(regions) < leastOfSide ? [] : regions;
  };
  return { levels, regions: { 0: spoken(0), 1: spoken(1) } };
}

/** What was heard in a piece of one side, in times of the piece. */
export interface HeardPiece extends Stretch {
  readonly speaker: Speaker;
  readonly heard: Heard;
}

interface Hearing {
  readonly parts: Pick<DocumentingParts, 'db'>;
  readonly call: CallToDocument;
  readonly connection: UsableConnection;
  readonly provider: SpeechProvider;
  readonly sound: CallSound;
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Has every piece of both sides heard, one after the other; what an earlier try heard is not asked for again. Throws
 * `ProviderFailure`, and `CannotBeMade` where the account may ask about no other call this month or has switched AI off.
 */
export async function hearAll(hearing: Hearing, { levels, regions }: Sides): Promise<readonly HeardPiece[]> {
  const { limits } = hearing.provider;
  const isTimed = limits.times !== 'none';
  const pieces = {
    longestSeconds: Math.min(
      longestPiece,
      limits.longestPieceSeconds,
      secondsIn(limits.largestPieceBytes, hearing.sound.sampleRate),
    ),
    longestPauseSeconds: isTimed ? longestPause.timed : longestPause.untimed,
  };
  const known = await heardBefore(hearing.parts.db, hearing.call);
  const all: HeardPiece[] = [];
  for (const speaker of [0, 1] as const) {
    for (const piece of cut(regions[speaker], levels[speaker], pieces)) {
      all.push(...(await hearPiece(hearing, known, speaker, piece)));
    }
  }
  return all;
}

const headerBytes = 44;
const secondsIn = (bytes: number, sampleRate: number): number => (bytes - headerBytes) / 2 / sampleRate;

type Known = ReadonlyMap<string, Heard>;
const keyOf = (speaker: number, startMs: number, endMs: number): string => `${speaker} ${startMs} ${endMs}`;
const ms = (seconds: number): number => Math.round(seconds * 1000);

async function hearPiece(
  hearing: Hearing,
  known: Known,
  speaker: Speaker,
  piece: Stretch,
): Promise<readonly HeardPiece[]> {
  const before = known.get(keyOf(speaker, ms(piece.start), ms(piece.end)));
  try {
    return [{ ...piece, speaker, heard: await ask(hearing, speaker, piece, before) }];
  } catch (error) {
    const isTooLong = error instanceof ProviderFailure && error.kind === 'tooLong';
    if (!isTooLong || piece.end - piece.start < shortestHalf * 2) throw error;
    const middle = (piece.start + piece.end) / 2;
    const first = await hearPiece(hearing, known, speaker, { start: piece.start, end: middle });
    const second = await hearPiece(hearing, known, speaker, { start: middle, end: piece.end });
    return [...first, ...second];
  }
}

/** What the service hears in a piece, kept until the transcript is there; `before` is what an earlier try heard. */
async function ask(hearing: Hearing, speaker: Speaker, piece: Stretch, before: Heard | undefined): Promise<Heard> {
  const first = before ?? (await askOnce(hearing, speaker, piece, null));
  const heard = await surely(hearing, speaker, piece, first);
  if (heard === first) return first;
  await keep(hearing.parts.db, hearing.call, { speaker, startMs: ms(piece.start), endMs: ms(piece.end), heard });
  return heard;
}

const textOf = ({ stretches }: Heard): string => stretches.map(({ text }) => text).join(' ');

/**
 * Asks once more, for the language that the words are in, where the service says that it heard another one. Where the words are
 * still in another one, those heard first stay, in a language that nobody knows.
 */
async function surely(hearing: Hearing, speaker: Speaker, piece: Stretch, first: Heard): Promise<Heard> {
  const language = languageInDoubt(textOf(first), first.language);
  if (language === null || !hearing.provider.limits.takesLanguage) return first;
  try {
    const second = await askOnce(hearing, speaker, piece, language);
    if (languageOf(textOf(second)) === language) return { ...second, language };
  } catch (error) {
    // What was heard is worth more than a second opinion.
    if (!(error instanceof ProviderFailure)) throw error;
  }
  return { ...first, language: null };
}

/** Asks the service once, and writes down that it was asked. */
async function askOnce(
  hearing: Hearing,
  speaker: Speaker,
  { start, end }: Stretch,
  language: Language | null,
): Promise<Heard> {
  const { parts, call, sound } = hearing;
  const about = [keyOf(speaker, ms(start), ms(end)), language].filter((each) => each !== null).join(' ');
  const samples = await sound.side(speaker, start, end);
  const piece = { samples, sampleRate: sound.sampleRate, language, about };
  // Together: a piece that is kept was paid for, and the ledger says so.
  return await askSpeech({ ...hearing, db: parts.db }, piece, async (trx, heard) => {
    if (language === null) await keep(trx, call, { speaker, startMs: ms(start), endMs: ms(end), heard });
  });
}

async function heardBefore(db: Database, { channelId, docId }: CallToDocument): Promise<Known> {
  const rows = await db
    .selectFrom('heard_pieces')
    .select(['side', 'start_ms', 'end_ms', 'heard'])
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .execute();
  return new Map(rows.map((row) => [keyOf(row.side, row.start_ms, row.end_ms), row.heard as unknown as Heard]));
}

/** Only where the call is still there, and its transcript is still wanted. */
async function keep(
  db: Writer,
  { channelId, docId }: CallToDocument,
  piece: { readonly speaker: Speaker; readonly startMs: number; readonly endMs: number; readonly heard: Heard },
): Promise<void> {
  await db
    .insertInto('heard_pieces')
    .columns(['channel_id', 'doc_id', 'side', 'start_ms', 'end_ms', 'heard'])
    .expression((eb) =>
      eb
        .selectFrom('inbox_events')
        .select((row) => [
          'channel_id',
          'id',
          row.val(piece.speaker).as('side'),
          row.val(piece.startMs).as('start_ms'),
          row.val(piece.endMs).as('end_ms'),
          row.cast<never>(row.val(jsonText(piece.heard)), 'jsonb').as('heard'),
        ])
        .where('channel_id', '=', channelId)
        .where('id', '=', docId)
        .forUpdate(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'doc_id', 'side', 'start_ms', 'end_ms'])
        .doUpdateSet((row) => ({ heard: row.ref('excluded.heard') })),
    )
    .execute();
}
