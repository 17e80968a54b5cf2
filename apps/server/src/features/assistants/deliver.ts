import { createHash, randomUUID } from 'node:crypto';
import type { DeliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { plainLine } from '@sidetone/contract/rules/plain-line.ts';
import type { Insertable } from 'kysely';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText, storableText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { TranscriptFiles } from '../../storage/transcript-files.ts';
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
 * what it names, whenever the server is killed. A second delivery of the same, at the same moment or after the result was
 * deleted, changes nothing. Throws `Refusal` CONFLICT where another result has the sender's id, STORAGE_FULL where the
 * assistant has too many, NOT_FOUND where it has just been deleted.
 */
export async function deliver({ db, files }: DeliveryParts, agent: Agent, given: DeliveredResult): Promise<Delivered> {
  const digest = createHash('sha256').update(JSON.stringify(given)).digest('base64url');
  const before = await deliveredBefore(db, agent, given.id, digest);
  if (before) return before;
  await requireRoom(db, agent);
  const id = randomUUID();
  const transcript = given.transcript ?? null;
  const file = { assistantId: agent.assistantId, transcriptDocId: id };
  const row = await rowOf(db, agent, given, { id, digest, transcriptDocId: transcript === null ? null : id });
  try {
    if (transcript !== null) await files.keep(file, transcript);
    const made = await insert(db, row);
    if (made) return { resultId: id, created: true };
  } catch (error) {
    // What failed otherwise may have been written all the same, and a row names its file; one without a row is swept.
    if (transcript !== null && error instanceof Refusal) await files.remove(file);
    throw error;
  }
  // Another delivery came first.
  if (transcript !== null) await files.remove(file);
  const first = await deliveredBefore(db, agent, given.id, digest);
  if (!first) throw new Refusal('UNAVAILABLE', 'The result was deleted while it was delivered.');
  return first;
}

async function deliveredBefore(
  db: Database,
  { assistantId }: Agent,
  senderId: string,
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
  const gone = await db
    .selectFrom('assistant_deleted_results')
    .select('result_id')
    .where('assistant_id', '=', assistantId)
    .where('sender_id', '=', storableText(senderId))
    .executeTakeFirst();
  return gone ? { resultId: gone.result_id, created: false } : null;
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

/** False where there is one with the sender's id by now. Throws `Refusal` NOT_FOUND where the assistant is gone. */
async function insert(db: Database, row: Row): Promise<boolean> {
  try {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('assistant_results')
      .values(row)
      .onConflict((conflict) => conflict.columns(['assistant_id', 'sender_id']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) throw notFound('call assistant');
    throw error;
  }
}
const foreignKeyViolation = '23503';

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
