import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/**
 * Events that are still open 60 s after their call ended, or after their owner's last leg in it did, are closed by force:
 * reason HANGUP, state FINISHED (specification 4, hanging-call check). A closed browser leaves no open event. Gives how
 * many were closed.
 */
export async function closeHanging(db: Database, at: Date): Promise<number> {
  const { rows } = await sql`
    update inbox_events
    set terminated_at = ${at}, terminated_reason = 'HANGUP', state = 'FINISHED'
    where terminated_at is null and (
      exists (
        select from calls
        where calls.id = inbox_events.call_id and calls.ended_at <= ${at}::timestamptz - interval '60 seconds')
      or (
        inbox_events.established_at is not null
        and exists (
          select from legs
          where legs.call_id = inbox_events.call_id and legs.user_id = inbox_events.owner
            and legs.established_at is not null
            and legs.ended_at <= ${at}::timestamptz - interval '60 seconds')
        and not exists (
          select from legs
          where legs.call_id = inbox_events.call_id and legs.user_id = inbox_events.owner
            and (legs.ended_at is null or legs.ended_at > ${at}::timestamptz - interval '60 seconds'))))
    returning id`.execute(db);
  return rows.length;
}
