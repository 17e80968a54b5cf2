import { countsAt } from '@sidetone/contract/entities/line-forwarding.ts';
import type { ChannelMember, DirectoryChannel } from '../ports.ts';
import { wallTime } from './opening.ts';

export type Mobile = NonNullable<ChannelMember['mobiles']>[number];

/** At most so many begin to ring along together, however many members a channel has. */
const mostMobiles = 10;

/**
 * The mobiles that may ring along in a channel at this moment, by their users, and not the one that calls, which is busy.
 * Whether they may be called is asked when it is their time.
 */
export function mobilesFor(
  { members, timeZone }: Pick<DirectoryChannel, 'members' | 'timeZone'>,
  callerNumber: string | null,
  now: Date,
): ReadonlyMap<string, readonly Mobile[]> {
  const onWall = wallTime(now, timeZone ?? 'UTC');
  return new Map(
    members.flatMap(({ userId, mobiles = [] }) => {
      const ringing = mobiles.filter(({ number, times }) => number !== callerNumber && countsAt(times, onWall));
      return ringing.length > 0 ? [[userId, ringing] as const] : [];
    }),
  );
}

/**
 * Those of users who ring, in their order: each number once, and at most ten. Of every user the first one comes before
 * anybody's second.
 */
export function mobilesOf(
  mobiles: ReadonlyMap<string, readonly Mobile[]>,
  rings: readonly string[],
): readonly (Mobile & { readonly userId: string })[] {
  const theirs = rings.flatMap((userId) => (mobiles.get(userId) ?? []).map((mobile, at) => ({ userId, mobile, at })));
  const numbers = new Set<string>();
  return theirs
    .toSorted((one, two) => one.at - two.at)
    .flatMap(({ userId, mobile }) => {
      if (numbers.has(mobile.number) || numbers.size >= mostMobiles) return [];
      numbers.add(mobile.number);
      return [{ ...mobile, userId }];
    });
}
