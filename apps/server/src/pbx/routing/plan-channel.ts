import {
  type ChannelRouting,
  type RoutingDestination,
  readRouting,
} from '@sidetone/contract/entities/channel-routing.ts';
import type { ChannelMember, DirectoryChannel, HeldRouting } from '../ports.ts';
import {
  afterRinging,
  beforeRinging,
  type ForwardMoment,
  type ForwardStep,
  forwardStep,
  forwardsLater,
  ringSecondsOf,
} from './forward-step.ts';
import { type FreeMembers, freeMembers, withMobiles } from './free-members.ts';
import { openingAt } from './opening.ts';
import { type QueueMoment, type Told, waitInQueue } from './queue-order.ts';
import { type ChannelPlan, type LateMembers, mayEnter, movedTo, type QueuePlace } from './route-plan.ts';
import { type AskedSkills, bestFirst, type Suiting, suiting } from './skilled-members.ts';

/** One thing that is tried for a call; `rest` is what is left to try after it, null for nothing. */
export type RouteStep =
  /** `isQueue`: these have to be claimed first. */
  | {
      readonly do: 'ring';
      readonly userIds: readonly string[];
      readonly isQueue: boolean;
      readonly forMs: number;
      /** The skills by which they were chosen; null: by none. */
      readonly asked: AskedSkills | null;
      /** Null where nobody else could become free meanwhile. */
      readonly late: LateMembers | null;
      readonly rest: ChannelPlan | null;
    }
  /** The caller is asked for a key. */
  | { readonly do: 'prove'; readonly rest: ChannelPlan }
  /**
   * Somebody may be free soon. `leftMs`: how long a caller in a queue may wait from now on; left out: there is no queue.
   * `relaxesInMs`: when less is asked of members than now; null: never.
   */
  | {
      readonly do: 'wait';
      readonly forMs: number;
      readonly leftMs?: number;
      readonly relaxesInMs: number | null;
      readonly rest: ChannelPlan;
    }
  /** The caller hears their place in the queue, from 1 on, and music after it; null: music alone. `offers`: and of the call-back. */
  | ({ readonly do: 'tell'; readonly rest: ChannelPlan } & Told)
  /** The caller wants to be called back; `rest` is for one who cannot be. */
  | { readonly do: 'callBack'; readonly place: QueuePlace; readonly rest: ChannelPlan }
  | { readonly do: 'announce'; readonly announcementId: string; readonly rest: ChannelPlan }
  /** `rest` is for callers who want a person. */
  | { readonly do: 'ask'; readonly assistantId: string; readonly rest: ChannelPlan }
  /** `rest` is for callers whom the menu could not ask. */
  | { readonly do: 'menu'; readonly menuId: string; readonly rest: ChannelPlan }
  /** The channel is a conference room. */
  | { readonly do: 'room'; readonly rule?: never }
  | { readonly do: 'voicemail'; readonly rule?: never; readonly maxSeconds: number }
  /** The call goes on in another channel: ask again with it. */
  | { readonly do: 'enter'; readonly rule?: never; readonly rest: ChannelPlan }
  | { readonly do: 'number'; readonly number: string }
  | ForwardStep
  | { readonly do: 'end'; readonly why: 'doNotDisturb' | 'unavailable' | 'closed' | 'nobodyTookIt' };

/** So long a caller waits before it is looked again whether somebody is free. */
const lookAgainMs = 2000;
/** `canServe`: the caller can be spoken to, which is not so for the second line of somebody who is in another call. */
export type PlanMoment = ForwardMoment & QueueMoment;

/**
 * What comes next for a call in a channel: the settings of the channel, the moment, and who is free decide. Every answer
 * leaves less to try than was left before, or takes time of the longest wait in a queue, so that every call ends.
 */
