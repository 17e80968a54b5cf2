import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** The node that claims, as it claimed its name at its start. */
interface Claimant {
  readonly db: Database;
  readonly node: string;
  readonly epoch: number;
}

/** Agents of queues: who is claimed by which call, and whose follow-up time runs. */
export function agents({ db, node, epoch }: Claimant) {
  return {
    /**
     * Claims those of these users whom no other call has, in one statement; gives who they are. A claim of a call that is
     * over, or never was written down, counts for nothing.
     */
    async claim({
      callId,
      channelId,
      userIds,
    }: {
      readonly callId: string;
      readonly channelId: string;
      readonly userIds: readonly string[];
    }): Promise<readonly string[]> {
      if (userIds.length === 0) return [];
      const { rows } = await sql<{ user_id: string }>`
        insert into agent_claims (user_id, call_id, channel_id, node, epoch)
        select user_id, ${callId}, ${channelId}, ${node}, ${epoch}
        from unnest(${[...userIds].sort()}::text[]) as user_id
        order by user_id
        on conflict (user_id) do update
        set call_id = excluded.call_id, channel_id = excluded.channel_id, node = excluded.node,
          epoch = excluded.epoch, claimed_at = now()
        where agent_claims.call_id = excluded.call_id or not ${claimCounts}
        returning user_id`.execute(db);
      return rows.map((row) => row.user_id);
    },

    /** Frees all whom the call has claimed but for these. */
    async release(callId: string, keep: readonly string[]): Promise<void> {
      await db
        .deleteFrom('agent_claims')
        .where('call_id', '=', callId)
        .$if(keep.length > 0, (query) => query.where('user_id', 'not in', keep))
        .execute();
    },

    /** The agent's call of a shared channel is over: they are free once the follow-up time of the channel is. */
    async callEnded(call: AgentsCall): Promise<void> {
      await db.transaction().execute((tx) => endAgentsCall(tx, call));
    },
  };
}

interface AgentsCall {
  readonly callId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly at: Date;
}

async function endAgentsCall(tx: Database, { callId, userId, channelId, at }: AgentsCall): Promise<void> {
  await tx.deleteFrom('agent_claims').where('call_id', '=', callId).where('user_id', '=', userId).execute();
  await sql`
    insert into agents (user_id, last_call_at, follow_up_until, follow_up_channel_id)
    select ${userId}, ${at}::timestamptz,
      case when follow_up_time > 0 then ${at}::timestamptz + follow_up_time * interval '1 second' end,
      case when follow_up_time > 0 then id end
    from channels where id = ${channelId} and type = 'acd'
    on conflict (user_id) do update
    set last_call_at = excluded.last_call_at, follow_up_until = excluded.follow_up_until,
      follow_up_channel_id = excluded.follow_up_channel_id`.execute(tx);
}

/** The call is open, or about to be written down. */
const claimCounts = sql<boolean>`(
  exists (select from calls where calls.id = agent_claims.call_id and calls.ended_at is null)
  or (agent_claims.claimed_at > now() - interval '15 seconds'
    and not exists (select from calls where calls.id = agent_claims.call_id)))`;
