import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';
import { type DialledLast, dialledLast } from './dialled-last.ts';

/** How many calls of the user's own line are read. Calling one number again and again leaves fewer others. */
const mostRead = 30;

/** What the user dialled from their own line, each number once, the last one first. */
export function useDialledLast(ownChannelId: string): readonly DialledLast[] {
  const { rows } = useLive(phoneQueries.inbox, {
    channelId: ownChannelId,
    limit: mostRead,
    filter: { kinds: ['outgoing'] },
  });
  return useMemo(() => dialledLast(rows), [rows]);
}
