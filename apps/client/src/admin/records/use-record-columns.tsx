import type { CallRecord } from '@sidetone/contract/entities/call-record.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { useMemo } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import type { Column } from '#ui/DataTable.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { formatMoment } from '../format.ts';
import { outcomeTones, type RecordWords } from './use-record-words.ts';

/** The columns of calls. None of them sorts: a page is only a part of what the server has, in its order. */
export function useRecordColumns(words: RecordWords): Column<CallRecord>[] {
  const { t, language } = useWords();
  return useMemo(
    () => [
      {
        id: 'at',
        head: t(($) => $.admin.records.at),
        cell: ({ startedAt }) => <span className="whitespace-nowrap">{formatMoment(startedAt, language)}</span>,
      },
      {
        id: 'otherSide',
        head: t(($) => $.admin.records.otherSide),
        cell: (row) => <OtherSide direction={row.direction} name={words.otherSide(row)} />,
      },
      {
        id: 'outcome',
        head: t(($) => $.admin.records.outcome),
        cell: ({ outcome }) => (
          <StateBadge tone={outcomeTones[outcome]}>{t(($) => $.admin.records.outcomes[outcome])}</StateBadge>
        ),
      },
      {
        id: 'number',
        head: t(($) => $.admin.records.number),
        from: 1000,
        cell: ({ remoteNumber }) => (
          <span className="whitespace-nowrap tabular-nums">
            {remoteNumber === null ? '' : formatNumber(remoteNumber)}
          </span>
        ),
      },
      {
        id: 'channel',
        head: t(($) => $.admin.records.channel),
        from: 700,
        cell: (row) => words.channel(row.channelId),
      },
      { id: 'user', head: t(($) => $.admin.records.user), from: 1000, cell: (row) => words.user(row.userId) },
      {
        id: 'talked',
        head: t(($) => $.admin.records.talked),
        align: 'end',
        from: 700,
        cell: ({ talkedSeconds }) => (
          <span className="tabular-nums">{talkedSeconds === 0 ? '' : formatDuration(talkedSeconds)}</span>
        ),
      },
      {
        id: 'costCentre',
        head: t(($) => $.admin.records.costCentre),
        from: 1000,
        cell: ({ costCentre }) => costCentre ?? '',
      },
    ],
    [t, language, words],
  );
}

/** Who was on the other side, after the way that the call went. */
function OtherSide({ direction, name }: { direction: CallRecord['direction']; name: string }) {
  const { t } = useWords();
  return (
    <span className="flex items-center gap-2 whitespace-nowrap font-med text-ink">
      <Icon of={direction === 'INCOMING' ? PhoneIncoming : PhoneOutgoing} size={14} className="text-ink-3" />
      <span className="sr-only">{t(($) => $.admin.records.directions[direction])}</span>
      {name}
    </span>
  );
}
