import { nodeOfLine } from '../node-line.ts';
import type { TrunkPlan } from '../routing/route-plan.ts';
import type { Call, Fork, Refusal } from './call.ts';
import type { Stage } from './stage.ts';

/** People outside have a ring time of their own; this only ends what would ring for ever. */
export const outsideRingMs = 180_000;

/** No trunk takes the call. Clients of ours know these phrases and say what they mean. */
export const noWayOut = (isEmergency: boolean): Refusal => ({
  status: 503,
  phrase: isEmergency ? 'No Emergency Trunk' : 'Trunks Unavailable',
  reason: 'TEMPORARILY_UNAVAILABLE',
});

/** Whether a leg goes to another node of the cell. */
export const isToNode = ({ target }: Pick<Fork, 'target'>): boolean =>
  target?.kind === 'trunk' && nodeOfLine(target.trunkId) !== undefined;

/** Nobody carries the node where the company that is called is at home. */
export const companyAway: Refusal = {
  status: 480,
  phrase: 'Company Unreachable',
  reason: 'TEMPORARILY_UNAVAILABLE',
};

/** A leg as every fork begins. */
type FreshFork = Omit<Fork, 'event' | 'remote' | 'userId' | 'endpointId' | 'mediaKind' | 'address' | 'target'>;

/** The call on its way to the first trunk that is left, and what is left after it; undefined when none is. */
export function tryTrunk(
  plan: TrunkPlan,
  remote: Fork['remote'],
  newFork: () => FreshFork,
): { readonly fork: Fork; readonly plan: TrunkPlan | null } | undefined {
  const [line, ...left] = plan.left;
  if (!line) return undefined;
  const { number, identity, isEmergency, location = null, maxForwards, diverted } = plan;
  const whose = diverted && { diverted };
  const fork: Fork = {
    ...newFork(),
    event: null,
    remote,
    userId: null,
    endpointId: null,
    mediaKind: 'rtp',
    address: line.address,
    srtp: line.srtp,
    target: { kind: 'trunk', trunkId: line.trunkId, number, identity, isEmergency, location, maxForwards, ...whose },
  };
  return { fork, plan: left.length > 0 || plan.company ? { ...plan, left } : null };
}

/**
 * What comes next for a call that its trunk did not carry: another trunk where the first one is not there or cannot serve
 * us. Who was reached and refused is not asked again by another way, but for help every way is tried.
 */
export function nextTrunk(call: Call, plan: TrunkPlan, refusal: Refusal, newFork: () => FreshFork): Stage {
  const last = call.forks.findLast(({ target, mobile }) => target?.kind === 'trunk' && !mobile);
  const goesOn = last?.outcome === 'noWay' || (plan.isEmergency && last?.outcome != null);
  const next = goesOn ? tryTrunk(plan, last.remote, newFork) : undefined;
  if (!next) return { do: 'end', refusal };
  return {
    do: 'ring',
    forks: [next.fork],
    rings: [],
    ringMs: outsideRingMs,
    shown: call.shown,
    events: [],
    leaves: null,
    cameInOn: call.cameInOn,
    plan: next.plan,
  };
}
