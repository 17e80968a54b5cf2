import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';
import { type DialledLast, dialledLast } from './dialled-last.ts';

/** The calls of the own line that are looked through; who dials one number again and again sees fewer others. */
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
