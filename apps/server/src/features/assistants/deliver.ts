import { createHash, randomUUID } from 'node:crypto';
import type { DeliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { plainLine } from '@sidetone/contract/rules/plain-line.ts';
import { type Insertable, sql } from 'kysely';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { botSenderId } from '../../storage/bot-results.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText, storableText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { TranscriptFiles } from '../../storage/transcript-files.ts';
import type { Writer } from '../../storage/writer.ts';
import type { Agent } from './tokens.ts';

/** Results that are kept of one assistant; far more than people read. */
const mostResults = 100_000;

interface DeliveryParts {
  readonly db: Database;
  readonly files: TranscriptFiles;
}

export interface Delivered {
  readonly resultId: string;
  /** False where the same was delivered before. */
  readonly created: boolean;
}

/**
 * Keeps the result of a call that an agent took: first its transcript as a file, then its row, so that a row never lacks
 * what it names, whenever the server is killed. Where the voice bot of the assistant had the call here, its result is
 * completed. A second delivery of the same, at the same moment or after the result was deleted, changes nothing. Throws
 * `Refusal` CONFLICT where another result has the sender's id, STORAGE_FULL where the assistant has too many, NOT_FOUND
 * where it has just been deleted.
 */
export async function deliver({ db, files }: DeliveryParts, agent: Agent, given: DeliveredResult): Promise<Delivered> {
  const digest = createHash('sha256').update(JSON.stringify(given)).digest('base64url');
  const before = await deliveredBefore(db, agent, given, digest);
  if (before) return before;
  const waiting = await waitingFor(db, agent, given);
  if (waiting === null) await requireRoom(db, agent);
  const id = waiting ?? randomUUID();
  const transcript = given.transcript ?? null;
  // Of two deliveries that complete one result each has a file of its own.
  const transcriptDocId = waiting === null ? id : randomUUID();
  const file = { assistantId: agent.assistantId, transcriptDocId };
  const row = await rowOf(db, agent, given, {
    id,
    digest,
    transcriptDocId: transcript === null ? null : transcriptDocId,
  });
  try {
    if (transcript !== null) await files.keep(file, transcript);
    const made = waiting === null ? await insert(db, row) : await complete(db, row);
    if (made) return { resultId: id, created: true };
  } catch (error) {
    // What failed otherwise may have been written all the same, and a row names its file; one without a row is swept.
    if (transcript !== null && error instanceof Refusal) await files.remove(file);
    throw error;
  }
  // Another delivery came first, or the call ended at this moment.
  if (transcript !== null) await files.remove(file);
  const first = await deliveredBefore(db, agent, given, digest);
  if (first) return first;
  throw new Refusal('UNAVAILABLE', 'The result changed while it was delivered.');
}

async function deliveredBefore(
  db: Database,
  { assistantId }: Agent,
  { id: senderId, sessionId }: DeliveredResult,
  digest: string,
): Promise<Delivered | null> {
  const kept = await db
    .selectFrom('assistant_results')
    .select(['id', 'sent_digest'])
    .where('assistant_id', '=', assistantId)
    .where('sender_id', '=', storableText(senderId))
    .executeTakeFirst();
  if (kept) {
    if (kept.sent_digest !== digest) throw new Refusal('CONFLICT', 'Another result was delivered with this id.');
    return { resultId: kept.id, created: false };
  }
  const names = [senderId, ...(sessionId ? [botSenderId(sessionId)] : [])];
  const gone = await wasDeleted(db, assistantId, names.map(storableText));
  return gone === undefined ? null : { resultId: gone, created: false };
}

/** The result of a call that the bot of this assistant had here, and that it has not completed yet. */
async function waitingFor(
  db: Writer,
  { assistantId }: Agent,
  { sessionId }: Pick<DeliveredResult, 'sessionId'>,
): Promise<string | null> {
  if (!sessionId) return null;
  const row = await db
    .selectFrom('assistant_results')
    .select('id')
    .where('assistant_id', '=', assistantId)
    .where('sender_id', '=', storableText(botSenderId(sessionId)))
    .where('sent_digest', '=', '')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function requireRoom(db: Database, { assistantId }: Agent): Promise<void> {
  const counts = await db
    .selectFrom('assistant_counts')
    .select(['open', 'done'])
    .where('assistant_id', '=', assistantId)
    .executeTakeFirst();
  if (!counts) throw notFound('call assistant');
  if (counts.open + counts.done >= mostResults) {
    throw new Refusal('STORAGE_FULL', 'The call assistant has as many results as are kept. Delete old ones first.');
  }
}

type Row = Insertable<Schema['assistant_results']>;

/**
 * False where there is one with the sender's id by now, one was deleted, or the call that it is of has just ended. Throws
 * `Refusal` NOT_FOUND where the assistant is gone.
 */
async function insert(db: Database, row: Row): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      if (await hasJustEnded(trx, row)) return false;
      // The sender's id is the lock: the insert waits for a deletion of a result with this id that runs. Only then it is
      // certain whether one was deleted.
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('assistant_results')
        .values(row)
        .onConflict((conflict) => conflict.columns(['assistant_id', 'sender_id']).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      if (await wasDeleted(trx, row.assistant_id, namesOf(row))) throw new BroughtBack();
      return true;
    });
  } catch (error) {
    if (error instanceof BroughtBack) return false;
    if ((error as { code?: string }).code === foreignKeyViolation) throw notFound('call assistant');
    throw error;
  }
}

