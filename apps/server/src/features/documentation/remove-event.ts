import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireMayDeleteCalls } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { ownEvent } from './access.ts';

interface OfCall {
  readonly channelId: string;
  readonly docId: string;
}

/** What was recorded of a call, of one kind: recordings, or voicemails. */
export interface KeptSounds {
  /** Whether nothing of it is still being recorded or gone through. */
  areFinished(call: OfCall): Promise<boolean>;
  /** Removes files and rows for good; gives how many sounds there were. */
  remove(call: OfCall): Promise<number>;
}

interface RemoveParts {
  readonly db: Database;
  readonly recordings: KeptSounds;
  readonly voicemails: KeptSounds;
  readonly captures: KeptSounds;
  /** Ends what is being made of a call. */
  endWork(trx: Writer, call: OfCall): Promise<void>;
}

interface Asked {
  readonly caller: Caller;
  readonly accountId: string;
  readonly channelId: string;
  /** A docId or a session. */
  readonly session: string;
  readonly address: string;
}

/**
 * Deletes a call from its inbox for good, with what was recorded and written about it; of a call between colleagues the
 * other inbox keeps its side. Throws `Refusal` CONFLICT while the call goes on or its sound is gone through, FORBIDDEN for
 * members of a shared channel who may not delete its calls.
 */
export async function removeEvent(
  { db, recordings, voicemails, captures, endWork }: RemoveParts,
  asked: Asked,
): Promise<void> {
  const event = await eventOf(db, asked);
  if (!event.isOver) throw new Refusal('CONFLICT', 'The call is still in progress.');
  for (const sounds of [recordings, voicemails, captures]) await requireFinished(sounds, event);
  // Sounds first: an event without them can be deleted again, and sounds without an event would be nobody's.
  for (const sounds of [recordings, voicemails, captures]) await sounds.remove(event);
  await db.transaction().execute(async (trx) => {
    // First, while everything that is at work on it is still known.
    await endWork(trx, event);
    const { numDeletedRows } = await trx
      .deleteFrom('inbox_events')
      .where('channel_id', '=', event.channelId)
      .where('id', '=', event.docId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('event');
    await audit(trx, {
      accountId: asked.caller.accountId,
      actorUserId: asked.caller.userId,
      address: asked.address,
      action: 'call.removed',
      target: event.docId,
      detail: { channelId: event.channelId },
    });
  });
}

/** Deletes what was recorded of a call for good; the call stays. Throws `Refusal` NOT_FOUND where nothing was, FORBIDDEN as above. */
export async function removeEventRecording(
  { db, recordings }: Pick<RemoveParts, 'db' | 'recordings'>,
  asked: Asked,
): Promise<void> {
  const event = await eventOf(db, asked);
  await requireFinished(recordings, event);
  const removed = await recordings.remove(event);
  if (removed === 0) throw notFound('recording');
  await db.transaction().execute((trx) =>
    audit(trx, {
      accountId: asked.caller.accountId,
      actorUserId: asked.caller.userId,
      address: asked.address,
      action: 'call.recordingRemoved',
      target: event.docId,
      detail: { channelId: event.channelId },
    }),
  );
}

async function eventOf(db: Database, { caller, accountId, channelId, session }: Asked) {
  if (accountId !== caller.accountId) throw notFound('event');
  const event = await ownEvent(db, caller, channelId, session);
  await requireMayDeleteCalls(db, caller, channelId);
  return event;
}

async function requireFinished(sounds: KeptSounds, event: OfCall): Promise<void> {
  if (!(await sounds.areFinished(event))) throw new Refusal('CONFLICT', 'The recording is not finished yet.');
}
