import { sql } from 'kysely';
import type { Caller } from '../requests/callers.ts';
import { requireGrant } from '../requests/grants.ts';
import { notFound } from '../requests/refusal.ts';
import { type DocumentedCall, documentationWriter } from '../storage/documentation-writer.ts';
import type { Writer } from '../storage/writer.ts';
import { answersKind, beginKind, documentKind, jobIdOf } from './call-jobs.ts';
import type { DocumentingParts } from './deps.ts';
import { endDocumentation } from './documenting.ts';
import { wantedParts } from './plan.ts';
import { boosts, readCall } from './read-call.ts';
import { partActs } from './states.ts';
import { endParts } from './steps/failing.ts';

export interface ControlParts extends Pick<DocumentingParts, 'db' | 'jobs'> {
  /** Captures more of a running call, or nothing more. */
  steerCapture(call: DocumentedCall, isWanted: boolean): Promise<void>;
}

/** Who asks, and about which session. A session in two inboxes needs the channel as well. */
interface Asked {
  readonly caller: Caller;
  readonly sessionId: string;
  readonly channelId?: string | undefined;
}

interface OwnCall extends DocumentedCall {
  readonly isTranscribed: boolean;
}

/** Nobody wants the transcript and the summary of this call, perhaps before it is over. What is made already stays. */
export async function skipDocumentation(parts: ControlParts, asked: Asked): Promise<void> {
  await stop(parts, asked, async (trx, call) => {
    await endParts(trx, call, 'skip', 'skipped', ['transcription', 'summary', 'voicemailTranscription']);
    await endParts(trx, call, 'cancel', 'skipped');
  });
}

/** Makes nothing further: parts that wait or are being made end, and a running request is aborted. Finished parts stay. */
export async function cancelDocumentation(parts: ControlParts, asked: Asked): Promise<void> {
  await stop(parts, asked, (trx, call) => endParts(trx, call, 'cancel', 'skipped'));
}

/**
 * It is wanted after all: what was skipped, could not be made or failed waits again, and what was never asked for begins. What the
 * call's user has switched off stays as it is.
 */
export async function resumeDocumentation({ db, jobs, steerCapture }: ControlParts, asked: Asked): Promise<void> {
  const call = await ownCall(db, asked);
  await db.transaction().execute(async (trx) => {
    await requireGrant(trx, asked.caller, boosts);
    await letWait(trx, call);
    await jobs.enqueue(trx, call.isTranscribed ? documentKind : beginKind, jobIdOf(call));
    if (call.isTranscribed) await jobs.enqueue(trx, answersKind, jobIdOf(call));
  });
  await steerCapture(call, true);
}

/** Without a transcript, what is missing begins together with it. */
async function letWait(trx: Writer, call: OwnCall): Promise<void> {
  const found = await readCall(trx, call);
  if (!found) throw notFound('call');
  const writer = documentationWriter(trx);
  const wanted = wantedParts(found.flags);
  const { from } = partActs.resume;
  for (const part of wanted) {
    if (part === 'smartAnswers') {
      // Answers that are missing may have been deleted, and can be asked for by themselves.
      await writer.set(call, { part, status: 'waiting', asked: { askedAt: new Date().toISOString() } }, from);
    } else {
      const isToBegin = call.isTranscribed && part !== 'transcription';
      await writer.set(call, { part, status: 'waiting' }, isToBegin ? [...from, ...partActs.begin.from] : from);
    }
  }
  if (wanted.includes('transcription')) {
    await writer.set(call, { part: 'voicemailTranscription', status: 'waiting' }, from);
  }
}

async function stop(
  { db, jobs, steerCapture }: ControlParts,
  asked: Asked,
  end: (trx: Writer, call: DocumentedCall) => Promise<unknown>,
): Promise<void> {
  const call = await ownCall(db, asked);
  await db.transaction().execute(async (trx) => {
    await requireGrant(trx, asked.caller, boosts);
    await end(trx, call);
    await documentationWriter(trx).endRenewals(call, null);
    await endDocumentation(jobs, trx, call);
  });
  await steerCapture(call, false);
}

/**
 * The call of a session in an inbox that the asker is a member of, their own first. Throws `Refusal` NOT_FOUND where there is none, for
 * administrators too: calls of others do not even exist.
 */
async function ownCall(db: Writer, { caller, sessionId, channelId }: Asked): Promise<OwnCall> {
  const row = await db
    .selectFrom('inbox_events')
    .innerJoin('channel_members', 'channel_members.channel_id', 'inbox_events.channel_id')
    .select([
      'inbox_events.channel_id',
      'id',
      sql<boolean>`documentation #>> '{transcription,status}' = 'success'`.as('transcribed'),
    ])
    .where('inbox_events.account_id', '=', caller.accountId)
    .where('channel_members.user_id', '=', caller.userId)
    .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('id', '=', sessionId)]))
    .$if(channelId !== undefined, (query) => query.where('inbox_events.channel_id', '=', channelId ?? ''))
    .orderBy((eb) => eb('owner', '=', caller.userId), 'desc')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw notFound('call');
  return { channelId: row.channel_id, docId: row.id, isTranscribed: row.transcribed };
}
