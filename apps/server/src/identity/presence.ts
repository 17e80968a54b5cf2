import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Registrations run out without any row changing, so presence is read again this often. */
export const presenceRecheckMs = 10_000;

/** What `readPresence` finds. */
interface PresenceReading {
  readonly values: ReadonlyMap<string, PresenceStatus>;
  /** When somebody's status changes without any row changing, unless something else happens before; null: never. */
  readonly until: Date | null;
}

/** How reachable the people of an account are, by user id. */
export const presenceOf = async (db: Database, accountId: string): Promise<ReadonlyMap<string, PresenceStatus>> =>
  (await readPresence(db, accountId, { userIds: null, withCalls: true })).values;

interface Asked {
  readonly userIds: readonly string[] | null;
  /** Off where somebody else knows their calls, which come before everything else. */
  readonly withCalls: boolean;
}

/**
 * How reachable these people of an account are, or all with null, by user id. In this order: from their open calls (IN_CALL,
 * RINGING), a live call of a queue that has them (BUSY), do-not-disturb here or elsewhere (DND), a meeting elsewhere (BUSY), the
 * time after a call of a queue (FOLLOW_UP), then whether a device of theirs is registered and answers keep-alives, or, in the
 * classic generation, whether a client of theirs is there and, if they have phones, one of these is registered and connected.
 * Who has only phones that travel is ONLINE_MOBILE_ONLY; whose own line rings nobody, since they logged out of it, is
 * PERSONALLY_NOT_AVAILABLE; whose phones have not said yet whether they are registered is UNKNOWN.
 */
export async function readPresence(db: Database, accountId: string, asked: Asked): Promise<PresenceReading> {
  const { rows } = await presenceRows(accountId, asked).execute(db);
  const ends = rows.flatMap(({ until }) => (until === null ? [] : [until]));
  return {
    values: new Map(rows.map(({ id, status, logged_in }) => [id, presenceIn(status, logged_in)])),
    until: ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime()))),
  };
}

/** A row for each of these users; "until" is when their status changes by itself. */
function presenceRows(accountId: string, { userIds, withCalls }: Asked) {
  const chosen = userIds === null ? sql`true` : sql`users.id = any(${userIds})`;
  return sql<{ id: string; status: PresenceStatus; logged_in: boolean; until: Date | null }>`
    select users.id,
      coalesce(own_line.dialed_in, true) as logged_in,
      case
        when calling.talking then 'IN_CALL'
        when calling.ringing then 'RINGING'
        when claim.counts then 'BUSY'
        when users.is_dnd or elsewhere.heard = 'doNotDisturb' then 'DND'
        when elsewhere.heard = 'busy' then 'BUSY'
        when after_call.until is not null then 'FOLLOW_UP'
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
      end as status,
      least(claim.until, elsewhere.until, after_call.until, registered.until) as until
    from users
    join accounts on accounts.id = users.account_id
    left join lateral (
      select bool_or(established_at is not null or role = 'caller') as talking,
        bool_or(established_at is null and role = 'callee') as ringing
      from legs where ${withCalls}::boolean and legs.user_id = users.id and ended_at is null) as calling on true
    left join lateral (
      select true as counts,
        case when calls.id is null then agent_claims.claimed_at + interval '15 seconds' end as until
      from agent_claims left join calls on calls.id = agent_claims.call_id
      where agent_claims.user_id = users.id and calls.ended_at is null
        and (calls.id is not null or agent_claims.claimed_at > now() - interval '15 seconds')
      limit 1) as claim on true
    left join lateral (
      select heard, heard_until as until from presence_connectors
      where presence_connectors.user_id = users.id and state = 'connected' and heard_until > now()) as elsewhere on true
    left join lateral (
      select max(follow_up_until) as until
      from agents where agents.user_id = users.id and follow_up_until > now()) as after_call on true
    left join lateral (
      select bool_and(coalesce(user_agent, '') ~* ${mobileAgent}) as mobile_only, min(expires_at) as until
      from registrations
      where registrations.user_id = users.id and expires_at > now() and not suspect) as registered on true
    left join lateral (
      select
        bool_or(state = 'REGISTER_SUCCESS' and is_connected and not is_disconnected_by_user) as registered,
        bool_or(state in ('CREATED', 'REGISTER', 'UNKNOWN') and is_connected and not is_disconnected_by_user) as trying
      from phones where phones.user_id = users.id) as theirs on true
    left join channels on channels.owner_user_id = users.id and channels.type = 'private'
    left join channel_members as own_line
      on own_line.channel_id = channels.id and own_line.user_id = users.id
    where users.account_id = ${accountId} and users.deactivated_at is null and ${chosen}`;
}

/** Apps and phones that people carry with them, by the User-Agent of their REGISTER. */
const mobileAgent = 'mobile|android|iphone|ipad|ios';

/** The status within one channel: who is logged out of it takes none of its calls, however reachable they are. */
export function presenceIn(status: PresenceStatus, dialedIn: boolean): PresenceStatus {
  const isReachable = status === 'ONLINE' || status === 'ONLINE_MOBILE_ONLY';
  return isReachable && !dialedIn ? 'PERSONALLY_NOT_AVAILABLE' : status;
}
