import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect } from 'react';
import { forgetGone } from './kept-sounds.ts';
import { kindsOf } from './sounds-of.ts';

/** Forgets what this device keeps of a call's sounds as soon as they are deleted, by whomever. */
export function useKeptInStep(row: InboxRow): void {
  const { channelId, id } = row;
  const kinds = kindsOf(row).join(' ');
  useEffect(() => {
    void forgetGone({ channelId, docId: id }, kinds.split(' '));
  }, [channelId, id, kinds]);
}
