import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { formatMoment } from '../format.ts';
import { stateTones, type WriteWords } from './use-write-words.ts';
import { shownState } from './write-actions.ts';

/** The columns of the CRM log; the first three are seen beside an open entry. */
export function useWriteColumns(words: WriteWords): Column<CrmWrite>[] {
  const { t, language } = useWords();
  return useMemo(
    () => [
      {
        id: 'at',
        head: t(($) => $.admin.crm.at),
        sort: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatMoment(createdAt, language)}</span>,
      },
      {
        id: 'otherSide',
        head: t(($) => $.admin.crm.otherSide),
        sort: words.otherSide,
        cell: (row) => <span className="whitespace-nowrap font-med text-ink">{words.otherSide(row)}</span>,
      },
      {
        id: 'state',
        head: t(($) => $.admin.crm.state),
        sort: words.state,
        cell: (row) => <StateBadge tone={stateTones[shownState(row)]}>{words.state(row)}</StateBadge>,
      },
      { id: 'crm', head: t(($) => $.admin.crm.crm), from: 700, sort: words.crm, cell: words.crm },
      {
        id: 'person',
        head: t(($) => $.admin.crm.person),
        from: 1000,
        sort: words.person,
        cell: words.person,
      },
      {
        id: 'attempts',
        head: t(($) => $.admin.crm.attempts),
        align: 'end',
        from: 1000,
        sort: ({ attempts }) => attempts,
        cell: ({ attempts }) => (attempts === 0 ? '' : attempts),
      },
      {
        id: 'answer',
        head: t(($) => $.admin.crm.answer),
        from: 1000,
        cell: (row) => <span className="line-clamp-2 max-w-90 break-words text-12">{words.lastAnswer(row)}</span>,
      },
    ],
    [t, language, words],
  );
}
