import type { ChannelMember, DirectoryChannel } from '../ports.ts';

/** What a channel has to know of the moment besides its settings. */
export interface Moment {
  readonly now: Date;
  /** The user who calls with a device of ours; never rung themselves. */
  readonly callerUserId: string | null;
  /** Talks, calls, or is rung by another call. */
  isBusy(userId: string): boolean;
  /** Has a device that can be rung. */
  isThere(userId: string): boolean;
  /** Has a mobile that may ring along. Left out: nobody has. */
  hasMobile?(userId: string): boolean;
}

/** The same moment for a channel that rings: whose mobile rings is there, with or without a device. */
export const withMobiles = <Some extends Moment>(moment: Some): Some => ({
  ...moment,
  isThere: (userId: string) => moment.isThere(userId) || (moment.hasMobile?.(userId) ?? false),
});

/** Members as a call finds them; `later`: those who take part but can't be rung right now. */
export interface FreeMembers {
  readonly free: readonly ChannelMember[];
  readonly later: readonly ChannelMember[];
  /** All who might ring want no calls. */
  readonly doNotDisturb: boolean;
}

/**
 * Who of a channel may ring. Of a private one that is its owner, who decides about further calls with their devices. Of a
 * shared one the members that are logged in, whom nobody else rings or talks to, and whose follow-up time is over.
 */
export function freeMembers(channel: DirectoryChannel, moment: Moment): FreeMembers {
  const isShared = channel.type === 'acd';
  const asked = channel.members.filter(
    ({ userId, dialedIn }) => userId !== moment.callerUserId && (isShared ? dialedIn : userId === channel.ownerUserId),
  );
  const willing = asked.filter(({ isDnd }) => !isDnd);
  const free = willing.filter((member) => !isShared || !isTaken(member, moment));
  return {
    free,
    later: willing.filter((member) => !free.includes(member) && moment.isThere(member.userId)),
    doNotDisturb: asked.length > 0 && willing.length === 0,
  };
}

const isTaken = ({ userId, isClaimed, followUpUntil }: ChannelMember, { now, isBusy }: Moment): boolean =>
  isClaimed === true || isBusy(userId) || (followUpUntil != null && followUpUntil > now);
