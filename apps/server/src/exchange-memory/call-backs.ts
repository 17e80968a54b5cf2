import { type CallBackState, callBackState } from '@sidetone/contract/entities/call-back.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { type SkillNeed, skillNeeds } from '@sidetone/contract/entities/skill.ts';
import { emergencyNumberOf } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { whyNotSentTo } from '../identity/outside-targets.ts';
import type { Database } from '../storage/database.ts';

/** The inbox event of a caller who is to be called back. */
interface Name {
  readonly channelId: string;
  readonly docId: string;
}

/** A place in a queue that is kept; times in ms since 1970. */
interface Place extends Name {
  readonly accountId: string;
  readonly number: string;
  readonly name: string | null;
  readonly calledNumber: string | null;
  readonly since: number;
  readonly rank: number;
  readonly until: number;
  readonly tries: number;
  readonly notBefore: number;
  readonly skills?: readonly SkillNeed[] | undefined;
}

/** As it is kept with the inbox event, whose other columns have the rest. */
const stored = z.object({
  state: callBackState,
  since: z.number(),
  rank: z.number(),
  until: z.number(),
  tries: z.number(),
  notBefore: z.number(),
  skills: skillNeeds.optional(),
});

const columns = [
  'inbox_events.account_id',
  'channel_id',
  'inbox_events.id',
  'remote_phone_number',
  'remote_name',
  'on_phone_number',
  'call_back',
] as const;

interface Row {
  readonly account_id: string;
  readonly channel_id: string;
  readonly id: string;
  readonly remote_phone_number: string | null;
  readonly remote_name: string | null;
  readonly on_phone_number: string | null;
  readonly call_back: unknown;
}

/** None where the row cannot be read. */
function placeOf(row: Row): Place[] {
  const read = stored.safeParse(row.call_back);
  if (!read.success || row.remote_phone_number === null) return [];
  const { since, rank, until, tries, notBefore, skills } = read.data;
  return [
    {
      accountId: row.account_id,
      channelId: row.channel_id,
      docId: row.id,
      number: row.remote_phone_number,
      name: row.remote_name,
      calledNumber: row.on_phone_number,
      since,
      rank,
      until,
      tries,
      notBefore,
      ...(skills && { skills }),
    },
  ];
}

const waiting = (node: string) => sql<boolean>`call_back->>'state' = 'waiting' and call_back->>'node' = ${node}`;
const at = ({ channelId, docId }: Name): RawBuilder<boolean> =>
  sql<boolean>`channel_id = ${channelId} and id = ${docId}`;
const waitingText = (node: string, { since, rank, until, tries, notBefore, skills }: Place): string =>
  JSON.stringify({ state: 'waiting', node, since, rank, until, tries, notBefore, skills });

interface Keeper {
  readonly db: Database;
  readonly node: string;
}

/** Places that queues keep for callers who hung up. They are kept with the inbox events, and go with them. */
export const callBacks = (keeper: Keeper) => ({
  mayCall: (accountId: string, e164: string) => mayCall(keeper.db, accountId, e164),
  ...beginnings(keeper),
  ...endings(keeper),
});

/** Whether the account lets this number be called. */
async function mayCall(db: Database, accountId: string, e164: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan', 'suspended_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account || account.suspended_at !== null) return false;
  const place = numberPlaceOf(account.country, account.area_code, account.number_plan);
  return emergencyNumberOf(e164, place) === null && (await whyNotSentTo(db, accountId, e164)) === null;
}

const beginnings = ({ db, node }: Keeper) => ({
  /** False where the inbox event is gone, or the number has a place in this queue already, which it keeps. */
  async keep(place: Place): Promise<boolean> {
    const { rows } = await sql<{ there: boolean }>`
      with other as (
        select from inbox_events where channel_id = ${place.channelId} and remote_phone_number = ${place.number}
          and call_back->>'state' = 'waiting'),
      kept as (
        update inbox_events set call_back = ${waitingText(node, place)}::jsonb
        where ${at(place)} and not exists (select from other) returning id)
      select exists (select from kept) as there`.execute(db);
    return rows[0]?.there ?? false;
  },

  /** Those of companies that are at home here, wherever they were kept; a company that has gone has taken its own along. */
  async kept(): Promise<readonly Place[]> {
    await sql`update inbox_events set call_back = call_back || ${JSON.stringify({ node })}::jsonb
      where call_back->>'state' = 'waiting' and call_back->>'node' <> ${node}
        and account_id in (select id from accounts where accounts.node = ${node})`.execute(db);
    const rows = await db
      .selectFrom('inbox_events')
      .innerJoin('accounts', 'accounts.id', 'inbox_events.account_id')
      .select(columns)
      .where(waiting(node))
      .where('accounts.node', '=', node)
      .execute();
    return rows.flatMap(placeOf);
  },

  /** False where the inbox event is gone, or waits no longer. */
  async tried(place: Place): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('inbox_events')
      .set({ call_back: waitingText(node, place) })
      .where(at(place))
      .where(waiting(node))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});

const endings = ({ db, node }: Keeper) => ({
  /** Where the caller was reached, nothing is left to do. */
  async ended(name: Name, how: Exclude<CallBackState, 'waiting'>): Promise<void> {
    const isReached = how === 'done' || how === 'calledAgain';
    await sql`update inbox_events set call_back = call_back || ${JSON.stringify({ state: how })}::jsonb,
        unresolved = unresolved and not ${isReached}::boolean
      where ${at(name)} and call_back->>'state' = 'waiting'`.execute(db);
  },

  /** One that was dismissed waits again; null where it is not there, its time is over, or its number waits by now. */
  async restored(name: Name): Promise<Place | null> {
    const { rows } = await sql<Row>`
      update inbox_events set call_back = call_back || ${JSON.stringify({ state: 'waiting', node })}::jsonb
      where ${at(name)} and call_back->>'state' = 'dismissed'
        and (call_back->>'until')::numeric > extract(epoch from now()) * 1000
        and not exists (select from inbox_events as other where other.channel_id = inbox_events.channel_id
          and other.remote_phone_number = inbox_events.remote_phone_number and other.call_back->>'state' = 'waiting')
      returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db);
    return rows.flatMap(placeOf)[0] ?? null;
  },
});
