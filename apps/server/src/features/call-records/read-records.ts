import {
  type CallRecord,
  type CallRecordFilter,
  type CallRecordPart,
  callRecord,
  callRecordPart,
} from '@sidetone/contract/entities/call-record.ts';
import { type RawBuilder, sql } from 'kysely';
import { costCentreJoins, costCentreOfEvent } from '../../storage/cost-centre-of-event.ts';
import type { Database } from '../../storage/database.ts';

/** Whose calls are read, and who reads them. */
export interface Reader {
  readonly accountId: string;
  readonly userId: string;
}

interface Page {
  readonly records: CallRecord[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

interface PageAsked extends CallRecordFilter {
  /** `next` of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A page of the calls of an account that are over, newest first. */
export async function readRecords(db: Database, reader: Reader, asked: PageAsked): Promise<Page> {
  const { before, limit } = asked;
  const conditions = [...wanted(asked), ...(before === undefined ? [] : [behind(before)])];
  const rows = await readRows(db, reader, conditions, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { records: rows.slice(0, limit).map(recordOf), next: last === undefined ? null : placeOf(last) };
}

/** Rows that an export reads and writes at a time. */
const portion = 1000;

/** All calls that a filter lets through, a portion at a time: each is asked for once the one before is passed on. */
export async function* recordsInPortions(
  db: Database,
  reader: Reader,
  filter: CallRecordFilter,
): AsyncGenerator<readonly CallRecord[]> {
  for (let before: string | undefined; ; ) {
    const { records, next } = await readRecords(db, reader, { ...filter, before, limit: portion });
    if (records.length > 0) yield records;
    if (next === null) return;
    before = next;
  }
}

interface CallName {
  readonly channelId: string;
  readonly docId: string;
}

/** One call with its parts; null where the account has none of this name. */
export async function readRecord(
  db: Database,
  reader: Reader,
  name: CallName,
): Promise<{ record: CallRecord; parts: CallRecordPart[] } | null> {
  const record = await readOne(db, reader, name);
  return record && { record, parts: await readParts(db, reader.accountId, record.sessionId) };
}

/** The record alone; null where there is none. */
export async function readOne(
  db: Database,
  reader: Reader,
  { channelId, docId }: CallName,
): Promise<CallRecord | null> {
  const one = sql`e.channel_id = ${channelId} and e.id = ${docId}`;
  const [row] = await readRows(db, reader, [one], 1);
  return row ? recordOf(row) : null;
}

interface Row extends Omit<CallRecord, 'reason'> {
  readonly reason: string | null;
  /** Microseconds: more than a moment in JavaScript tells. */
  readonly place: string;
}

/** Where a call is in the list. */
const placeOf = ({ place, channelId, docId }: Row): string => `${place} ${channelId} ${docId}`;

/** Only what comes behind a place in the list. */
function behind(place: string): RawBuilder<unknown> {
  const [micros = '0', channelId = '', docId = ''] = place.split(' ');
  return sql`(e.started_at, e.channel_id, e.id) <
    (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${channelId}, ${docId})`;
}

const ofOutcome = {
  answered: sql`e.established_at is not null`,
  unanswered: sql`e.established_at is null and e.state <> 'REJECTED'`,
  rejected: sql`e.established_at is null and e.state = 'REJECTED'`,
} as const;

const talked = sql`case when e.established_at is null then 0
  else greatest(0, round(extract(epoch from e.terminated_at - e.established_at)))::int end`;

/** The conditions of a filter, each of which a call has to meet. */
function wanted(filter: CallRecordFilter): RawBuilder<unknown>[] {
  const { from, until, direction, userId, channelId, number, outcome, minSeconds, maxSeconds, costCentre } = filter;
  const digits = number?.replace(/^\+|^00?/, '');
  return [
    from === undefined ? null : sql`e.started_at >= ${from}::timestamptz`,
    until === undefined ? null : sql`e.started_at < ${until}::timestamptz`,
    direction === undefined ? null : sql`e.direction = ${direction}`,
    userId === undefined ? null : sql`e.owner = ${userId}`,
    channelId === undefined ? null : sql`e.channel_id = ${channelId}`,
    digits === undefined
      ? null
      : sql`(strpos(e.remote_phone_number, ${digits}) > 0 or strpos(e.on_phone_number, ${digits}) > 0)`,
    outcome === undefined ? null : ofOutcome[outcome],
    minSeconds === undefined ? null : sql`${talked} >= ${minSeconds}`,
    maxSeconds === undefined ? null : sql`${talked} <= ${maxSeconds}`,
    costCentre === undefined ? null : sql`${costCentreOfEvent} = ${costCentre}`,
  ].filter((condition) => condition !== null);
}

/** Ended calls of the account that meet these conditions, newest first. */
async function readRows(
  db: Database,
  { accountId, userId }: Reader,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Row[]> {
  const all = sql.join([sql`e.account_id = ${accountId}`, sql`e.terminated_at is not null`, ...conditions], sql` and `);
  const { rows } = await sql<Row>`
    select e.channel_id as "channelId", e.id as "docId", e.session_id as "sessionId",
      (extract(epoch from e.started_at) * 1000000)::bigint::text as place,
      ${moment(sql`e.started_at`)} as "startedAt", ${moment(sql`e.established_at`)} as "establishedAt",
      ${moment(sql`e.terminated_at`)} as "endedAt", e.direction,
      case when ${ofOutcome.answered} then 'answered' when ${ofOutcome.rejected} then 'rejected' else 'unanswered' end as outcome,
      e.terminated_reason as reason, e.owner as "userId",
      (select id from users where id = e.remote_user_id and account_id = e.account_id) as "remoteUserId",
      e.remote_phone_number as "remoteNumber", e.remote_name as "remoteName", e.on_phone_number as "ownNumber",
      e.menu_path as "menuPath",
      greatest(0, round(extract(epoch from coalesce(e.established_at, e.terminated_at) - e.started_at)))::int as "waitedSeconds",
      ${talked} as "talkedSeconds", ${costCentreOfEvent} as "costCentre",
      ${partner(sql`e.transferred_to`)} as "forwardedTo",
      coalesce(${partner(sql`e.transferred_from`)}, (select jsonb_build_object('channelId', id, 'number', null) from channels
        where id = e.original_channel_id and id <> e.channel_id and account_id = e.account_id)) as "forwardedFrom",
      exists (select from recordings r where r.channel_id = e.channel_id and r.doc_id = e.id and r.state = 'ready') as "isRecorded",
      exists (select from channel_members m where m.channel_id = e.channel_id and m.user_id = ${userId}) as "isOpenToAsker"
    from inbox_events e
      join channels c on c.id = e.channel_id
      ${costCentreJoins}
    where ${all}
    order by e.started_at desc, e.channel_id desc, e.id desc
    limit ${limit}`.execute(db);
  return rows;
}

const moment = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The other half of a call: of another account the number alone. */
const partner = (of: RawBuilder<unknown>) => sql`case when ${of} is not null then jsonb_build_object(
  'channelId', case when ${of} ->> 'accountId' = e.account_id then ${of} ->> 'channelId' end,
  'number', ${of} ->> 'remotePhoneNumber') end`;

const knownReason = callRecord.shape.reason.catch(null);

const recordOf = ({ place: _, ...row }: Row): CallRecord =>
  callRecord.parse({ ...row, reason: knownReason.parse(row.reason) });

/** The most parts of one session that are shown; nobody transfers a call that often. */
const mostParts = 50;
const mostLegs = 500;

/** What the exchange kept of the calls of a session: who was rung, when, and how it ended for each. */
async function readParts(db: Database, accountId: string, sessionId: string): Promise<CallRecordPart[]> {
  const calls = await db
    .selectFrom('calls')
    .select(['id', 'started_at', 'established_at', 'ended_at', 'ended_reason'])
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .orderBy('started_at')
    .orderBy('id')
    .limit(mostParts)
    .execute();
  const ids = calls.map(({ id }) => id);
  if (ids.length === 0) return [];
  const legs = await db
    .selectFrom('legs')
    .leftJoin('endpoints', 'endpoints.id', 'legs.endpoint_id')
    // A call between two accounts has legs of both.
    .leftJoin('users', (on) => on.onRef('users.id', '=', 'legs.user_id').on('users.account_id', '=', accountId))
    .leftJoin('channels', (on) =>
      on.onRef('channels.id', '=', 'legs.channel_id').on('channels.account_id', '=', accountId),
    )
    .select(['legs.id', 'legs.call_id', 'legs.role', 'legs.mobile', 'users.id as userId', 'channels.id as channelId'])
    .select(['legs.started_at', 'legs.established_at', 'legs.ended_at', 'legs.ended_reason'])
    .select(sql<string | null>`case when users.id is not null then endpoints.alias end`.as('device'))
    .where('legs.call_id', 'in', ids)
    .orderBy('legs.started_at')
    // Who calls comes first.
    .orderBy('legs.role', 'desc')
    .orderBy('legs.id')
    .limit(mostLegs)
    .execute();
  const ofCall = Map.groupBy(legs, ({ call_id }) => call_id);
  return calls.map((call) =>
    callRecordPart.parse({
      callId: call.id,
      ...timesOf(call),
      legs: (ofCall.get(call.id) ?? []).map(({ id, role, userId, channelId, device, mobile, ...leg }) => ({
        id,
        role,
        userId,
        channelId,
        device,
        mobile: userId === null ? null : mobile,
        ...timesOf(leg),
      })),
    } satisfies CallRecordPart),
  );
}

const timesOf = (row: {
  readonly started_at: Date;
  readonly established_at: Date | null;
  readonly ended_at: Date | null;
  readonly ended_reason: string | null;
}) => ({
  startedAt: row.started_at.toISOString(),
  establishedAt: row.established_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  reason: knownReason.parse(row.ended_reason),
});