export function planChannel(plan: ChannelPlan, channel: DirectoryChannel, moment: PlanMoment): RouteStep {
  if (channel.type === 'room') return moment.canServe ? { do: 'room' } : { do: 'end', why: 'unavailable' };
  const routing = routingOf(channel);
  switch (plan.at) {
    case 'proves':
      return prove({ ...plan, at: 'arrives' }, channel, moment);
    case 'arrives': {
      const opening = openingAt(routing, moment.now, channel.timeZone ?? 'UTC');
      const announcementId = opening.open ? routing.announcementId : routing.closedAnnouncementId;
      const next = { ...plan, at: opening.open ? ('opens' as const) : ('closed' as const) };
      if (announcementId !== null && moment.canServe) return { do: 'announce', announcementId, rest: next };
      return planChannel(next, channel, moment);
    }
    case 'closed': {
      // The announcement took a while, and the moment that decides is when the caller came: closed stays closed.
      const opening = openingAt(routing, moment.now, channel.timeZone ?? 'UTC');
      return goTo(opening.open ? routing.closed : opening.destination, plan, routing, moment, 'closed');
    }
    case 'opens': {
      const met: ChannelPlan = { ...plan, at: 'met' };
      const isFirst = plan.visited.length === 1;
      const menuId = (isFirst ? plan.firstMenuId : undefined) ?? routing.menuId;
      return menuStep(menuId, plan, met, moment) ?? planChannel(met, channel, moment);
    }
    case 'led':
      return followMenu(plan, channel, routing, moment);
    case 'message':
      return goTo({ kind: 'voicemail' }, plan, routing, moment, 'nobodyTookIt');
    case 'done':
      return { do: 'end', why: 'nobodyTookIt' };
    case 'met': {
      const { assistantId } = routing;
      const asked: ChannelPlan = { ...plan, at: 'asked' };
      if (assistantId !== null && moment.canServe) return { do: 'ask', assistantId, rest: asked };
      return planChannel(asked, channel, moment);
    }
    case 'asked': {
      const sent = forwardStep(plan, channel, beforeRinging(channel, moment), moment);
      if (sent) return sent;
      const seconds = ringSecondsOf(plan, channel, moment) ?? routing.ringSeconds;
      return ringNext({ ...plan, at: 'rings', msLeft: seconds * 1000 }, channel, routing, moment);
    }
    case 'rings':
      return ringNext(plan, channel, routing, moment);
    case 'calledBack': {
      const rest: ChannelPlan = { ...plan, at: 'rings' };
      const { place } = plan;
      if (!place) return planChannel(rest, channel, moment);
      return { do: 'callBack', place, rest: { ...rest, place: { ...place, callBack: 'refused' } } };
    }
    case 'over': {
      const sent = forwardStep(plan, channel, afterRinging(plan, moment), moment);
      return sent ?? goTo(routing.overflow, plan, routing, moment, 'nobodyTookIt');
    }
    case 'declined': {
      const last = routing.voicemail.enabled ? ({ kind: 'voicemail' } as const) : ({ kind: 'none' } as const);
      return goTo(last, plan, routing, moment, 'nobodyTookIt');
    }
  }
}

const prove = (rest: ChannelPlan, channel: DirectoryChannel, moment: PlanMoment): RouteStep =>
  moment.canServe ? { do: 'prove', rest } : planChannel(rest, channel, moment);

/** The routing of a channel; one without settings rings all members at the same time and knows nothing else. */
export const routingOf = ({ routing, ringSeconds }: DirectoryChannel): HeldRouting =>
  routing ?? readRouting({}, { ringSeconds, followUpSeconds: 0 });

function ringNext(plan: ChannelPlan, channel: DirectoryChannel, routing: ChannelRouting, now: PlanMoment): RouteStep {
  const moment = withMobiles(now);
  const isQueue = channel.type === 'acd';
  if (isQueue && routing.waiting !== null) return ringInQueue(plan, channel, routing, moment);
  const { free, later, doNotDisturb } = freeMembers(channel, moment);
  const { msLeft } = plan;
  const over: ChannelPlan = { ...plan, at: 'over', msLeft: 0 };
  const giveUp = (): RouteStep => {
    const why = plan.rung.length > 0 ? 'nobodyTookIt' : doNotDisturb ? 'doNotDisturb' : 'unavailable';
    return goTo(routing.overflow, over, routing, moment, why);
  };
  const { members: suits, asked } = isQueue
    ? suitingWithout(plan, { free, later }, routing, moment)
    : { members: free, asked: null };
  const relaxesInMs = asked?.relaxesInMs ?? null;
  const isUnasked = ({ userId }: ChannelMember) => !plan.rung.includes(userId);
  // Those whom the caller does not ask for yet are waited for like those who are busy.
  const unsuited = free.filter((member) => !suits.includes(member) && moment.isThere(member.userId));
  const waiting = [...later, ...unsuited].filter(isUnasked);
  const wait = (): RouteStep => {
    const forMs = Math.min(lookAgainMs, msLeft);
    return { do: 'wait', forMs, relaxesInMs, rest: { ...plan, msLeft: msLeft - forMs } };
  };
  if (msLeft <= 0) return giveUp();
  if (!isQueue || routing.strategy === 'all-at-once') {
    const ringing = suits.filter(isUnasked);
    if (ringing.some(({ userId }) => moment.isThere(userId))) {
      const userIds = ringing.map(({ userId }) => userId);
      const late = lateOf('join', { ...plan, rung: [...plan.rung, ...userIds] }, channel);
      const rung: ChannelPlan = { ...over, rung: userIds };
      const rest = forwardsLater(plan, channel, moment) ? rung : whatIsLeft(rung, routing);
      return { do: 'ring', userIds, isQueue, forMs: msLeft, asked, late, rest };
    }
    return waiting.length > 0 ? wait() : giveUp();
  }
  const there = suits.filter((member) => moment.isThere(member.userId) && isUnasked(member));
  const [first, ...others] = bestFirst(inOrder(there, routing), asked);
  if (!first) return waiting.length > 0 ? wait() : giveUp();
  const { userId } = first;
  const isLast = others.length === 0 && waiting.length === 0;
  // The only one who suits rings until the others are asked as well.
  const isAlone = others.length === 0 && unsuited.length > 0 && waiting.length === unsuited.length;
  const turnMs = Math.max(routing.turnSeconds * 1000, isAlone ? (relaxesInMs ?? 0) : 0);
  const forMs = isLast ? msLeft : Math.min(turnMs, msLeft);
  const rest: ChannelPlan = { ...plan, msLeft: msLeft - forMs, rung: [...plan.rung, userId] };
  return {
    do: 'ring',
    userIds: [userId],
    isQueue,
    forMs,
    asked,
    // A stage that rings for all that is left of the time makes way when somebody else could be tried.
    late:
      isLast || isAlone
        ? lateOf('turn', { ...plan, rung: [...plan.rung, userId] }, channel, routing.turnSeconds)
        : null,
    rest: rest.msLeft > 0 ? rest : whatIsLeft({ ...rest, at: 'over' }, routing),
  };
}

