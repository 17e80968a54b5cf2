import { winnerOf } from '../../calls/turn.ts';
import type { Agents, ExchangeClock } from '../../ports.ts';
import type { Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';

export interface AgentClaims extends Follower {
  /** As the port, and remembers for which calls. */
  readonly agents: Agents;
}

interface Holder {
  readonly userId: string;
  readonly channelId: string;
}

/** The port, which notes which calls have claims. */
const noted = (agents: Agents, holders: Map<string, Holder | null>, claiming: Set<string>): Agents => ({
  async claim(ask) {
    const { callId } = ask;
    if (!holders.has(callId)) holders.set(callId, null);
    claiming.add(callId);
    const userIds = await agents.claim(ask);
    // The call may have released all, or be over, while the claim was on its way.
    if (holders.has(callId)) {
      claiming.add(callId);
      return userIds;
    }
    claiming.delete(callId);
    await agents.release(callId, []);
    return [];
  },
  async release(callId, keep) {
    if (!claiming.has(callId)) return;
    claiming.delete(callId);
    try {
      await agents.release(callId, keep);
    } catch (error) {
      claiming.add(callId);
      throw error;
    }
    if (keep.length > 0) claiming.add(callId);
  },
  callEnded: (call) => agents.callEnded(call),
});

/** Lets go of agents who were claimed for a call: at its answer all but one, and that one when they leave it. */
export function agentClaims(agents: Agents, clock: ExchangeClock): AgentClaims {
  /** Who talks, of the calls that claimed somebody. */
  const holders = new Map<string, Holder | null>();
  /** Calls that may have a claim now; the others have nothing to release. */
  const claiming = new Set<string>();

  const holderOf = ({ call }: RunningCall): Holder | null => {
    const winner = call.state === 'over' ? undefined : winnerOf(call);
    if (!winner?.userId || winner.event?.direction !== 'INCOMING') return null;
    return { userId: winner.userId, channelId: winner.event.channelId };
  };

  return {
    agents: noted(agents, holders, claiming),
    // Users who ring no longer are free; the one who talked has their follow-up time.
    changed(running) {
      const { callId, state } = running.call;
      const before = holders.get(callId);
      if (before === undefined) return;
      const now = holderOf(running);
      if (now?.userId !== before?.userId) {
        holders.set(callId, now);
        // In the order of the call's other writes, and until it is durable.
        if (before) {
          const at = clock.now();
          void running.book.untilDurable('agent', () => agents.callEnded({ callId, ...before, at }));
        }
        if (now) void running.book.untilDurable('agent', () => agents.release(callId, [now.userId]));
      }
      if (state !== 'over') return;
      holders.delete(callId);
      claiming.delete(callId);
      void running.book.untilDurable('agent', () => agents.release(callId, []));
    },
    takeUp({ running }) {
      holders.set(running.call.callId, holderOf(running));
      claiming.add(running.call.callId);
    },
  };
}
