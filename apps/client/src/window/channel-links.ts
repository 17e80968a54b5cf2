import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { Inbox, type LucideIcon, UsersRound } from 'lucide-react';
import { addressOf, type Channels } from '#channels/channels.ts';
import { channelHotkey } from '#platform/shortcuts.ts';

/** The words of the left column about a channel, wide or narrow. */
export interface ChannelLinkProps {
  address: string;
  name: string;
  icon: LucideIcon;
  count: number;
  current: boolean;
  hotkey: string | null;
}

/** The private channel under the first key, the shared ones under the next eight; further ones have no key. */
export function channelLinks(
  { own, shared }: Channels,
  current: ChannelRow | null,
  privateName: string,
): { own: ChannelLinkProps | null; shared: ChannelLinkProps[] } {
  const linkTo = (channel: ChannelRow, name: string, icon: LucideIcon, place: number): ChannelLinkProps => ({
    address: addressOf(channel),
    name,
    icon,
    count: channel.unresolvedCalls,
    current: current?.id === channel.id,
    hotkey: place <= 9 ? channelHotkey(place) : null,
  });
  return {
    own: own && linkTo(own, privateName, Inbox, 1),
    shared: shared.map((channel, index) => linkTo(channel, channel.name ?? '', UsersRound, index + 2)),
  };
}
