import type { DirectoryChannel } from '../ports.ts';

/** Who rings, for how long, and what the caller is told when nobody may ring at all. */
export type RingPlan =
  | { readonly ring: readonly string[]; readonly forMs: number }
  | { readonly nobody: 'doNotDisturb' | 'unavailable' };

/**
 * All who may ring, ring at once: the owner of a private channel; of a shared one the members that are dialed in. Whoever
 * calls is left out with all their devices, and so is who does not want to be disturbed.
 */
export function ringPlan(channel: DirectoryChannel, callerUserId: string): RingPlan {
  const asked = channel.members.filter(
    (member) =>
      member.userId !== callerUserId &&
      (channel.type === 'private' ? member.userId === channel.ownerUserId : member.dialedIn),
  );
  const ring = asked.filter((member) => !member.isDnd).map((member) => member.userId);
  if (ring.length > 0) return { ring, forMs: channel.ringSeconds * 1000 };
  return { nobody: asked.length > 0 ? 'doNotDisturb' : 'unavailable' };
}
