import type { ForwardWhen } from '@sidetone/contract/entities/line-forwarding.ts';
import type { MenuSettings } from '@sidetone/contract/entities/voice-menu.ts';
import type { DirectoryChannel } from '../ports.ts';
import type { ForwardedCaller } from './forward-step.ts';
import { type Mobile, mobilesFor, mobilesOf } from './mobiles.ts';
import { openingAt } from './opening.ts';
import { type PlanMoment, planChannel, planLate, type RouteStep, routingOf } from './plan-channel.ts';
import { arrivalAt, type ChannelPlan, ledOn, type MenuChoice, type NumberCalled } from './route-plan.ts';
import type { AskedSkills } from './skilled-members.ts';
import { menuBegin, menuStep } from './voice-menu.ts';

/** A step of a call that nobody takes, by the channel it is in. */
export type DryRunStep = {
  readonly channelId: string;
  /** Seconds after the call came in, but for announcements and calls outside, whose length is not counted. */
  readonly afterSeconds: number;
} /** The channel is closed; `holiday` is null outside the hours. */ & (
  | { readonly what: 'closed'; readonly holiday: string | null; readonly byHand: boolean }
  | { readonly what: 'announcement'; readonly announcementId: string }
  | {
      readonly what: 'rings';
      readonly userIds: readonly string[];
      readonly seconds: number;
      readonly asked?: AskedSkills;
    }
  /** One of those who ring has a mobile that rings along. */
  | { readonly what: 'mobile'; readonly userId: string; readonly number: string }
  /** `callBack`: they are offered to hang up and be called back. */
  | { readonly what: 'waits'; readonly seconds: number; readonly inQueue: boolean; readonly callBack?: true }
  | { readonly what: 'forwarded'; readonly toChannelId: string }
  | { readonly what: 'asked'; readonly assistantId: string }
  /** Callers who press nothing are led on by their menu. */
  | { readonly what: 'menu'; readonly menuId: string }
  | { readonly what: 'room' }
  | { readonly what: 'voicemail'; readonly maxSeconds: number }
  /** By a rule of the owner's: what follows is for a number that does not take the call, or that cannot be called. */
  | { readonly what: 'number'; readonly number: string; readonly userId: string | null }
  /** A rule of the owner's for this occasion sends the call on, as the next step says. */
  | { readonly what: 'rule'; readonly when: ForwardWhen }
  | { readonly what: 'ends'; readonly why: Extract<RouteStep, { do: 'end' }>['why'] }
);

export interface DryRunRequest extends NumberCalled {
  readonly channelId: string;
  readonly at: Date;
  /** Left out, or undefined: somebody outside, whose number is on no list of anybody's. */
  readonly caller?: ForwardedCaller | undefined;
  /** Every channel that the call may come to; an unknown one ends it. */
  channelById(channelId: string): DirectoryChannel | undefined;
  /** Left out, or undefined: it is gone, and nobody is asked. */
  menuById?(menuId: string): Pick<MenuSettings, 'nothing'> | undefined;
  /** Whether a number outside can be called on account of a user or, null, of the company. Left out: all can. */
  canCall?(number: string, userId: string | null): boolean;
  /** Left out: all members have a device. */
  isThere?(userId: string): boolean;
  /** Left out: nobody is in a call. */
  isBusy?(userId: string): boolean;
}

/** The menus that callers who press nothing hear, and where they are led; null: nobody is asked. */
function nothingPressed(
  first: string,
  { menuById }: DryRunRequest,
): { heard: readonly string[]; choice: Pick<MenuChoice, 'target' | 'menus'> | null } {
  for (let state = menuBegin(first); ; ) {
    const menu = menuById?.(state.menuId);
    if (!menu) return { heard: state.heard.filter((menuId) => menuId !== state.menuId), choice: null };
    const silent = { name: '', keys: [], repeats: 0, nothing: menu.nothing };
    const step = menuStep(state, silent, { kind: 'nothing' });
    if (step.do === 'lead') return { heard: step.choice.menus, choice: step.choice };
    state = step.state;
  }
}