/** Locks the call that its bot still has, so that its end sees the delivery; true where it ended instead. */
async function hasJustEnded(trx: Writer, { assistant_id: assistantId, session_id: sessionId }: Row): Promise<boolean> {
  if (!sessionId) return false;
  await trx
    .selectFrom('assistant_bot_calls')
    .select('id')
    .where('assistant_id', '=', assistantId)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .execute();
  return (
    (await trx
      .selectFrom('assistant_results')
      .select('id')
      .where('assistant_id', '=', assistantId)
      .where('sender_id', '=', botSenderId(sessionId))
      .where('sent_digest', '=', '')
      .executeTakeFirst()) !== undefined
  );
}

/** False where another delivery completed it, or it was deleted. What users have decided meanwhile stays. */
async function complete(db: Database, row: Row): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assistant_results')
    .set({
      sender_id: row.sender_id,
      sent_digest: row.sent_digest,
      remote_number: sql<string | null>`coalesce(${row.remote_number}, remote_number)`,
      started_at: row.started_at,
      duration_ms: sql<number | null>`coalesce(${row.duration_ms}, duration_ms)`,
      state: sql<'OPEN' | 'DONE'>`case when state = 'DONE' then state else ${row.state} end`,
      primary_topic: sql<string | null>`coalesce(primary_topic, ${row.primary_topic})`,
      topics: row.topics,
      rows: row.rows,
      summary: sql<string | null>`coalesce(${row.summary}, summary)`,
      key_points: row.key_points,
      transcript_doc_id: row.transcript_doc_id,
    })
    .where('id', '=', row.id)
    .where('sent_digest', '=', '')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
const foreignKeyViolation = '23503';

/** Rolls back a delivery of what was deleted. */
class BroughtBack extends Error {}

/** The sender's id, and the one that the result has until its delivery where a bot had the call here. */
const namesOf = ({ sender_id: senderId, session_id: sessionId }: Row): readonly string[] =>
  sessionId ? [senderId, botSenderId(sessionId)] : [senderId];

/** The id of the result that had one of these ids of its sender, and that was deleted; else undefined. */
const wasDeleted = async (db: Writer, assistantId: string, senderIds: readonly string[]): Promise<string | undefined> =>
  (
    await db
      .selectFrom('assistant_deleted_results')
      .select('result_id')
      .where('assistant_id', '=', assistantId)
      .where('sender_id', 'in', [...senderIds])
      .executeTakeFirst()
  )?.result_id;

interface OfDelivery {
  readonly id: string;
  readonly digest: string;
  readonly transcriptDocId: string | null;
}

async function rowOf(
  db: Database,
  { assistantId, accountId }: Agent,
  given: DeliveredResult,
  { id, digest, transcriptDocId }: OfDelivery,
): Promise<Row> {
  const primaryTopic = given.primaryTopic ?? given.topics[0] ?? null;
  const topics = new Set(primaryTopic === null ? given.topics : [primaryTopic, ...given.topics]);
  const text = given.summary?.text ?? '';
  return {
    id,
    assistant_id: assistantId,
    account_id: accountId,
    sender_id: storableText(given.id),
    sent_digest: digest,
    session_id: given.sessionId === null || given.sessionId === undefined ? null : storableText(given.sessionId),
    remote_number: await numberOf(db, accountId, given.from ?? ''),
    // Lists are cut at places that have milliseconds.
    started_at: new Date(given.startedAt),
    duration_ms: typeof given.durationSeconds === 'number' ? Math.round(given.durationSeconds * 1000) : null,
    state: given.state,
    primary_topic: primaryTopic,
    topics: jsonText([...topics]),
    rows: jsonText(given.rows),
    summary: text === '' ? null : storableText(text),
    key_points: jsonText(given.summary?.keyPoints ?? []),
    note_by: null,
    note_at: null,
    transcript_doc_id: transcriptDocId,
  };
}

/** A caller's number as contacts have it, else as it was sent; null for an anonymous caller. */
async function numberOf(db: Database, accountId: string, sent: string): Promise<string | null> {
  const plain = plainLine(sent);
  if (plain === '' || /^anonymous$/i.test(plain)) return null;
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return normalizeNumber(plain, numberPlaceOf(account.country, account.area_code, account.number_plan)) ?? plain;
}
