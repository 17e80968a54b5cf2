import type { Call, Fork } from '../../calls/call.ts';
import { shownDiverters } from '../../calls/diverters.ts';
import { newFork } from '../../calls/invite/open-call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import { isToNode, nextTrunk, outsideRingMs, tryTrunk } from '../../calls/trunk-stage.ts';
import type { Diverted } from '../../diverted.ts';
import type { EventOpened } from '../../ports.ts';
import { type TrunkPlan, withoutNodes } from '../../routing/route-plan.ts';
import type { ChannelPlannerParts } from './channel-planner.ts';
import type { Planner } from './stages.ts';

/** What comes next for a call that leaves by the trunks of an account. */
export const trunkPlanner =
  (desk: InviteDesk): Planner<TrunkPlan> =>
  async (call, plan, refusal) => {
    const fork = call.forks.findLast(({ target, mobile }) => target?.kind === 'trunk' && !mobile);
    const isAway = fork !== undefined && isToNode(fork) && fork.outcome === 'noWay';
    const left = isAway ? await pastNode(desk, call, plan, fork) : plan;
    return left ? nextTrunk(call, left, refusal, () => newFork(desk)) : { do: 'end', refusal };
  };

/**
 * The ways that are left where the carrier of another node did not take a call: by the carrier of the company's node as it is now,
 * else by the trunks of who calls, where they may. Null: none is.
 */
async function pastNode(
  { lines, policy, now }: InviteDesk,
  { sessionId, isByNode }: Call,
  plan: TrunkPlan,
  { address, target }: Fork,
): Promise<TrunkPlan | null> {
  const { company } = plan;
  if (!company) return plan;
  const tried = target?.kind === 'trunk' ? target.trunkId : null;
  const line = company.looksAgain && !isByNode ? await lines?.wayToCompany?.(company.accountId) : null;
  if (line && (line.trunkId !== tried || line.address !== address)) {
    return { ...plan, left: [line, ...plan.left], company: { ...company, looksAgain: false } };
  }
  if (plan.left.length === 0) return null;
  const ask = { ...company.permits, e164: plan.number, sessionId, at: now?.() ?? new Date(0) };
  const answer = await policy?.mayCall(ask);
  return answer && !answer.allowed ? null : withoutNodes(plan);
}

/**
 * Whether a call from outside shows a number that we would show when we send it on, or that it called, or says that such a number
 * sent it. It is one of ours that was forwarded back to us: each round would be another call that costs money, and providers
 * begin the count of hops afresh.
 */
export function hasComeBack(
  { diverted = [] }: Pick<Call, 'diverted'>,
  { remoteUserId, remotePhoneNumber: number, onPhoneNumber }: EventOpened,
  ours: readonly (string | null)[],
): boolean {
  const own = [onPhoneNumber, ...ours];
  if (remoteUserId !== null) return false;
  return (number !== null && own.includes(number)) || diverted.some((each) => own.includes(each));
}

/** What a trunk is told of a call that one of ours sends outside; undefined where there is no number to say so with. */
export function divertedOf(
  call: Pick<Call, 'diverted' | 'hiddenDiverters' | 'shown'>,
  { remoteUserId, remotePhoneNumber, onPhoneNumber }: EventOpened,
  identity: string | null,
  reason: Diverted['reason'],
): Diverted | undefined {
  const by = isE164(onPhoneNumber) ? onPhoneNumber : identity;
  if (by === null) return undefined;
  const isShown = remoteUserId === null && call.shown.from !== 'anonymous' && isE164(remotePhoneNumber);
  return { by, reason, before: shownDiverters(call), caller: isShown ? remotePhoneNumber : null };
}

export const isE164 = (number: string | null): number is string => /^\+[1-9][0-9]{3,14}$/.test(number ?? '');

/** A number outside that may be called on behalf of a channel is called by the trunks of the account, with the channel's number. */
export const forwarding =
  (desk: InviteDesk): NonNullable<ChannelPlannerParts['outside']> =>
  async (call, number, { event, cameInOn }) => {
    const { lines, policy, directory } = desk;
    const { accountId } = event;
    // RFC 3261 §16.3: what goes out and comes in again, and so on, ends some time.
    const maxForwards = (call.maxForwards ?? 70) - 1;
    // A number of this server would come back by the way that it left.
    if (maxForwards <= 0 || !lines || (await directory.channelByNumber(number))) return null;
    const left = await lines.waysOut(accountId);
    if (left.length === 0) return null;
    const onNumber = isE164(event.onPhoneNumber) ? event.onPhoneNumber : null;
    const identity = onNumber ?? (await lines.mainNumber(accountId));
    if (hasComeBack(call, event, [identity])) return null;
    const ask = { accountId, userId: null, e164: number, sessionId: call.sessionId, kind: 'forward' } as const;
    const answer = await policy?.mayCall({ ...ask, at: desk.now?.() ?? new Date(0) });
    if (answer && !answer.allowed) return null;
    const diverted = divertedOf(call, event, identity, 'no-answer');
    const trunks = { kind: 'trunks', number, identity, isEmergency: false, maxForwards, left } as const;
    const plan: TrunkPlan = diverted ? { ...trunks, diverted } : trunks;
    const remote = { number: event.remotePhoneNumber, name: event.remoteName };
    const first = tryTrunk(plan, remote, () => newFork(desk));
    if (!first) return null;
    const isHidden = call.shown.from === 'anonymous';
    const from = isHidden ? ('anonymous' as const) : { user: identity ?? accountId };
    return {
      do: 'ring',
      forks: [first.fork],
      rings: [],
      ringMs: outsideRingMs,
      shown: { from, number, channelId: null },
      events: [],
      leaves: null,
      cameInOn,
      plan: first.plan,
    };
  };
