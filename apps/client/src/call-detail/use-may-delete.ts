import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { mayDeleteCalls } from '@sidetone/contract/rules/grants.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';

/**
 * Whether this user may delete calls of the channel with their recordings and transcripts; false until that is known.
 */
export function useMayDelete(channelId: string): boolean {
  const me = useMe();
  const channel = useLive(phoneQueries.channels, {}).rows.find(({ id }) => id === channelId);
  return channel !== undefined && mayDeleteCalls(me, channel.channelType);
}
