import type { CallRecord } from '@sidetone/contract/entities/call-record.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import type { StateTone } from '#ui/StateBadge.tsx';
import { useChannelNames, useUserNames } from '../directory.ts';

export const outcomeTones: Readonly<Record<CallRecord['outcome'], StateTone>> = {
  answered: 'live',
  unanswered: 'missed',
  rejected: 'held',
};

/** Who and what the records of calls are about, in words. */
export interface RecordWords {
  readonly user: (userId: string | null) => string;
  readonly channel: (channelId: string | null) => string;
  readonly otherSide: (record: CallRecord) => string;
  readonly partner: (partner: CallRecord['forwardedTo']) => string;
}

export function useRecordWords(): RecordWords {
  const { t } = useWords();
  const users = useUserNames();
  const channels = useChannelNames();
  return useMemo(() => {
    const user = (userId: string | null) => (userId === null ? '' : (users.get(userId) ?? ''));
    const channel = (channelId: string | null) => (channelId === null ? '' : (channels.get(channelId) ?? ''));
    return {
      user,
      channel,
      otherSide: ({ remoteUserId, remoteName, remoteNumber }) => {
        const number = remoteNumber === null ? '' : formatNumber(remoteNumber);
        return user(remoteUserId) || remoteName || number || t(($) => $.admin.records.withheld);
      },
      partner: (of) =>
        of === null ? '' : channel(of.channelId) || (of.number === null ? '' : formatNumber(of.number)),
    };
  }, [t, users, channels]);
}
