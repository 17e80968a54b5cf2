import type { ChannelMember } from '@sidetone/contract/entities/channel.ts';
import type { MemberInfo } from '@sidetone/contract/entities/member-info.ts';
import type { Pause } from '@sidetone/contract/entities/pause.ts';
import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';

/** A member, since when they are logged in or out, null where nobody knows, and their pause. */
export type Member = ChannelMember & { readonly dialedSince: string | null; readonly pause: Pause | null };

/**
 * Statuses of people who cannot be reached, or whose status is not known: they do not count as online and show no chip.
 */
const away: ReadonlySet<PresenceStatus> = new Set(['OFFLINE', 'UNKNOWN', 'PERSONALLY_NOT_AVAILABLE']);

/** Whether a person with this status is online. */
export function isOnline(status: PresenceStatus): boolean {
  return !away.has(status);
}

/** The members as they are now: the viewer first, then members who are logged in, then by last name. */
export function membersInOrder(
  members: readonly ChannelMember[],
  infos: readonly Pick<MemberInfo, 'webuserId' | 'status' | 'dialedIn' | 'dialedSince' | 'pause'>[],
  me: string | null,
): Member[] {
  const byId = new Map(infos.map((info) => [info.webuserId, info]));
  const place = (member: ChannelMember) => (member.id === me ? 0 : member.dialedIn ? 1 : 2);
  return members
    .map((member) => {
      const info = byId.get(member.id);
      return {
        ...member,
        status: info?.status ?? member.status,
        dialedIn: info?.dialedIn ?? member.dialedIn,
        dialedSince: info?.dialedSince ?? null,
        pause: info?.pause ?? null,
      };
    })
    .sort(
      (a, b) => place(a) - place(b) || a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName),
    );
}

/** How many members are online and logged in, of how many. */
export function availabilityOf(members: readonly ChannelMember[]): { online: number; total: number } {
  return {
    online: members.filter(({ status, dialedIn }) => dialedIn && isOnline(status)).length,
    total: members.length,
  };
}
