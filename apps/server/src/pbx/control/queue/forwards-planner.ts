import type { Call, Fork, Refusal } from '../../calls/call.ts';
import { askPolicy } from '../../calls/invite/ask-policy.ts';
import { asThoughDialled, findForwarded } from '../../calls/invite/forward-call.ts';
import { newFork, phoneForkOf } from '../../calls/invite/open-call.ts';
import { shownToCallee } from '../../calls/invite/shown-to-callee.ts';
import { type Found, type InviteDesk, InviteRefused } from '../../calls/invite/steps.ts';
import type { RingStage, ServeStage, Stage } from '../../calls/stage.ts';
import { outsideRingMs, tryTrunk } from '../../calls/trunk-stage.ts';
import type { Diverted } from '../../diverted.ts';
import type { EventOpened } from '../../ports.ts';
import {
  arrivalAt,
  type ChannelPlan,
  type ForwardPlan,
  mostChannels,
  type RoutePlan,
  type TrunkPlan,
  withoutNodes,
} from '../../routing/route-plan.ts';
import { divertedOf, hasComeBack } from './outside-planner.ts';
import type { Planner } from './stages.ts';

interface ForwardsPlannerParts {
  readonly desk: InviteDesk;
  readonly channel: Planner<ChannelPlan>;
  /** Whatever kind it is. */
  next(call: Call, plan: RoutePlan, refusal: Refusal): Promise<Stage>;
}

type Going = RingStage | ServeStage;

/**
 * What comes next for a call that somebody's own device, or a rule of theirs, sent elsewhere. Those it named are tried one after the other, with
 * all that guards a call of its user. Where none of them can be called, the line does what it would have done.
 */
export const forwardsPlanner = (parts: ForwardsPlannerParts): Planner<ForwardPlan> => {
  const { next } = parts;

  return async (call, plan, refusal) => {
    const { way } = plan;
    if (way) {
      const stage = await next(call, way, refusal);
      if (stage.do !== 'end') return keepContacts(stage, plan);
    }
    const came = call.events.findLast(({ direction }) => direction === 'INCOMING');
    for (const [at, contact] of plan.contacts.entries()) {
      const stage = came && (await forwardTo(parts, { call, plan, came, contact, refusal }));
      if (stage) return keepContacts(stage, { ...plan, contacts: plan.contacts.slice(at + 1) });
    }
    return plan.rest ? await next(call, plan.rest, refusal) : { do: 'end', refusal };
  };
};

/** A channel that has the call keeps it: the line that it left does nothing else. */
function keepContacts(stage: Going, { contacts, rest, untaken = rest, ...plan }: ForwardPlan): Going {
  // A line inside that sent the call on to a number has it as well, and its own plan.
  const isOfOther = stage.plan?.kind === 'forwards';
  const isOutside = stage.forwarded ? stage.forwarded.outside !== null && !isOfOther : plan.way?.kind === 'trunks';
  const left = isOutside ? untaken : null;
  // After a voicemail there is nobody to ask.
  const isLast = stage.do === 'serve' && stage.plan === null;
  if (isLast || (contacts.length === 0 && left === null)) return stage;
  return { ...stage, plan: { ...plan, contacts, rest: left, way: stage.plan } };
}

interface Asked {
  readonly call: Call;
  readonly plan: ForwardPlan;
  /** The inbox event of the line that the call leaves. */
  readonly came: EventOpened;
  readonly contact: string;
  readonly refusal: Refusal;
}