const someoneOutside: ForwardedCaller = { isOutside: true, number: '' };

/** Adds a wait to the steps, or to the one that is the last of them, and gives its time in ms. */
function waitIn(
  steps: DryRunStep[],
  here: Pick<DryRunStep, 'channelId' | 'afterSeconds'>,
  step: Extract<RouteStep, { do: 'wait' }>,
): number {
  const last = steps.at(-1);
  // A caller in a queue is rung for again and again until less is asked of members, or the longest wait is over.
  const forMs = Math.min(step.leftMs ?? step.forMs, step.relaxesInMs ?? Number.POSITIVE_INFINITY);
  const seconds = forMs / 1000;
  if (last?.what === 'waits') steps.splice(-1, 1, { ...last, seconds: last.seconds + seconds });
  else {
    const inQueue = step.leftMs !== undefined;
    const isOffered = step.rest.place?.callBack === 'offered';
    steps.push({ ...here, what: 'waits', seconds, inQueue, ...(isOffered && { callBack: true }) });
  }
  return forMs;
}

/** The mobiles of those who ring that come to ring along. */
function mobilesIn(
  { afterSeconds, ...here }: Pick<DryRunStep, 'channelId' | 'afterSeconds'>,
  { userIds, forMs }: Extract<RouteStep, { do: 'ring' }>,
  mobiles: ReadonlyMap<string, readonly Mobile[]>,
): DryRunStep[] {
  return mobilesOf(mobiles, userIds)
    .filter(({ afterSeconds: alone }) => alone * 1000 < forMs)
    .toSorted((one, two) => one.afterSeconds - two.afterSeconds)
    .map(({ userId, number, afterSeconds: alone }) => {
      return { ...here, afterSeconds: afterSeconds + alone, what: 'mobile', userId, number };
    });
}

/** Left out where they were chosen by no skill. */
const askedIn = ({ asked }: Extract<RouteStep, { do: 'ring' }>) => (asked === null ? {} : { asked });

/** Who rings, the mobiles that ring along, and who joins them. */
const ringIn = (
  here: Pick<DryRunStep, 'channelId' | 'afterSeconds'>,
  step: Extract<RouteStep, { do: 'ring' }>,
  channel: DirectoryChannel,
  callerNumber: string | null,
  moment: PlanMoment,
): DryRunStep[] => [
  { ...here, what: 'rings', userIds: step.userIds, seconds: step.forMs / 1000, ...askedIn(step) },
  ...mobilesIn(here, step, mobilesFor(channel, callerNumber, moment.now)),
  ...joinsIn(here, step, channel, moment),
];

/** Who joins those who ring together when less is asked of members. */
function joinsIn(
  { channelId, afterSeconds }: Pick<DryRunStep, 'channelId' | 'afterSeconds'>,
  { asked, late, forMs }: Extract<RouteStep, { do: 'ring' }>,
  channel: DirectoryChannel,
  moment: PlanMoment,
): DryRunStep[] {
  if (asked?.relaxesInMs == null || late?.how !== 'join') return [];
  const steps: DryRunStep[] = [];
  let { plan } = late;
  const everyMs = routingOf(channel).skills.relaxSeconds * 1000;
  for (let elapsedMs = asked.relaxesInMs; elapsedMs < forMs; elapsedMs += everyMs) {
    const ring = planLate({ ...late, plan }, elapsedMs, channel, {
      ...moment,
      now: new Date(moment.now.getTime() + elapsedMs),
    })?.ring;
    if (!ring) continue;
    const seconds = (forMs - elapsedMs) / 1000;
    const after = afterSeconds + elapsedMs / 1000;
    steps.push({ channelId, afterSeconds: after, what: 'rings', userIds: ring.userIds, seconds, ...askedIn(ring) });
    plan = { ...plan, rung: [...plan.rung, ...ring.userIds] };
  }
  return steps;
}

