import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AdminCallFeedback } from '@sidetone/contract/entities/feedback.ts';
import { useMemo } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { AdminTable } from '../AdminTable.tsx';
import { formatMoment } from '../format.ts';
import { CallPanel } from './CallPanel.tsx';
import { useCallWords } from './call-words.ts';
import { DoneBadge } from './DealtWith.tsx';
import { type Listing, passes } from './listing.ts';
import { Older } from './Older.tsx';

/** Feedback on calls, live. */
export function CallTable({ listing }: { listing: Listing }) {
  const { t, language } = useWords();
  const { rows, status } = useLive(adminQueries.adminCallFeedback, { limit: listing.limit });
  const wordsOf = useCallWords();
  const columns = useMemo<Column<AdminCallFeedback>[]>(
    () => [
      {
        id: 'what',
        head: t(($) => $.admin.feedback.what),
        sort: wordsOf,
        cell: (row) => (
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="flex-none font-med">{wordsOf(row)}</span>
            <span className="line-clamp-1 max-w-90 break-all text-12 text-ink-3">{row.text}</span>
          </span>
        ),
      },
      {
        id: 'rating',
        head: t(($) => $.admin.feedback.rating),
        from: 700,
        sort: ({ rating }) => rating,
        cell: ({ rating }) => (
          <StateBadge tone={rating === 'GOOD' ? 'live' : 'missed'}>
            {t(($) => (rating === 'GOOD' ? $.admin.feedback.good : $.admin.feedback.bad))}
          </StateBadge>
        ),
      },
      {
        id: 'from',
        head: t(($) => $.admin.feedback.from),
        sort: ({ userName }) => userName,
        cell: ({ userName }) => userName,
      },
      {
        id: 'call',
        head: t(($) => $.admin.feedback.call),
        from: 1000,
        cell: ({ call }) =>
          call === null
            ? '–'
            : call.wasEstablished
              ? formatDuration(call.seconds)
              : t(($) => $.admin.feedback.notConnected),
      },
      {
        id: 'at',
        head: t(($) => $.admin.feedback.at),
        from: 700,
        sort: ({ at }) => at,
        cell: ({ at }) => <span className="whitespace-nowrap">{formatMoment(at, language)}</span>,
      },
      {
        id: 'state',
        head: t(($) => $.admin.feedback.state),
        sort: ({ doneAt }) => (doneAt === null ? 0 : 1),
        cell: ({ doneAt }) => <DoneBadge doneAt={doneAt} />,
      },
    ],
    [t, language, wordsOf],
  );

  return (
    <>
      <AdminTable
        label={t(($) => $.admin.feedback.pages.calls)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        typed={listing.typed}
        texts={(row) => [row.text, row.userName, wordsOf(row)]}
        passes={({ doneAt }) => passes(listing.state, doneAt)}
        empty={{ title: t(($) => $.admin.feedback.emptyCalls), text: t(($) => $.admin.feedback.emptyCallsText) }}
        panel={({ row, name, close }) => row && <CallPanel key={name} feedback={row} onClose={close} />}
      />
      <Older listing={listing} count={rows.length} />
    </>
  );
}
