import type { DirectoryChannel } from '../../ports.ts';
import type { ForwardedCaller } from '../../routing/forward-step.ts';
import { mobilesFor } from '../../routing/mobiles.ts';
import { planChannel, type RouteStep } from '../../routing/plan-channel.ts';
import { emptyQueue } from '../../routing/queue-order.ts';
import { arrivalAt, type LateMembers, messageAt, provenAt, type RoutePlan } from '../../routing/route-plan.ts';
import type { Along, Refusal } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';
import { alongOf } from './mobiles.ts';
import type { InviteDesk } from './steps.ts';

/** How a call begins in a channel. */
export interface Arrival {
  /** Agents of a queue are claimed for this call. */
  readonly callId: string;
  readonly targets: readonly RegisteredContact[];
  /** Users whose devices ring, also those that come later. */
  readonly rings: readonly string[];
  readonly ringMs: number;
  /** What becomes of members who are free only later. */
  readonly late?: LateMembers | null;
  /** Mobiles that ring along; left out: none. */
  readonly along?: readonly Along[];
  /** Nobody rings at first: what the caller is told where `plan` has nothing else to try. */
  readonly nobody: Refusal | null;
  readonly plan: RoutePlan | null;
}

/**
 * The first thing that a channel does with a call from a user of ours or, null, from outside; `caller` is who the owner of a
 * private channel sees, and `reaches` what is wanted there in place of its line, or before it. Where that is not to ring
 * somebody, it is left to the plan, and the call begins with nobody.
 */
export async function arrive(
  channel: DirectoryChannel,
  from: { readonly userId: string; readonly endpointId: string | null } | null,
  caller: ForwardedCaller,
  desk: InviteDesk,
  reaches?: 'voicemail' | 'proof',
): Promise<Arrival> {
  const callId = desk.newId();
  const contacts = await contactsIn(channel, desk);
  const now = desk.now?.() ?? new Date(0);
  const mobiles = mobilesFor(channel, caller.number, now);
  const { channelId } = channel;
  const begin = arrivalAt(channelId, channel);
  const plan = reaches === 'voicemail' ? messageAt(channelId) : reaches === 'proof' ? provenAt(begin) : begin;
  const step = planChannel(plan, channel, {
    now,
    callerUserId: from?.userId ?? null,
    canServe: true,
    isBusy: (userId) => desk.isBusy?.(userId, callId) ?? false,
    isThere: (userId) => contacts.some((contact) => contact.userId === userId),
    hasMobile: (userId) => mobiles.has(userId),
    queue: (rank) => desk.queueOf?.(channel.channelId, { callId, rank }) ?? emptyQueue,
    caller,
  });
  const later: Arrival = { callId, targets: [], rings: [], ringMs: 0, nobody: unavailable, plan };
  if (step.do === 'end') return { ...later, nobody: refusalOfEnd(step.why) ?? unavailable, plan: null };
  if (step.do !== 'ring') return later;
  const rings = await claimed(step, callId, channel.channelId, desk);
  const targets = contacts.filter(
    ({ userId, endpointId }) => rings.includes(userId) && endpointId !== from?.endpointId,
  );
  const along = alongOf(mobiles, rings, targets);
  if (targets.length > 0 || along.length > 0) {
    const { forMs: ringMs, late, rest: plan } = step;
    return { callId, targets, rings, ringMs, late, along, nobody: null, plan };
  }
  return rings.length > 0 && step.rest === null ? { ...later, plan: null } : later;
}

/** Devices of all whom the channel may ring, but for those that its members want left alone. */
export const contactsIn = async (channel: DirectoryChannel, desk: Pick<InviteDesk, 'contactsOf'>) => {
  const { type, ownerUserId, members } = channel;
  const contacts = await desk.contactsOf(
    type === 'private' && ownerUserId !== null ? [ownerUserId] : members.map(({ userId }) => userId),
  );
  return contacts.filter(({ userId, endpointId }) => {
    const chosen = members.find((member) => member.userId === userId)?.endpointIds ?? null;
    return chosen === null || chosen.includes(endpointId);
  });
};

/** Of those who are to ring, whom no other queue has claimed meanwhile. */
export async function claimed(
  { userIds, isQueue }: Extract<RouteStep, { do: 'ring' }>,
  callId: string,
  channelId: string,
  { agents }: InviteDesk,
): Promise<readonly string[]> {
  return isQueue && agents ? await agents.claim({ callId, channelId, userIds }) : userIds;
}

export const unavailable: Refusal = {
  status: 480,
  phrase: 'Temporarily Unavailable',
  reason: 'TEMPORARILY_UNAVAILABLE',
};
export const busy: Refusal = { status: 486, phrase: 'Busy Here', reason: 'BUSY_HERE' };

/** What a caller is told; null where those who rang have said it. */
export function refusalOfEnd(why: Extract<RouteStep, { do: 'end' }>['why']): Refusal | null {
  if (why === 'nobodyTookIt') return null;
  return why === 'doNotDisturb' ? busy : unavailable;
}
