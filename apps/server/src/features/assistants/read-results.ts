import type {
  AssistantResult,
  AssistantResultRow,
  AssistantResultState,
} from '@sidetone/contract/entities/assistant.ts';
import type { InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { callDocIdPrefix } from '@sidetone/contract/rules/doc-id.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Asker } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import type { OfResult } from './access.ts';
import type { WhoCalled } from './who-called.ts';

/** Which part of the results of an assistant is asked for. */
interface ResultRange {
  readonly assistantId: string;
  readonly state: AssistantResultState;
  readonly limit: number;
  /** Only what is after this place. */
  readonly after?: InboxPlace | undefined;
  /** Only what is before this place or at it. */
  readonly until?: InboxPlace | undefined;
}

interface FoundRow {
  readonly id: string;
  readonly assistant_id: string;
  readonly started_at: Date;
  readonly duration_ms: number | null;
  readonly remote_phone_number: string | null;
  readonly channel_id: string | null;
  readonly session_id: string | null;
  readonly doc_id: string | null;
  readonly state: AssistantResultState;
  readonly primary_topic: string | null;
  readonly topics: string[];
  readonly rev: string;
}

interface FoundResult extends FoundRow {
  readonly rows: { label: string; value: string }[];
  readonly summary: string | null;
  readonly key_points: string[];
  readonly note: string;
  readonly note_revision: number;
  readonly note_by: string | null;
  readonly note_at: Date | null;
  readonly rating: 0 | 1 | null;
  readonly comment: string | null;
  readonly transcript_doc_id: string | null;
}

/** Results of one assistant in one state, newest first, as this user of it sees them. */
export async function readResults<Found>(
  db: Database,
  { userId }: Asker,
  { assistantId, state, limit, after, until }: ResultRange,
  who: WhoCalled<Found>,
): Promise<AssistantResultRow[]> {
  const { rows } = await sql<FoundRow & Found>`
    with result as (
      select * from assistant_results
      where assistant_id = ${assistantId} and state = ${state} ${between(after, until)}
      order by started_at desc, id limit ${limit})
    select ${rowColumns}, ${who.columns}
    from (${withCall(userId)}) as event ${who.joins}
    order by event.started_at desc, event.id`.execute(db);
  return rows.map((found) => rowOf(found, who));
}

/** One result with everything that this user of its assistant may see; none where there is no such result. */
export async function readResult<Found>(
  db: Database,
  { userId }: Asker,
  { assistantId, resultId }: OfResult,
  who: WhoCalled<Found>,
): Promise<AssistantResult[]> {
  const { rows } = await sql<FoundResult & Found>`
    with result as (select * from assistant_results where assistant_id = ${assistantId} and id = ${resultId})
    select ${rowColumns}, greatest(event.rev, feedback.rev) as rev, event.rows, event.summary, event.key_points,
      event.note, event.note_revision, event.note_by, event.note_at, feedback.rating, feedback.comment,
      case when own.may_see_transcripts then event.transcript_doc_id end as transcript_doc_id, ${who.columns}
    from (${withCall(userId)}) as event
      join assistant_users as own on own.assistant_id = event.assistant_id and own.user_id = ${userId}
      left join assistant_feedback as feedback on feedback.result_id = event.id and feedback.user_id = ${userId}
      ${who.joins}`.execute(db);
  return rows.map((found) => ({
    ...rowOf(found, who),
    rows: found.rows,
    summary: { text: found.summary, keyPoints: found.key_points },
    note: noteOf(found),
    feedback: found.rating === null ? null : { rating: found.rating, comment: found.comment },
    transcriptDocId: found.transcript_doc_id,
  }));
}

/** The note of a result as the contract has it. */
export const noteOf = (row: Pick<FoundResult, 'note' | 'note_revision' | 'note_by' | 'note_at'>) => ({
  content: row.note,
  revision: row.note_revision,
  updatedBy: row.note_by,
  updatedAt: row.note_at?.toISOString() ?? null,
});

/** Each row of `result` with its call, if that is in an inbox of the user; number and contact are then the call's. */
const withCall = (userId: string): RawBuilder<unknown> => sql`
  select result.*, call.channel_id, call.doc_id, call.remote_user_id, call.contact_id, call.remote_name,
    coalesce(call.remote_phone_number, result.remote_number) as remote_phone_number
  from result left join lateral (
    select calls.channel_id, calls.id as doc_id, remote_user_id, contact_id, remote_name, remote_phone_number
    from channel_members as member join inbox_events as calls
      on calls.channel_id = member.channel_id and calls.id = ${callDocIdPrefix} || result.session_id
    where member.user_id = ${userId} and calls.account_id = result.account_id and calls.terminated_at is not null
    order by calls.started_at, calls.channel_id limit 1) as call on true`;

const rowColumns = sql`
  event.id, event.assistant_id, event.started_at, event.duration_ms, event.remote_phone_number, event.remote_name,
  event.channel_id, case when event.doc_id is not null then event.session_id end as session_id, event.doc_id,
  event.state, event.primary_topic, event.topics, event.rev`;

const between = (after?: InboxPlace, until?: InboxPlace): RawBuilder<unknown> => sql`
  ${after ? sql`and started_at <= ${after.startedAt} and (started_at < ${after.startedAt} or id > ${after.id})` : sql``}
  ${until ? sql`and started_at >= ${until.startedAt} and (started_at > ${until.startedAt} or id <= ${until.id})` : sql``}`;

const rowOf = <Found>(found: FoundRow & Found, who: WhoCalled<Found>): AssistantResultRow => ({
  id: found.id,
  rev: Number(found.rev),
  assistantId: found.assistant_id,
  startedAt: found.started_at.toISOString(),
  durationMs: found.duration_ms,
  remote: who.remoteOf(found),
  remoteNumber: found.remote_phone_number,
  channelId: found.channel_id,
  sessionId: found.session_id,
  docId: found.doc_id,
  state: found.state,
  primaryTopic: found.primary_topic,
  topics: found.topics,
});
