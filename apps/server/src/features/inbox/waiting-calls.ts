import { personPicture } from '@sidetone/contract/entities/common.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { isMissedCall } from '../../storage/missed-call.ts';
import { type FoundRemote, otherSide, otherSideColumns, remoteOf } from './call-rows.ts';

/** An unresolved call, and who the other side is. */
interface WaitingCall {
  readonly docId: string;
  readonly channelId: string;
  readonly startedAt: string;
  readonly isMissed: boolean;
  readonly hasVoicemail: boolean;
  readonly phoneNumber: string | null;
  readonly remote: Remote;
}

interface Found extends FoundRemote {
  readonly id: string;
  readonly channel_id: string;
  readonly started_at: Date;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly state: string;
  readonly terminated_reason: string | null;
  readonly has_voicemail: boolean;
}

/**
 * The unresolved calls of channels that began before a moment: how many sessions, how many of them were missed, and the
 * ones that began first, so many at most. A call that is unresolved in several channels is shown where it began first.
 */
export async function readWaitingCalls(
  db: Database,
  { channelIds, before, limit }: { channelIds: readonly string[]; before: Date; limit: number },
): Promise<{ calls: number; missed: number; oldest: WaitingCall[] }> {
  const waiting = sql`
    select distinct on (session_id) channel_id, id, session_id, started_at,
      bool_or(${isMissedCall})
        over (partition by session_id) as missed
    from inbox_events
    where channel_id = any(${channelIds}::text[]) and unresolved and terminated_at is not null and started_at < ${before}
    order by session_id, started_at, channel_id`;
  const { rows: counts } = await sql<{ calls: number; missed: number }>`
    select count(*)::int as calls, (count(*) filter (where missed))::int as missed from (${waiting}) as waiting`.execute(
    db,
  );
  const { rows } = await sql<Found>`
    with oldest as (select * from (${waiting}) as waiting order by started_at, id limit ${limit})
    select event.id, event.channel_id, event.started_at, event.direction, event.state, event.terminated_reason,
      coalesce(jsonb_typeof(event.listed_documentation -> 'voicemail') = 'object'
        and event.listed_documentation #>> '{voicemail,visual,status}' is distinct from 'deleted', false) as has_voicemail,
      event.remote_phone_number, event.remote_name, ${otherSideColumns}
    from oldest join inbox_events as event on event.channel_id = oldest.channel_id and event.id = oldest.id
      ${otherSide}
    order by event.started_at, event.id`.execute(db);
  return { calls: counts[0]?.calls ?? 0, missed: counts[0]?.missed ?? 0, oldest: rows.map(shown) };
}

const picture = personPicture.nullish();

function shown(found: Found): WaitingCall {
  const { direction, state, terminated_reason: terminatedReason } = found;
  const remote = remoteOf(found);
  // A picture with another address than the contract takes costs the picture, not the figures.
  const avatarUrl = picture.safeParse(remote.avatarUrl).success ? remote.avatarUrl : null;
  return {
    docId: found.id,
    channelId: found.channel_id,
    startedAt: found.started_at.toISOString(),
    isMissed: isMissed({ direction, state, terminatedReason } as Parameters<typeof isMissed>[0]),
    hasVoicemail: found.has_voicemail,
    phoneNumber: found.remote_phone_number,
    remote: { ...remote, avatarUrl },
  };
}
