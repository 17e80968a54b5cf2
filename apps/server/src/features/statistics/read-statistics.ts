import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { statisticsQueries } from '@sidetone/contract/documents/statistics-query.ts';
import type { CallFigures, StatisticsAsked, WaitingCall } from '@sidetone/contract/entities/statistics.ts';
import { mostWaitingCalls, type StatisticsDays, unresolvedAfterMs } from '@sidetone/contract/rules/statistics.ts';
import type { Asker } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { keepDays } from './keep-days.ts';
import { type Period, readPeriod } from './period.ts';
import { type Counted, readFigures, type Sums } from './read-figures.ts';

/** Unresolved calls of channels that began before a moment, with who the other side is. */
interface Waiting {
  /** All of them, each session once. */
  readonly calls: number;
  readonly missed: number;
  /** The ones that began first. */
  readonly oldest: readonly WaitingCall[];
}

export type ReadWaiting = (
  db: Database,
  asked: { readonly channelIds: readonly string[]; readonly before: Date; readonly limit: number },
) => Promise<Waiting>;

/** The asker's channels, their own first, then in the order of their ids. */
export async function channelsOf(db: Database, { userId, accountId }: Asker): Promise<string[]> {
  const rows = await db
    .selectFrom('channel_members as member')
    .innerJoin('channels', 'channels.id', 'member.channel_id')
    .select('channels.id')
    .where('member.user_id', '=', userId)
    .where('channels.account_id', '=', accountId)
    .orderBy((channel) => channel('channels.owner_user_id', 'is not distinct from', userId), 'desc')
    .orderBy('channels.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The same of chosen channels, for everyone who may see all of them. */
async function chosenOf(db: Database, accountId: string, chosen: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', (eb) => eb.fn.any(eb.val([...chosen])))
    .orderBy((channel) => channel('owner_user_id', 'is not', null), 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who has the answer to a question in common: all who may see the channels that are named in it, else the asker alone. */
export const answerOf = ({ userId, accountId }: Asker, { channelIds }: StatisticsAsked): string =>
  channelIds === null ? userId : accountId;

interface CountedChannels {
  readonly period: Period;
  readonly found: Counted;
  readonly waiting: Waiting;
}

interface ReadOptions {
  readonly readWaiting: ReadWaiting;
  readonly now?: Date;
}

/**
 * The figures of a period that ends `now`, of the channels asked for, or all of the asker's. The caller checks that the
 * asker may see the channels asked for. The number of statements does not depend on how many channels and calls there are. In an account
 * whose time zone is not known, days are those of UTC.
 */
export async function readStatistics(
  db: Database,
  asker: Asker,
  asked: StatisticsAsked,
  { readWaiting, now = new Date() }: ReadOptions,
): Promise<LiveRow<(typeof statisticsQueries)['statistics']>> {
  const { accountId } = asker;
  const { channelIds, days } = asked;
  const ids = await (channelIds === null ? channelsOf(db, asker) : chosenOf(db, accountId, channelIds));
  const { period, found, waiting } = await countChannels(
    db,
    { accountId, channelIds: ids.toSorted(), days },
    readWaiting,
    now,
  );
  const all = daysFrom(period.from, days);
  const ofDay = new Map((found.days ?? []).map((one) => [one.day, one]));
  const ofChannel = new Map((found.channels ?? []).map((one) => [one.channelId, one]));
  const ofChannelDay = new Map((found.channelDays ?? []).map((one) => [`${one.channelId} ${one.day}`, one.calls]));
  return {
    id: answerOf(asker, asked),
    from: period.from,
    to: period.to,
    timeZone: period.timeZone,
    now: figuresOf(found.sums?.find(({ current }) => current)),
    before: figuresOf(found.sums?.find(({ current }) => !current)),
    unresolved: { calls: waiting.calls, missed: waiting.missed },
    perDay: all.map((day) => ofDay.get(day) ?? { day, incoming: 0, outgoing: 0, missed: 0 }),
    busyHours: [...(found.hours ?? [])],
    channels: ids.map((channelId) => ({
      channelId,
      ...figuresOf(ofChannel.get(channelId)),
      perDay: all.map((day) => ofChannelDay.get(`${channelId} ${day}`) ?? 0),
    })),
    waiting: [...waiting.oldest],
    topics: (found.topics ?? []).map(({ channelIds: having, ...one }) => ({
      ...one,
      channelIds: ids.filter((id) => having.includes(id)),
    })),
    rev: found.rev,
  };
}

async function countChannels(
  db: Database,
  { accountId, channelIds, days }: { accountId: string; channelIds: readonly string[]; days: StatisticsDays },
  readWaiting: ReadWaiting,
  now: Date,
): Promise<CountedChannels> {
  const period = await readPeriod(db, accountId, days, now);
  const before = new Date(now.getTime() - unresolvedAfterMs);
  await keepDays(db, accountId, channelIds, period);
  const [found, waiting] = await Promise.all([
    readFigures(db, channelIds, period),
    readWaiting(db, { channelIds, before, limit: mostWaitingCalls }),
  ]);
  return { period, found, waiting };
}

/** So many days, as `yyyy-MM-dd`. */
function daysFrom(first: string, days: number): string[] {
  const at = new Date(`${first}T00:00:00Z`);
  return Array.from({ length: days }, (_, later) =>
    new Date(at.getTime() + later * 86_400_000).toISOString().slice(0, 10),
  );
}

const nothing: Sums = { calls: 0, incoming: 0, answered: 0, missed: 0, established: 0, waited: 0, talked: 0 };

/** Sums as figures: means in whole seconds. */
function figuresOf({ calls, incoming, answered, missed, established, waited, talked }: Sums = nothing): CallFigures {
  const mean = (sum: number, of: number) => (of === 0 ? null : Math.round(sum / of / 1000));
  return {
    calls,
    incoming,
    answered,
    missed,
    waitSeconds: mean(waited, answered),
    talkSeconds: mean(talked, established),
  };
}
