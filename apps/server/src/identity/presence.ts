import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import { sql } from 'kysely';
import { topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';

/** Registrations run out without any row changing, so presence is read again this often. */
export const presenceRecheckMs = 10_000;

/**
 * How reachable the people of an account are, by user id. In this order: from their open calls (IN_CALL, RINGING), a live
 * call of a queue that has them (BUSY), do-not-disturb (DND), the time after a call of a queue (FOLLOW_UP), then whether a
 * device of theirs is registered and answers keep-alives, or, in the classic generation, whether a client of theirs is
 * there and, if they have phones, one of these is registered and connected. Who has only phones that travel is
 * ONLINE_MOBILE_ONLY; whose own line rings nobody, since they logged out of it, is PERSONALLY_NOT_AVAILABLE; whose phones
 * have not said yet whether they are registered is UNKNOWN.
 */
export async function presenceOf(db: Database, accountId: string): Promise<ReadonlyMap<string, PresenceStatus>> {
  const { rows } = await sql<{ id: string; status: PresenceStatus; logged_in: boolean }>`
    select users.id,
      coalesce(own_line.dialed_in, true) as logged_in,
      case
        when calling.talking then 'IN_CALL'
        when calling.ringing then 'RINGING'
        when exists (
          select 1 from agent_claims left join calls on calls.id = agent_claims.call_id
          where agent_claims.user_id = users.id and calls.ended_at is null
            and (calls.id is not null or agent_claims.claimed_at > now() - interval '15 seconds')) then 'BUSY'
        when users.is_dnd then 'DND'
        when exists (
          select 1 from agents where agents.user_id = users.id and follow_up_until > now()) then 'FOLLOW_UP'
        when registered.mobile_only then 'ONLINE_MOBILE_ONLY'
        when registered.mobile_only is not null then 'ONLINE'
        when (accounts.flags ->> 'hasNeoPbx')::boolean is not true
          and (exists (select 1 from client_lines where client_lines.user_id = users.id)
            or exists (select 1 from settings where key = 'clients.unknown'))
          then case
            when theirs.registered is null or theirs.registered then 'ONLINE'
            when theirs.trying then 'UNKNOWN'
            else 'OFFLINE' end
        else 'OFFLINE'
      end as status
    from users
    join accounts on accounts.id = users.account_id
    left join (
      select user_id,
        bool_or(established_at is not null or role = 'caller') as talking,
        bool_or(established_at is null and role = 'callee') as ringing
      from legs where ended_at is null group by user_id) as calling on calling.user_id = users.id
    left join (
      select user_id, bool_and(coalesce(user_agent, '') ~* ${mobileAgent}) as mobile_only
      from registrations where expires_at > now() and not suspect
      group by user_id) as registered on registered.user_id = users.id
    left join (
      select user_id,
        bool_or(state = 'REGISTER_SUCCESS' and is_connected and not is_disconnected_by_user) as registered,
        bool_or(state in ('CREATED', 'REGISTER', 'UNKNOWN') and is_connected and not is_disconnected_by_user) as trying
      from phones group by user_id) as theirs on theirs.user_id = users.id
    left join channels on channels.owner_user_id = users.id and channels.type = 'private'
    left join channel_members as own_line
      on own_line.channel_id = channels.id and own_line.user_id = users.id
    where users.account_id = ${accountId} and users.deactivated_at is null`.execute(db);
  return new Map(rows.map(({ id, status, logged_in }) => [id, presenceIn(status, logged_in)]));
}

/** Apps and phones that people carry with them, by the User-Agent of their REGISTER. */
const mobileAgent = 'mobile|android|iphone|ipad|ios';

/** The status within one channel: who is logged out of it takes none of its calls, however reachable they are. */
export function presenceIn(status: PresenceStatus, dialedIn: boolean): PresenceStatus {
  const isReachable = status === 'ONLINE' || status === 'ONLINE_MOBILE_ONLY';
  return isReachable && !dialedIn ? 'PERSONALLY_NOT_AVAILABLE' : status;
}

/** The changes that presence of these users follows from. */
export const presenceTopics = (userIds: readonly string[]): string[] =>
  userIds.flatMap((id) => [
    topic('registrations', 'user_id', id),
    topic('legs', 'user_id', id),
    topic('users', 'id', id),
    topic('phones', 'user_id', id),
    topic('client_lines', 'user_id', id),
    topic('agents', 'user_id', id),
    topic('agent_claims', 'user_id', id),
    topic('channel_members', 'user_id', id),
  ]);
