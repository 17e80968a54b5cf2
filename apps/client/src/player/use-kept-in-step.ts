import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect } from 'react';
import { forgetGone } from './kept-sounds.ts';
import { kindsOf } from './sounds-of.ts';

/** Forgets a call's kept sounds on this device as soon as any user deletes them. */
export function useKeptInStep(row: InboxRow): void {
  const { channelId, id } = row;
  const kinds = kindsOf(row).join(' ');
  useEffect(() => {
    void forgetGone({ channelId, docId: id }, kinds.split(' '));
  }, [channelId, id, kinds]);
}
