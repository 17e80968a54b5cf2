import type { queueBoardQueries } from '@sidetone/contract/documents/queue-board-query.ts';
import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import { joinNeeds } from '@sidetone/contract/rules/queues/skills.ts';
import { bothOver, type Overlay, unlessSame } from '../../documents/live-source.ts';
import { presenceIn } from '../../identity/presence.ts';
import { type PresenceDesk, presenceOver } from '../../identity/presence-desk.ts';

/** A live call of a queue, as the exchange knows it. */
interface QueuedCall {
  readonly callId: string;
  readonly docId: string;
  readonly number: string | null;
  readonly name: string | null;
  readonly calledNumber: string | null;
  readonly state: 'waiting' | 'talking';
  readonly userIds: readonly string[];
  readonly since: number;
  readonly isCallBack?: true;
  readonly skills: readonly SkillNeed[];
}

/** Who listens to a call, as the exchange knows it. */
interface Supervision {
  readonly userId: string;
  readonly name: string;
  readonly mode: 'listen' | 'whisper' | 'join';
  readonly state: 'begins' | 'active' | 'waits';
}

/** Where the board looks for supervisors. */
export interface SupervisedCalls {
  of(callId: string): Supervision | null;
  onChange(accountId: string, listener: () => void): () => void;
}

/** Where the board looks for live calls. */
export interface QueuedCalls {
  /** Who waits comes in their order. */
  of(channelId: string): readonly QueuedCall[];
  onChange(accountId: string, listener: () => void): () => void;
}

type Board = Overlay<typeof queueBoardQueries.queueBoard>;

/** Lays who is reachable, who waits and who talks over a board, from memory: no step of a call costs a statement. */
export const withLiveThings = (
  presence: PresenceDesk,
  calls: QueuedCalls | undefined,
  supervised: SupervisedCalls | undefined,
): Board => bothOver(presenceOver(presence, withStatuses), callsOver(calls, supervised));

const withStatuses: Parameters<typeof presenceOver<typeof queueBoardQueries.queueBoard>>[1] = (row, statusOf) =>
  unlessSame(row, {
    ...row,
    people: row.people.map((person) => ({ ...person, status: presenceIn(statusOf(person.id), person.dialedIn) })),
  });

const callsOver = (calls: QueuedCalls | undefined, supervised: SupervisedCalls | undefined): Board => ({
  watch({ accountId }, changed) {
    const stops = [calls, supervised].map((each) => each?.onChange(accountId, changed));
    const stop = () => {
      for (const end of stops) end?.();
    };
    return { ready: Promise.resolve(), stop };
  },
  lay: (rows) =>
    rows.map((row) => {
      const live = calls?.of(row.id) ?? [];
      // The row may still carry what was laid over it before, which no longer holds.
      return unlessSame(row, {
        ...row,
        waiting: live.flatMap(callerOf(row.needs)),
        calls: live.flatMap(callsOf(supervised)),
      });
    }),
});

const sideOf = ({ number, name, since }: QueuedCall) => ({ number, name, since: new Date(since).toISOString() });

const callerOf = (ofQueue: readonly SkillNeed[]) => (call: QueuedCall) => {
  if (call.state !== 'waiting') return [];
  const { docId: id, calledNumber, isCallBack = false, skills } = call;
  return [{ id, calledNumber, isCallBack, needs: joinNeeds(ofQueue, skills), ...sideOf(call) }];
};

const callsOf = (supervised: SupervisedCalls | undefined) => (call: QueuedCall) => {
  const listening = supervised?.of(call.callId) ?? null;
  return call.userIds.map((userId) => ({
    userId,
    docId: call.docId,
    state: call.state === 'talking' ? ('talking' as const) : ('ringing' as const),
    supervision: listening && {
      userId: listening.userId,
      name: listening.name,
      mode: listening.mode,
      state: listening.state,
    },
    ...sideOf(call),
  }));
};