/** The members that a caller asks for in a channel without a queue: they have waited for as long as it has rung. */
function suitingWithout(
  { skills, msLeft }: ChannelPlan,
  { free, later }: Pick<FreeMembers, 'free' | 'later'>,
  routing: ChannelRouting,
  moment: PlanMoment,
): Suiting {
  const now = moment.now.getTime();
  const present = [...free.filter(({ userId }) => moment.isThere(userId)), ...later];
  const since = now - Math.max(0, routing.ringSeconds * 1000 - msLeft);
  return suiting(free, { since, skills }, { present, rules: routing.skills, now });
}

/** The same in a channel whose callers wait in a queue: who came first is taken first, and members ring again and again. */
function ringInQueue(
  plan: ChannelPlan,
  channel: DirectoryChannel,
  routing: ChannelRouting,
  moment: PlanMoment,
): RouteStep {
  const { waiting, skills, strategy } = routing;
  if (waiting === null) return { do: 'end', why: 'nobodyTookIt' };
  const next = waitInQueue(plan, channel, waiting, skills, moment);
  switch (next.do) {
    case 'full':
      return goTo(waiting.full, plan, routing, moment, 'unavailable');
    case 'over': {
      const isOff = freeMembers(channel, moment).doNotDisturb;
      const why = plan.place ? 'nobodyTookIt' : isOff ? 'doNotDisturb' : 'unavailable';
      return goTo(routing.overflow, { ...plan, at: 'over', msLeft: 0 }, routing, moment, why);
    }
    case 'tell': {
      const { position, offers, wait, place } = next;
      return { do: 'tell', position, offers, wait, rest: { ...plan, place } };
    }
    case 'wait': {
      const { forMs, leftMs, place, isNewRound, relaxesInMs } = next;
      return { do: 'wait', forMs, leftMs, relaxesInMs, rest: { ...plan, place, rung: isNewRound ? [] : plan.rung } };
    }
    case 'ring': {
      const { leftMs, asked } = next;
      const isTogether = strategy === 'all-at-once';
      const members = isTogether ? next.members : bestFirst(inOrder(next.members, routing), asked).slice(0, 1);
      const userIds = members.map(({ userId }) => userId);
      const forMs = Math.min((isTogether ? routing.ringSeconds : routing.turnSeconds) * 1000, leftMs);
      const place = { ...next.place, ringsUntil: moment.now.getTime() + forMs };
      const rest: ChannelPlan = { ...plan, place, rung: [...plan.rung, ...userIds] };
      const late = isTogether ? lateOf('join', { ...rest, msLeft: forMs }, channel) : null;
      return { do: 'ring', userIds, isQueue: true, forMs, asked, late, rest };
    }
  }
}

/**
 * What members could do who have become free `elapsedMs` after others began to ring; null: nobody has, or it is not their
 * turn yet. `ring` is who they are, `plan` how the call goes on with them.
 */
