import { readRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { sql } from 'kysely';
import { costCentreJoins, costCentreOfEvent } from '../../storage/cost-centre-of-event.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import { callOfEvents, callSums, eventColumns, serviceSums } from './call-sums.ts';

interface Days {
  /** The first day and the last, `yyyy-MM-dd`, by the clock of the account. */
  readonly from: string;
  readonly to: string;
}

interface ChannelTotals {
  readonly name: string;
  readonly incoming: number;
  readonly answered: number;
  readonly missed: number;
  readonly outgoing: number;
  readonly talkedSeconds: number;
  readonly measured: number;
  readonly inTime: number;
}

interface CostCentreTotals {
  readonly name: string;
  readonly calls: number;
  readonly talkedSeconds: number;
}

/** A report lists so many channels and cost centres, those with the most calls. */
const most = 500;

/**
 * What the calls of an account came to that began on these days and are over, as the statistics count them; three statements. A call
 * in several channels counts in each of them, and once in `total`.
 */
export async function readTotals(
  db: Database,
  accountId: string,
  days: Days,
): Promise<{
  readonly total: Omit<ChannelTotals, 'name'>;
  readonly channels: ChannelTotals[];
  readonly costCentres: CostCentreTotals[];
}> {
  const seconds = await serviceSeconds(db, accountId);
  return {
    ...(await channelTotals(db, accountId, days, seconds)),
    costCentres: await centreTotals(db, accountId, days),
  };
}

async function serviceSeconds(db: Database, accountId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'routing', 'ring_seconds', 'follow_up_time'])
    .where('account_id', '=', accountId)
    .execute();
  return Object.fromEntries(
    rows.map(({ id, routing, ring_seconds: ringSeconds, follow_up_time: followUp }) => [
      id,
      readRouting(routing, { ringSeconds, followUpSeconds: followUp ?? 0 }).serviceSeconds,
    ]),
  );
}

/** By the day of the event; when it began finds it by an index. */
const ofDays = ({ from, to }: Days) => sql`day between ${from}::date and ${to}::date and terminated_at is not null
  and started_at >= (${from}::timestamp - interval '1 day') at time zone 'UTC'
  and started_at < (${to}::timestamp + interval '2 days') at time zone 'UTC'`;

async function channelTotals(
  db: Database,
  accountId: string,
  days: Days,
  seconds: Readonly<Record<string, number>>,
): Promise<{ total: Omit<ChannelTotals, 'name'>; channels: ChannelTotals[] }> {
  const service = sql`make_interval(secs => (${jsonText(seconds)}::jsonb ->> event.channel_id)::int)`;
  // A row of a call, and a sum, without a channel is of all channels.
  const { rows } = await sql<ChannelTotals & { readonly isTotal: boolean }>`
    with wanted as materialized (
      select id, coalesce(name, (select trim(first_name || ' ' || last_name) from users where id = owner_user_id), '') as name
      from channels where account_id = ${accountId}),
    calls as materialized (
      select event.channel_id, ${callOfEvents}, max(terminated_at) as over_at, max(${service}) as service
      from wanted, lateral (select ${eventColumns} from inbox_events
        where channel_id = wanted.id and ${ofDays(days)} offset 0) as event
      group by grouping sets ((event.channel_id, session_id), (session_id))),
    sums as (
      select calls.channel_id, ${callSums}, count(*) filter (where not incoming) as outgoing,
        ${serviceSums(sql.ref('service'))}
      from calls group by calls.channel_id)
    select coalesce(wanted.name, '') as name, sums.channel_id is null as "isTotal", incoming::int, answered::int, missed::int, outgoing::int, round(talked / 1000)::int as "talkedSeconds",
      measured::int, in_time::int as "inTime"
    from sums left join wanted on wanted.id = sums.channel_id
    order by sums.channel_id is null desc, sums.calls desc, wanted.name limit ${most + 1}`.execute(db);
  const total = rows.find(({ isTotal }) => isTotal) ?? nothing;
  return { total: figuresOf(total), channels: rows.slice(1).map((row) => ({ name: row.name, ...figuresOf(row) })) };
}

const nothing = { incoming: 0, answered: 0, missed: 0, outgoing: 0, talkedSeconds: 0, measured: 0, inTime: 0 };

const figuresOf = ({ incoming, answered, missed, outgoing, talkedSeconds, measured, inTime }: typeof nothing) => ({
  incoming,
  answered,
  missed,
  outgoing,
  talkedSeconds,
  measured,
  inTime,
});

async function centreTotals(db: Database, accountId: string, days: Days): Promise<CostCentreTotals[]> {
  const { rows } = await sql<CostCentreTotals>`
    with calls as (
      select coalesce(${costCentreOfEvent}, '') as name, e.session_id, e.established_at, e.terminated_at
      from channels c
      cross join lateral (select * from inbox_events where channel_id = c.id and ${ofDays(days)} offset 0) as e
      ${costCentreJoins}
      where c.account_id = ${accountId})
    select name, count(distinct session_id)::int as calls,
      coalesce(sum(round(extract(epoch from terminated_at - established_at))), 0)::int as "talkedSeconds"
    from calls group by name order by 2 desc, 1 limit ${most}`.execute(db);
  return rows;
}