/** Null where this contact cannot be called, or must not be. */
async function forwardTo(parts: ForwardsPlannerParts, asked: Asked): Promise<Going | null> {
  const { call, came } = asked;
  const desk: InviteDesk = { ...parts.desk, purpose: 'forward' };
  const dialled = {
    sessionId: call.sessionId,
    accountId: came.accountId,
    userId: asked.plan.userId,
    called: asked.contact,
    endpointId: asked.plan.endpointId,
    // What came by a phone of the classic generation leaves by it.
    phoneId: came.phoneId,
  };
  const asDialled = await findForwarded(asThoughDialled(dialled), desk);
  if (asDialled instanceof InviteRefused) return null;
  const found = call.isByNode ? byTrunksAlone(asDialled) : asDialled;
  const { called, sender } = found;
  if (called.kind === 'trunk' && called.plan.left.length === 0) return null;
  if (called.kind === 'channel') return await forwardInside(parts, asked, called.channel);
  if (called.kind !== 'trunk' && called.kind !== 'outside') return null;
  const identity = called.kind === 'trunk' ? called.plan.identity : called.phone.number;
  if (hasComeBack(call, came, [identity, sender.number])) return null;
  // RFC 3261 §16.3: what goes out and comes in again, and so on, ends some time.
  const maxForwards = (call.maxForwards ?? 70) - 1;
  if (maxForwards <= 0 || (await askPolicy(found, desk)) instanceof InviteRefused) return null;
  const diverted = divertedOf(call, came, identity, reasonOf(asked.plan));
  const first = firstForkOf(found, { maxForwards, ...(diverted && { diverted }) }, desk);
  if (!first) return null;
  const shown = shownToCallee(found);
  const { remotePhoneNumber: number, remoteName: name } = came;
  return {
    do: 'ring',
    forks: [{ ...first.fork, remote: { number, name } }],
    rings: [],
    ringMs: outsideRingMs,
    // They see the number of the user who forwards, but for a caller who hides theirs: then they see none.
    shown: call.shown.from === 'anonymous' ? { ...shown, from: 'anonymous' } : shown,
    events: [],
    leaves: null,
    cameInOn: call.cameInOn ?? came.channelId,
    plan: first.plan,
    forwarded: { event: came, outside: called.number },
  };
}

/** No call goes to one node after the other by itself: two could send it to each other. */
const byTrunksAlone = (found: Found): Found => {
  const { called } = found;
  return called.kind === 'trunk' ? { ...found, called: { ...called, plan: withoutNodes(called.plan) } } : found;
};

/** Why the line sends the call away: a rule for an occasion, or a device of its user. */
function reasonOf({ endpointId, untaken }: ForwardPlan): Diverted['reason'] {
  const when = untaken?.kind === 'channel' ? untaken.untakenAfter : undefined;
  return endpointId !== null || when === undefined ? 'deflection' : reasons[when];
}

const reasons = {
  always: 'unconditional',
  busy: 'user-busy',
  noAnswer: 'no-answer',
  unreachable: 'unavailable',
} as const;

/** To another channel of the account, but to none where the call has been, and not back to who calls. */
async function forwardInside(
  { channel: planned }: ForwardsPlannerParts,
  { call, plan: { visited = [] }, came, refusal }: Asked,
  { accountId, channelId, ownerUserId }: Extract<Found['called'], { kind: 'channel' }>['channel'],
): Promise<Going | null> {
  const named = call.events.flatMap((event) => (event.direction === 'INCOMING' ? event.channelId : []));
  const been = [...new Set([...named, ...visited])];
  if (accountId !== came.accountId || been.includes(channelId) || been.length >= mostChannels) return null;
  if (ownerUserId !== null && ownerUserId === call.caller.userId) return null;
  const cameInOn = call.cameInOn ?? came.channelId;
  const plan: ChannelPlan = { ...arrivalAt(channelId), cameInOn, visited: [...been, channelId] };
  const stage = await planned(call, plan, refusal);
  if (stage.do === 'end') return null;
  // A rule of that line may have sent the call to a number outside.
  return { ...stage, forwarded: stage.forwarded ?? { event: came, outside: null } };
}

/** The leg of somebody outside, by a phone of the user's or the first of the account's trunks. */
function firstForkOf(
  found: Found,
  hops: Pick<TrunkPlan, 'maxForwards' | 'diverted'>,
  desk: InviteDesk,
): { readonly fork: Fork; readonly plan: TrunkPlan | null } | undefined {
  const { called } = found;
  if (called.kind === 'trunk') {
    return tryTrunk({ ...called.plan, ...hops }, { number: null, name: null }, () => newFork(desk));
  }
  const [fork] = phoneForkOf(found, desk);
  return fork && { fork, plan: null };
}