export function planLate(
  late: LateMembers,
  elapsedMs: number,
  channel: DirectoryChannel,
  moment: PlanMoment,
): { readonly ring: Extract<RouteStep, { do: 'ring' }>; readonly plan: ChannelPlan } | null {
  if (late.how === 'turn' && elapsedMs < late.turnMs) return null;
  const plan = { ...late.plan, msLeft: late.plan.msLeft - elapsedMs };
  if (plan.msLeft <= 0) return null;
  // They are for those who wait behind.
  if (plan.place && (moment.queue?.(plan.place.rank).others ?? 0) > 0) return null;
  const ring = planChannel(plan, channel, moment);
  return ring.do === 'ring' ? { ring, plan } : null;
}

/** Only where there are members who do not ring yet. */
const lateOf = (
  how: LateMembers['how'],
  plan: ChannelPlan,
  { type, members }: DirectoryChannel,
  turnSeconds = 0,
): LateMembers | null =>
  type === 'acd' && members.some(({ userId }) => !plan.rung.includes(userId))
    ? { how, turnMs: turnSeconds * 1000, plan }
    : null;

/** Null where nothing follows, so that the caller hears immediately how it ended. */
const whatIsLeft = (over: ChannelPlan, { overflow }: ChannelRouting): ChannelPlan | null =>
  overflow.kind === 'none' ? null : over;

/** Members who ring one after the other, the one whose turn it is first. */
export function inOrder(members: readonly ChannelMember[], { strategy, memberOrder }: ChannelRouting): ChannelMember[] {
  const rank = ({ userId, lastCallAt }: ChannelMember): number => {
    // Agents who never had a call have waited for longest.
    if (strategy === 'longest-idle') return lastCallAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    const place = memberOrder.indexOf(userId);
    return place < 0 ? memberOrder.length : place;
  };
  const byId = (one: ChannelMember, two: ChannelMember) => (one.userId < two.userId ? -1 : 1);
  return members.toSorted((one, two) => {
    const [first, second] = [rank(one), rank(two)];
    return first === second ? byId(one, two) : first < second ? -1 : 1;
  });
}

/** Null where the caller cannot be asked, or was asked by this menu already. */
function menuStep(menuId: string | null, plan: ChannelPlan, rest: ChannelPlan, moment: PlanMoment): RouteStep | null {
  if (menuId === null || !moment.canServe || plan.menus?.includes(menuId)) return null;
  return { do: 'menu', menuId, rest: { ...rest, menus: [...(plan.menus ?? []), menuId] } };
}

/** Goes where the caller chose. A menu may lead to the members of its own channel, and that begins the ring time. */
function followMenu(
  { target = { kind: 'hangUp' }, place: _, ...left }: ChannelPlan,
  channel: DirectoryChannel,
  routing: ChannelRouting,
  moment: PlanMoment,
): RouteStep {
  const plan: ChannelPlan = { ...left, msLeft: 0, rung: [] };
  switch (target.kind) {
    case 'channel':
      if (target.channelId === plan.channelId) return planChannel({ ...plan, at: 'met' }, channel, moment);
      return goTo(target, plan, routing, moment, 'unavailable');
    case 'voicemail': {
      if (target.channelId === plan.channelId) return planChannel({ ...plan, at: 'message' }, channel, moment);
      const { channelId } = target;
      const step = goTo({ kind: 'channel', channelId }, plan, routing, moment, 'unavailable');
      return step.do === 'enter' ? { ...step, rest: { ...step.rest, at: 'message' } } : step;
    }
    case 'number':
      return goTo(target, plan, routing, moment, 'unavailable');
    case 'announcement':
      return { do: 'announce', announcementId: target.announcementId, rest: { ...plan, at: 'done' } };
    case 'hangUp':
      return { do: 'end', why: 'nobodyTookIt' };
  }
}

type EndWhy = Extract<RouteStep, { do: 'end' }>['why'];

function goTo(
  destination: RoutingDestination,
  plan: ChannelPlan,
  routing: ChannelRouting,
  moment: PlanMoment,
  why: EndWhy,
): RouteStep {
  switch (destination.kind) {
    case 'none':
      return { do: 'end', why };
    case 'voicemail':
      if (!routing.voicemail.enabled || !moment.canServe) return { do: 'end', why };
      return { do: 'voicemail', maxSeconds: routing.voicemail.maxSeconds };
    case 'number':
      return { do: 'number', number: destination.number };
    case 'assistant':
      if (!moment.canServe) return { do: 'end', why };
      return { do: 'ask', assistantId: destination.assistantId, rest: { ...plan, at: 'declined', msLeft: 0 } };
    case 'menu':
      return menuStep(destination.menuId, plan, { ...plan, at: 'declined', msLeft: 0 }, moment) ?? { do: 'end', why };
    case 'channel': {
      const { channelId } = destination;
      // Two channels that send their calls to each other.
      return mayEnter(plan, channelId) ? { do: 'enter', rest: movedTo(plan, channelId) } : { do: 'end', why };
    }
  }
}
