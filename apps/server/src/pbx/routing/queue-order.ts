import type { QueueWaiting } from '@sidetone/contract/entities/channel-routing.ts';
import type { QueueSkills } from '@sidetone/contract/entities/skill.ts';
import type { ChannelMember, DirectoryChannel } from '../ports.ts';
import { freeMembers, type Moment } from './free-members.ts';
import type { ChannelPlan, QueuePlace } from './route-plan.ts';
import { type AskedSkills, leftBy, suiting, type Wants } from './skilled-members.ts';

/** A caller in the queue of a channel. */
export interface Waiting extends Wants {
  readonly callId: string;
  /** See `QueuePlace`. */
  readonly rank: number;
  /** They could take a member who is free now: nobody rings for them yet, and they can be talked to. */
  readonly isNext: boolean;
  /** They hung up, and their place is kept until they are called back. */
  readonly isKept?: true;
}

/** The queue as one caller finds it, who is not counted. */
export interface Queue {
  /** Callers who came before. */
  readonly ahead: number;
  /** Those of them who take the next member who is free and suits them. */
  readonly first: readonly Wants[];
  readonly others: number;
  /** Those of the others who hung up, and are called back. */
  readonly kept: number;
}

/**
 * The queue as the caller `self` finds it, in whichever order it is listed: the lower rank is ahead, and of two that are
 * the same the one whose id is less.
 */
export function queueFor(waiting: readonly Waiting[], self: { callId: string; rank: number }): Queue {
  const others = waiting.filter(({ callId }) => callId !== self.callId);
  const ahead = others.filter(({ rank, callId }) => rank < self.rank || (rank === self.rank && callId < self.callId));
  return {
    ahead: ahead.length,
    first: ahead
      .filter(({ isNext }) => isNext)
      .toSorted((one, two) => one.rank - two.rank || (one.callId < two.callId ? -1 : 1))
      .map(({ since, skills }) => ({ since, ...(skills && { skills }) })),
    others: others.length,
    kept: others.filter(({ isKept }) => isKept).length,
  };
}

export const emptyQueue: Queue = { ahead: 0, first: [], others: 0, kept: 0 };

/** What a caller in a queue hears. */
export interface Told {
  readonly position: number | null;
  readonly offers: boolean;
  /** What the time that they are told is calculated from; null: they are told none. */
  readonly wait: { readonly ahead: number; readonly onDuty: number } | null;
}

/** What is next for a caller in a queue; `place` and `leftMs` are theirs from then on. */
export type InQueue =
  | { readonly do: 'full' | 'over' }
  /** Members who are free, have a device, and had no turn in this round. */
  | {
      readonly do: 'ring';
      readonly members: readonly ChannelMember[];
      readonly asked: AskedSkills | null;
      readonly place: QueuePlace;
      leftMs: number;
    }
  /** They are told their place, from 1 on; null: they hear music alone from now on. `offers`: and what to press to be called back. */
  | ({ readonly do: 'tell'; readonly place: QueuePlace } & Told)
  /** `isNewRound`: all had their turn, and have it again after it. */
  | {
      readonly do: 'wait';
      readonly forMs: number;
      isNewRound: boolean;
      readonly place: QueuePlace;
      leftMs: number;
      readonly relaxesInMs: number | null;
    };

/** So long a caller waits before it is looked again whether somebody is free. */
const lookAgainMs = 2000;
/** Members who had their turn are left alone for so long when its time is over. */
const betweenRoundsMs = 5000;
/** Callers who go first pass those who have waited for less than this, so that nobody is passed for ever. */
const headStartMs = 180_000;
/** A page that is reloaded, or a network that comes back, is no reason to send everybody away. */
const desertedMs = 20_000;

export interface QueueMoment extends Moment {
  readonly canServe: boolean;
  /** Left out: nobody else waits. */
  readonly queue?: ((rank: number) => Queue) | undefined;
  /** The rank of the place that is kept for the caller; left out: none is. */
  readonly keptRank?: number | undefined;
  /** `number`: E.164 where it is known. */
  readonly caller?: { readonly number: string | null; readonly isOutside?: boolean };
}

/** What is next for a caller who comes into the queue of a channel, or waits there. */
export function waitInQueue(
  plan: ChannelPlan,
  channel: DirectoryChannel,
  rules: QueueWaiting,
  skills: QueueSkills,
  moment: QueueMoment,
): InQueue {
  const now = moment.now.getTime();
  const came: Omit<QueuePlace, 'rank'> = plan.place ?? { since: now, toldAt: null, deserted: null };
  const usual = goesFirst(rules, moment) ? came.since - headStartMs : came.since;
  const before = { ...came, rank: Math.min(usual, moment.keptRank ?? usual) };
  const queue = moment.queue?.(before.rank) ?? emptyQueue;
  if (!plan.place && queue.others - queue.kept >= rules.mostCallers) return { do: 'full' };
  const leftMs = before.since + rules.longestSeconds * 1000 - now;
  if (leftMs <= 0) return { do: 'over' };
  const { free, later } = freeMembers(channel, moment);
  const there = free.filter(({ userId }) => moment.isThere(userId));
  const isDeserted = there.length + later.length === 0;
  const place = { ...before, deserted: isDeserted ? (before.deserted ?? now) : null };
  if (place.deserted !== null && (!plan.place || now - place.deserted >= desertedMs)) return { do: 'over' };
  const where = { present: [...there, ...later], rules: skills, now };
  const wants = { since: place.since, skills: plan.skills };
  const { members: own, asked } = suiting(leftBy(there, queue.first, where), wants, where);
  const members = own.filter(({ userId }) => !plan.rung.includes(userId));
  if (members.length > 0) return { do: 'ring', members, asked, place, leftMs };
  if (moment.canServe && isTold(place, rules, now)) {
    const position = rules.positionEverySeconds === null ? null : queue.ahead + 1;
    const callBack = rules.callBack === null ? undefined : (place.callBack ?? 'offered');
    // Who hides or is a colleague is not offered what would be refused.
    const isCallable = moment.caller?.isOutside === true && moment.caller.number !== null;
    const told = { ...place, toldAt: now, ...(callBack && { callBack }) };
    const wait = rules.tellsWait ? { ahead: queue.ahead, onDuty: there.length + later.length } : null;
    return { do: 'tell', position, offers: callBack === 'offered' && isCallable, wait, place: told };
  }
  // Who refuses has the pause of somebody who let it ring, or a phone that refuses by itself would be called without end.
  const unusedMs = (place.ringsUntil ?? 0) - now;
  const relaxesInMs = asked?.relaxesInMs ?? null;
  // Members who are asked for a moment later come before those who had their turn.
  const isSoonRelaxed = relaxesInMs !== null && relaxesInMs <= betweenRoundsMs;
  const isNewRound = own.length > 0 && plan.rung.length > 0 && unusedMs <= 0 && !isSoonRelaxed;
  const forMs = isNewRound ? betweenRoundsMs : unusedMs > 0 ? Math.min(lookAgainMs, unusedMs) : lookAgainMs;
  return { do: 'wait', forMs: Math.min(forMs, leftMs, relaxesInMs ?? leftMs), isNewRound, place, leftMs, relaxesInMs };
}

const goesFirst = ({ first }: QueueWaiting, { caller }: QueueMoment): boolean =>
  first.some((beginning) => caller?.number?.startsWith(beginning) ?? false);

const isTold = ({ toldAt }: QueuePlace, { positionEverySeconds }: QueueWaiting, now: number): boolean =>
  toldAt === null || (positionEverySeconds !== null && now - toldAt >= positionEverySeconds * 1000);
