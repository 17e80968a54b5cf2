import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** How long a figure is given again without asking: callers who wait hear it every minute or so. */
const freshMs = 30_000;
/** How many calls count, at most and at least, and of how many hours. */
const lastCalls = 20;
const fewestCalls = 5;
const lastHours = 4;

/** How long a call of a queue keeps a member, follow-up time included: the average of the last calls. */
export function callSeconds(db: Database, now: () => number = Date.now) {
  const known = new Map<string, { readonly at: number; readonly seconds: Promise<number | null> }>();

  const read = async (channelId: string): Promise<number | null> => {
    const { rows } = await sql<{ calls: number; seconds: number | null }>`
      select count(*)::int as calls, (avg(seconds)
        + (select coalesce(follow_up_time, 0) from channels where id = ${channelId}))::float8 as seconds
      from (
        select extract(epoch from terminated_at - established_at) as seconds from inbox_events
        where channel_id = ${channelId} and terminated_at is not null and established_at is not null
          and direction = 'INCOMING' and started_at > now() - ${lastHours} * interval '1 hour'
        order by started_at desc limit ${lastCalls}) as last`.execute(db);
    const [row] = rows;
    return row && row.calls >= fewestCalls ? row.seconds : null;
  };

  return async (channelId: string): Promise<number | null> => {
    const at = now();
    for (const [id, each] of known) if (Math.abs(at - each.at) >= freshMs) known.delete(id);
    const before = known.get(channelId);
    if (before) return await before.seconds;
    const seconds = read(channelId);
    known.set(channelId, { at, seconds });
    try {
      return await seconds;
    } catch (error) {
      known.delete(channelId);
      throw error;
    }
  };
}
