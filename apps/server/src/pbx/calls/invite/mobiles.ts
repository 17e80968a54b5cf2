import type { ChannelMember, DirectoryChannel } from '../../ports.ts';
import type { Along } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';

type Mobile = NonNullable<ChannelMember['mobile']>;

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

/** Those of users who ring. A mobile waits for the devices of its user, where there are any. */
export const alongOf = (
  mobiles: ReadonlyMap<string, Mobile>,
  rings: readonly string[],
  contacts: readonly Pick<RegisteredContact, 'userId'>[],
): readonly Along[] =>
  rings.flatMap((userId) => {
    const mobile = mobiles.get(userId);
    if (!mobile) return [];
    const hasDevice = contacts.some((contact) => contact.userId === userId);
    return [{ userId, number: mobile.number, afterMs: hasDevice ? mobile.afterSeconds * 1000 : 0 }];
  });
