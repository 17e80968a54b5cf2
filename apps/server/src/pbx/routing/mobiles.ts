import type { ChannelMember, DirectoryChannel } from '../ports.ts';

export type Mobile = NonNullable<ChannelMember['mobile']>;

/** At most so many begin to ring along together, however many members a channel has. */
const mostMobiles = 10;

/**
 * The mobiles that may ring along in a channel, by their users, and not the one that calls, which is busy. Whether it may be
 * called is asked when it is its time.
 */
export function mobilesFor({ members }: DirectoryChannel, callerNumber: string | null): ReadonlyMap<string, Mobile> {
  return new Map(
    members.flatMap(({ userId, mobile }) =>
      mobile && mobile.number !== callerNumber ? [[userId, mobile] as const] : [],
    ),
  );
}

/** Those of users who ring, in their order: each number once, and at most ten. */
export function mobilesOf(
  mobiles: ReadonlyMap<string, Mobile>,
  rings: readonly string[],
): readonly (Mobile & { readonly userId: string })[] {
  const numbers = new Set<string>();
  return rings.flatMap((userId) => {
    const mobile = mobiles.get(userId);
    if (!mobile || numbers.has(mobile.number) || numbers.size >= mostMobiles) return [];
    numbers.add(mobile.number);
    return [{ ...mobile, userId }];
  });
}
