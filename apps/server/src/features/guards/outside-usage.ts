import type { OutsideCallLimits } from '@sidetone/contract/entities/guard.ts';
import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';

/** What was called outside: now, in the last hour, and in the last day. */
export interface Usage {
  readonly concurrentCalls: number;
  readonly callsPerHour: number;
  readonly minutesPerDay: number;
  readonly internationalMinutesPerDay: number;
}

/** A permission whose call has no leg yet counts as a call for this long: media opens and the book writes meanwhile. */
const pendingSeconds = 30;

/**
 * What the account, and one user of it, called outside until `at`, as the tables of permissions and legs tell. Calls
 * that are still up count with what they lasted so far.
 */
export async function outsideUsage(
  db: Writer,
  accountId: string,
  userId: string | null,
  at: Date,
): Promise<{ readonly account: Usage; readonly user: Usage }> {
  const { rows } = await sql<Record<`${'account' | 'user'}_${'now' | 'hour' | 'day' | 'abroad'}`, number>>`
    with asked as (
      select o.user_id, o.international, o.at > ${at}::timestamptz - interval '1 hour' as in_hour,
        (count(l.id) filter (where l.ended_at is null))::int
          + (count(l.id) = 0 and o.at > ${at}::timestamptz - ${pendingSeconds} * interval '1 second')::int as open,
        coalesce(sum(greatest(0, extract(epoch from least(coalesce(l.ended_at, ${at}), ${at}::timestamptz)
          - greatest(l.established_at, ${at}::timestamptz - interval '1 day'))))
          filter (where l.established_at is not null), 0) as seconds
      from outside_calls o left join legs l on l.outside_call_id = o.id
      where o.account_id = ${accountId} and o.at > ${at}::timestamptz - interval '2 days'
      group by o.id),
    counted as (
      select *, user_id is not distinct from ${userId} as of_user from asked)
    select
      coalesce(sum(open), 0)::int as account_now,
      (count(*) filter (where in_hour))::int as account_hour,
      coalesce(sum(seconds) / 60, 0)::float as account_day,
      coalesce(sum(seconds) filter (where international) / 60, 0)::float as account_abroad,
      coalesce(sum(open) filter (where of_user), 0)::int as user_now,
      (count(*) filter (where in_hour and of_user))::int as user_hour,
      coalesce(sum(seconds) filter (where of_user) / 60, 0)::float as user_day,
      coalesce(sum(seconds) filter (where of_user and international) / 60, 0)::float as user_abroad
    from counted`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum has always one row.');
  const usage = (whose: 'account' | 'user'): Usage => ({
    concurrentCalls: row[`${whose}_now`],
    callsPerHour: row[`${whose}_hour`],
    minutesPerDay: row[`${whose}_day`],
    internationalMinutesPerDay: row[`${whose}_abroad`],
  });
  return { account: usage('account'), user: usage('user') };
}

/** Which limit leaves no room for one more call; null when there is room. */
export function reachedLimit(
  limits: OutsideCallLimits,
  usage: Usage,
  international: boolean,
): keyof OutsideCallLimits | null {
  const reached = (name: keyof OutsideCallLimits) => {
    const most = limits[name];
    return most !== null && usage[name] >= most;
  };
  const names = ['concurrentCalls', 'callsPerHour', 'minutesPerDay'] as const;
  const found = names.find(reached);
  if (found) return found;
  return international && reached('internationalMinutesPerDay') ? 'internationalMinutesPerDay' : null;
}
