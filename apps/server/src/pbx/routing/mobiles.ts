import type { ChannelMember, DirectoryChannel } from '../ports.ts';

export type Mobile = NonNullable<ChannelMember['mobile']>;

/** More than these do not ring along for one call, whatever a channel has members. */
const mostMobiles = 10;

/**
 * The mobiles that may ring along in a channel, by their users: each number once, and not the one that calls, which is busy.
 * Whether it may be called is asked when it is its time.
 */
export function mobilesFor({ members }: DirectoryChannel, callerNumber: string | null): ReadonlyMap<string, Mobile> {
  const mobiles = new Map<string, Mobile>();
  const numbers = new Set([callerNumber]);
  for (const { userId, mobile } of members) {
    if (!mobile || numbers.has(mobile.number) || mobiles.size >= mostMobiles) continue;
    numbers.add(mobile.number);
    mobiles.set(userId, mobile);
  }
  return mobiles;
}
