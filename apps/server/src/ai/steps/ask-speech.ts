import { wavOf } from '@sidetone/wav/wav.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import type { Language } from '../basic/call.ts';
import { beginRun, endRun, outcomeOf } from '../ledger.ts';
import type { Heard, SpeechProvider } from '../providers/speech.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { CannotBeMade } from './failing.ts';

/** Whom to ask about the sound of a call. */
interface Recogniser {
  readonly db: Database;
  readonly call: CallToDocument;
  readonly connection: UsableConnection;
  readonly provider: SpeechProvider;
  /** Words of the account that the recogniser should know. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** Sound of one side, 16 bits a sample. */
interface SpokenPiece {
  readonly samples: Int16Array;
  /** In hertz. */
  readonly sampleRate: number;
  /** Null lets the recogniser find out. */
  readonly language: Language | null;
  /** Names the piece in the ledger. */
  readonly about: string;
}

/**
 * Has one piece heard, and writes down that it was asked for; `keep` runs in the transaction in which the ledger says that
 * it was paid for. Throws `ProviderFailure`, the reason of the signal, and `CannotBeMade` where AI has been switched off since the
 * work began, or the account may ask about no other call this month.
 */
export async function askSpeech(
  { db, call, connection, provider, words, signal }: Recogniser,
  { samples, sampleRate, language, about }: SpokenPiece,
  keep: (trx: Writer, heard: Heard) => Promise<void> = async () => {},
): Promise<Heard> {
  const seconds = samples.length / sampleRate;
  signal.throwIfAborted();
  // A long call has many pieces, and a caller gives several answers.
  if ((await readCall(db, call))?.flags.hasAiDisabled) throw new CannotBeMade('switchedOff');
  const run = await beginRun(db, call, { step: 'transcribe', about, connection });
  if (run === null) throw new CannotBeMade('quota');
  try {
    const heard = await provider.transcribe({ wav: wavOf([samples], sampleRate), seconds, language, words }, signal);
    signal.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      await keep(trx, heard);
      await endRun(trx, run, connection, { outcome: 'done', audioSeconds: seconds });
    });
    return heard;
  } catch (error) {
    await endRun(db, run, connection, { outcome: outcomeOf(error, signal) });
    throw error;
  }
}
