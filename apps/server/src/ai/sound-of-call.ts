import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import { openWav } from '@sidetone/wav/open-wav.ts';
import type { SoundFiles } from '../sound/sound-files.ts';
import { levelsOf } from '../sound/speech-regions.ts';
import type { DocumentedCall } from '../storage/documentation-writer.ts';
import type { Writer } from '../storage/writer.ts';
import type { Speaker } from './basic/call.ts';

/** Where sounds of calls lie, by how they came about. */
export interface FilesOfCalls {
  readonly recordings: SoundFiles;
  readonly voicemails: SoundFiles;
  readonly captures: SoundFiles;
}

/** The sound that a call is documented from. */
interface SoundOfCall {
  readonly kind: NonNullable<NonNullable<Documentation['transcription']>['sound']>;
  /** Whole paths of its files in their order; empty where there are none. */
  readonly paths: readonly string[];
}

/** What there is to listen to of a call: the longest of its sounds, of which people can play all but `captured`. */
export async function soundOf(db: Writer, files: FilesOfCalls, call: DocumentedCall): Promise<SoundOfCall> {
  const { channelId, docId } = call;
  const voicemails = await db
    .selectFrom('voicemails')
    .select(['original_path', 'duration_ms'])
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .where('state', '=', 'ready')
    .orderBy('started_at')
    .execute();
  const recordings = await db
    .selectFrom('recordings')
    .select(['original_path', 'duration_ms', 'mode'])
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .where('state', '=', 'ready')
    .orderBy('started_at')
    .execute();
  const captures = await db
    .selectFrom('captures')
    .select(['original_path', 'duration_ms'])
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .where('state', '=', 'ready')
    .orderBy('started_at')
    .execute();
  const ofMode = (wanted: string) => recordings.filter(({ mode }) => mode === wanted);
  const choices = [
    { kind: 'voicemail' as const, rows: voicemails, folder: files.voicemails },
    { kind: 'automatic' as const, rows: ofMode('automatic'), folder: files.recordings },
    { kind: 'manual' as const, rows: ofMode('manual'), folder: files.recordings },
    { kind: 'captured' as const, rows: captures, folder: files.captures },
  ] as const satisfies readonly Choice[];
  const longest = choices.reduce<Choice>((best, each) => (isLonger(each.rows, best.rows) ? each : best), choices[0]);
  const paths = longest.rows.flatMap(({ original_path: path }) => (path === null ? [] : [path]));
  const near = (await Promise.all(paths.map((path) => longest.folder.near(path)))).filter((path) => path !== null);
  // A part of a call without the rest would have other times than its player.
  return { kind: longest.kind, paths: near.length === paths.length ? near : [] };
}

/** Whether something of the call is still being recorded or gone through, which may be more of it than what there is. */
export async function isMoreToCome(db: Writer, { channelId, docId }: DocumentedCall): Promise<boolean> {
  for (const table of ['captures', 'recordings', 'voicemails'] as const) {
    const row = await db
      .selectFrom(table)
      .select('id')
      .where('channel_id', '=', channelId)
      .where('doc_id', '=', docId)
      .where('state', 'not in', ['ready', 'failed'])
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Of sounds that are about as long as each other, the first is taken, which people can play. Milliseconds. */
const aboutMs = 3000;

interface Choice {
  readonly kind: SoundOfCall['kind'];
  readonly rows: readonly { readonly original_path: string | null; readonly duration_ms: number | null }[];
  readonly folder: SoundFiles;
}

type Sounds = readonly { readonly duration_ms: number | null }[];

const isLonger = (one: Sounds, other: Sounds): boolean =>
  other.length === 0 ? one.length > 0 : lengthOf(one) > lengthOf(other) + aboutMs;

const lengthOf = (rows: Sounds): number => rows.reduce((sum, { duration_ms: ms }) => sum + (ms ?? 0), 0);

/** The sound of a call, one file after the other, of which no more is in memory than is asked for. */
export interface CallSound {
  readonly sampleRate: number;
  readonly seconds: number;
  /** How loud each side is, frame by frame. */
  levels(): Promise<Readonly<Record<Speaker, Float32Array>>>;
  /** What one side says from second to second. */
  side(speaker: Speaker, start: number, end: number): Promise<Int16Array>;
  close(): Promise<void>;
}

const secondsAtOnce = 10;

/** Opens the files of a call. Throws `WavError` for what is no recording of ours. */
export async function openCallSound(paths: readonly string[]): Promise<CallSound> {
  const opened = await Promise.all(paths.map((path) => openWav(path)));
  const sampleRate = opened[0]?.sampleRate ?? 16_000;
  const length = opened.reduce((sum, sound) => sum + sound.length, 0);

  /** Calls `take` with what lies between two samples of the whole, piece by piece. */
  async function each(
    from: number,
    until: number,
    take: (piece: { left: Int16Array; right: Int16Array }) => void,
  ): Promise<void> {
    let start = 0;
    for (const sound of opened) {
      const end = start + sound.length;
      sound.seek(from - start);
      for (let at = Math.max(from, start); at < Math.min(until, end); ) {
        const piece = await sound.read(Math.min(secondsAtOnce * sampleRate, Math.min(until, end) - at));
        if (piece.left.length === 0) break;
        take(piece);
        at += piece.left.length;
      }
      start = end;
    }
  }

  return {
    sampleRate,
    seconds: length / sampleRate,
    async levels() {
      const sides: [Float32Array[], Float32Array[]] = [[], []];
      await each(0, length, ({ left, right }) => {
        sides[0].push(levelsOf(left, sampleRate));
        sides[1].push(levelsOf(right, sampleRate));
      });
      return { 0: joined(sides[0]), 1: joined(sides[1]) };
    },
    async side(speaker, start, end) {
      const [from, until] = [Math.floor(start * sampleRate), Math.min(length, Math.ceil(end * sampleRate))];
      const samples = new Int16Array(Math.max(0, until - from));
      let at = 0;
      await each(from, until, ({ left, right }) => {
        samples.set(speaker === 0 ? left : right, at);
        at += left.length;
      });
      return samples.subarray(0, at);
    },
    async close() {
      await Promise.all(opened.map((sound) => sound.close()));
    },
  };
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
