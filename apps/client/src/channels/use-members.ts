import { type ChannelRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { type Member, membersInOrder } from './members.ts';

/** The members of a channel in their order, as they are now. */
export function useMembers(channel: ChannelRow): Member[] {
  const me = useMe()?.webUserId ?? null;
  const { rows, status, error } = useLive(phoneQueries.memberInfos, { channelId: channel.id });
  useEffect(() => {
    // The channel itself tells the same a little later, so that users need not be told.
    if (status === 'failed') console.warn('[channels] member infos refused', error);
  }, [status, error]);
  return useMemo(() => membersInOrder(channel.members, rows, me), [channel.members, rows, me]);
}
