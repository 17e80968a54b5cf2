import { queueLimits } from '@sidetone/contract/entities/queue-limits.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type Found, found } from './finding.ts';

/** Who waits in a channel now, as the exchange knows it; times in milliseconds. */
export interface QueuedCalls {
  of(channelId: string): readonly { readonly state: 'waiting' | 'talking'; readonly since: number }[];
}

interface Limits {
  readonly id: string;
  readonly name: string;
  /** Those of the company, and those of the channel, which come first. */
  readonly most: number | null;
  readonly seconds: number | null;
  readonly own: unknown;
}

/** Queues in which too many callers wait, or one waits for too long, by the limits of the channel or else of the company. */
export async function queues(
  db: Database,
  accountId: string,
  queued: QueuedCalls | undefined,
  now: Date,
): Promise<Found[]> {
  if (!queued) return [];
  const { rows } = await sql<Limits>`
    select channels.id, coalesce(channels.name, '') as name, most_waiting as most, most_wait_seconds as seconds,
      channels.routing -> 'alarmLimits' as own
    from alarm_settings join channels on channels.account_id = alarm_settings.account_id and channels.type = 'acd'
    where alarm_settings.account_id = ${accountId}
    order by channels.name`.execute(db);
  return rows.flatMap((limits) => overLimits(limits, queued.of(limits.id), now));
}

function overLimits(
  { id, name, most: usual, seconds: usualSeconds, own }: Limits,
  calls: ReturnType<QueuedCalls['of']>,
  now: Date,
): readonly Found[] {
  const { mostWaiting: most, mostWaitSeconds: seconds } = queueLimits.safeParse(own).data ?? {
    mostWaiting: usual,
    mostWaitSeconds: usualSeconds,
  };
  const waiting = calls.filter(({ state }) => state === 'waiting');
  const longest = Math.max(0, ...waiting.map(({ since }) => Math.round((now.getTime() - since) / 1000)));
  const about = { about: id, name };
  return [
    ...(most !== null && waiting.length >= most ? [found('queueLong', { ...about, count: waiting.length })] : []),
    ...(seconds !== null && waiting.length > 0 && longest >= seconds
      ? [found('queueSlow', { ...about, count: longest })]
      : []),
  ];
}