/** The rule of forwarding by which a step is taken. */
const ruleOf = (step: RouteStep, here: Pick<DryRunStep, 'channelId' | 'afterSeconds'>): DryRunStep[] =>
  'rule' in step && step.rule !== undefined ? [{ ...here, what: 'rule', when: step.rule }] : [];

/** That the channel where a call arrives is closed. */
function closedAt(plan: ChannelPlan, channel: DirectoryChannel, now: Date, afterSeconds: number): DryRunStep[] {
  if (plan.at !== 'arrives') return [];
  const opening = openingAt(routingOf(channel), now, channel.timeZone ?? 'UTC');
  if (opening.open) return [];
  const { holiday, byHand } = opening;
  return [{ channelId: plan.channelId, afterSeconds, what: 'closed', holiday, byHand }];
}

/** What nothing follows. */
function lastStep(
  step: Extract<RouteStep, { do: 'number' | 'room' | 'voicemail' | 'end' }>,
  here: Pick<DryRunStep, 'channelId' | 'afterSeconds'>,
): DryRunStep {
  if (step.do === 'number') return { ...here, what: 'number', number: step.number, userId: null };
  if (step.do === 'room') return { ...here, what: 'room' };
  if (step.do === 'end') return { ...here, what: 'ends', why: step.why };
  return { ...here, what: 'voicemail', maxSeconds: step.maxSeconds };
}

/** What happens to a call that comes at this moment and that nobody takes, by the same rules as a real one. */
export function dryRun(request: DryRunRequest): DryRunStep[] {
  const { at, channelById, caller = someoneOutside } = request;
  const { canCall = () => true, isThere = () => true, isBusy = () => false } = request;
  const steps: DryRunStep[] = [];
  const always = { callerUserId: null, canServe: true, caller, isBusy, isThere };
  const momentAt = (afterMs: number) => ({ ...always, now: new Date(at.getTime() + afterMs) });
  let [plan, ms]: [ChannelPlan | null, number] = [arrivalAt(request.channelId, request), 0];
  while (plan !== null) {
    const { channelId }: ChannelPlan = plan;
    const channel = channelById(channelId);
    const here = { channelId, afterSeconds: ms / 1000 };
    if (!channel) return [...steps, { ...here, what: 'ends', why: 'unavailable' }];
    const step = planChannel(plan, channel, momentAt(ms));
    steps.push(...closedAt(plan, channel, momentAt(ms).now, here.afterSeconds), ...ruleOf(step, here));
    switch (step.do) {
      case 'ring':
        steps.push(...ringIn(here, step, channel, caller.number, momentAt(ms)));
        ms += step.forMs;
        break;
      case 'wait':
        ms += waitIn(steps, here, step);
        break;
      case 'prove':
      case 'tell':
      case 'callBack':
        break;
      case 'announce':
        steps.push({ ...here, what: 'announcement', announcementId: step.announcementId });
        break;
      case 'ask':
        // Callers who want a person go on; the others are done.
        steps.push({ ...here, what: 'asked', assistantId: step.assistantId });
        break;
      case 'menu': {
        const { heard, choice } = nothingPressed(step.menuId, request);
        steps.push(...heard.map((menuId) => ({ ...here, what: 'menu' as const, menuId })));
        plan = choice === null ? step.rest : ledOn(step.rest, choice);
        continue;
      }
      case 'enter':
        steps.push({ ...here, what: 'forwarded', toChannelId: step.rest.channelId });
        break;
      case 'forward':
        steps.push({ ...here, what: 'number', number: step.number, userId: step.userId });
        plan = canCall(step.number, step.userId) ? step.untaken : step.rest;
        continue;
      case 'number':
      case 'room':
      case 'voicemail':
      case 'end':
        return [...steps, lastStep(step, here)];
    }
    if (step.rest === null) {
      return [...steps, { channelId, afterSeconds: ms / 1000, what: 'ends', why: 'nobodyTookIt' }];
    }
    // Further rounds of a queue are part of the wait that is shown.
    plan = step.do === 'wait' ? { ...step.rest, rung: plan.rung } : step.rest;
  }
  return steps;
}
