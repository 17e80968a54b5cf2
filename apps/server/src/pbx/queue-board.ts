import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import { keyedListeners } from './keyed-listeners.ts';

/** A live call of a channel, as the board of the queue shows it. */
export interface QueuedCall {
  readonly callId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly number: string | null;
  readonly name: string | null;
  readonly calledNumber: string | null;
  /** Nobody has answered yet, or a member talks. */
  readonly state: 'waiting' | 'talking';
  /** Whom it rings, or who talks. */
  readonly userIds: readonly string[];
  /** Since when it is what it is, in ms since 1970. */
  readonly since: number;
  /** Of those who wait: whose is less is ahead, as in `routing/queue-order.ts`. */
  readonly rank: number;
  /** The skills that they need besides what the queue asks for. */
  readonly skills: readonly SkillNeed[];
  /** They hung up and are called back; left out: they are on the line. */
  readonly isCallBack?: true;
}

/** Which calls of channels live, kept in memory for the boards of queues. */
export interface QueueBoard {
  /** What a call is now; null once it is in no channel. */
  show(callId: string, now: QueuedCall | null): void;
  /** The calls of a channel; who waits comes in their order. */
  of(channelId: string): readonly QueuedCall[];
  /** The calls of all channels. */
  everyCall(): readonly QueuedCall[];
  /** Calls back after a change of a call of this account; gives the way to stop. */
  onChange(accountId: string, listener: () => void): () => void;
}

export function queueBoard(): QueueBoard {
  const calls = new Map<string, QueuedCall>();
  const ofChannel = new Map<string, Map<string, QueuedCall>>();
  const { tell, onChange } = keyedListeners();

  const leave = ({ channelId, callId }: QueuedCall): void => {
    calls.delete(callId);
    const others = ofChannel.get(channelId);
    others?.delete(callId);
    if (others?.size === 0) ofChannel.delete(channelId);
  };
  return {
    show(callId, now) {
      const before = calls.get(callId) ?? null;
      if (JSON.stringify(before) === JSON.stringify(now)) return;
      if (before) leave(before);
      if (now) {
        calls.set(callId, now);
        ofChannel.set(now.channelId, (ofChannel.get(now.channelId) ?? new Map()).set(callId, now));
      }
      const accountIds = new Set([before?.accountId, now?.accountId]);
      for (const id of accountIds) if (id !== undefined) tell(id);
    },
    of: (channelId) =>
      [...(ofChannel.get(channelId)?.values() ?? [])].sort(
        (one, two) => one.rank - two.rank || (one.callId < two.callId ? -1 : 1),
      ),
    everyCall: () => [...calls.values()],
    onChange,
  };
}
