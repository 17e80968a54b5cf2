import type { DirectoryChannel } from '../../ports.ts';
import { type Arrival, busy, contactsIn, unavailable } from './arrive.ts';
import type { InviteDesk } from './steps.ts';

/** How long a device that cannot answer by itself rings. */
const ringMs = 20_000;

/**
 * A colleague calls in: the devices of the owner are asked to answer by themselves. An owner who wants no calls, or is in one,
 * is busy, and nothing else is tried: neither forwarding nor voicemail.
 */
export async function callIn(channel: DirectoryChannel, callingEndpointId: string, desk: InviteDesk): Promise<Arrival> {
  const callId = desk.newId();
  const nobody = { callId, targets: [], rings: [], ringMs: 0, plan: null };
  const owner = channel.members.find(({ userId }) => userId === channel.ownerUserId);
  if (!owner) return { ...nobody, nobody: unavailable };
  const { userId, isDnd, isClaimed } = owner;
  if (isDnd || isClaimed || desk.isBusy?.(userId, callId) || desk.isPaged?.(userId)) return { ...nobody, nobody: busy };
  const targets = (await contactsIn(channel, desk)).filter(({ endpointId }) => endpointId !== callingEndpointId);
  if (targets.length === 0) return { ...nobody, nobody: unavailable };
  return { callId, targets, rings: [userId], ringMs, nobody: null, plan: null };
}
