import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import type { ChannelMember, DirectoryChannel } from '../../ports.ts';

/** A member who may ring. */
export const someMember = (userId: string, given: Partial<ChannelMember> = {}): ChannelMember => ({
  userId,
  displayName: userId,
  dialedIn: true,
  isDnd: false,
  isClaimed: false,
  followUpUntil: null,
  lastCallAt: null,
  ...given,
});

/** A queue of a company in Berlin; `routing` as the contract reads it. */
export const someQueue = (
  members: readonly (string | ChannelMember)[],
  routing: Record<string, unknown> = {},
  given: Partial<DirectoryChannel> = {},
): DirectoryChannel => {
  const parsed = channelRouting.parse(routing);
  return {
    channelId: 'queue',
    accountId: 's1',
    type: 'acd',
    name: 'Queue',
    ringSeconds: parsed.ringSeconds,
    members: members.map((member) => (typeof member === 'string' ? someMember(member) : member)),
    ownerUserId: null,
    extension: '20',
    number: null,
    routing: parsed,
    timeZone: 'Europe/Berlin',
    ...given,
  };
};
