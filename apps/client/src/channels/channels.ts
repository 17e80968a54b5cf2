import { type ChannelRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';

export interface Channels {
  own: ChannelRow | null;
  shared: readonly ChannelRow[];
  status: 'loading' | 'ready' | 'failed';
}

/** The channels of the signed-in user: their own private one, and those they share. */
export function useChannels(): Channels {
  const { rows, status } = useLive(phoneQueries.channels, {});
  return useMemo(
    () => ({
      own: rows.find((row) => row.channelType === 'personal') ?? null,
      shared: rows.filter((row) => row.channelType === 'shared'),
      status,
    }),
    [rows, status],
  );
}

/** The channel behind an address: `private` is the user's own, whatever its id. Null where there is none. */
export function channelAt(channels: Channels, address: string): ChannelRow | null {
  if (address === privateChannelId || address === channels.own?.id) return channels.own;
  return channels.shared.find((channel) => channel.id === address) ?? null;
}

/** The part of addresses that names a channel. */
export function addressOf(channel: ChannelRow): string {
  return channel.channelType === 'personal' ? privateChannelId : channel.id;
}
