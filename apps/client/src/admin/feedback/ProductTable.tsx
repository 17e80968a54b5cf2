import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AdminFeedback } from '@sidetone/contract/entities/feedback.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import type { Column } from '#ui/DataTable.tsx';
import { AdminTable } from '../AdminTable.tsx';
import { formatMoment } from '../format.ts';
import { DoneBadge } from './DealtWith.tsx';
import { type Listing, passes } from './listing.ts';
import { Older } from './Older.tsx';
import { ProductPanel } from './ProductPanel.tsx';

/** Feedback on the product, live. */
export function ProductTable({ listing }: { listing: Listing }) {
  const { t, language } = useWords();
  const { rows, status } = useLive(adminQueries.adminFeedback, { limit: listing.limit });
  const columns = useMemo<Column<AdminFeedback>[]>(
    () => [
      {
        id: 'about',
        head: t(($) => $.admin.feedback.about),
        sort: ({ subject, text }) => subject || text,
        cell: ({ subject, text }) => (
          <span className="line-clamp-1 max-w-120 break-all font-med">{subject === '' ? text : subject}</span>
        ),
      },
      {
        id: 'from',
        head: t(($) => $.admin.feedback.from),
        sort: ({ userName }) => userName,
        cell: ({ userName }) => userName,
      },
      {
        id: 'files',
        head: t(($) => $.admin.feedback.files),
        from: 1000,
        cell: ({ images, log }) =>
          [
            ...(images.length === 0 ? [] : [t(($) => $.admin.feedback.pictures, { count: images.length })]),
            ...(log === null ? [] : [t(($) => $.admin.feedback.withLog)]),
          ].join(', '),
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
    [t, language],
  );

  return (
    <>
      <AdminTable
        label={t(($) => $.admin.feedback.pages.product)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        typed={listing.typed}
        texts={(row) => [row.subject, row.text, row.userName, row.email]}
        passes={({ doneAt }) => passes(listing.state, doneAt)}
        empty={{ title: t(($) => $.admin.feedback.empty), text: t(($) => $.admin.feedback.emptyText) }}
        panel={({ row, name, close }) => row && <ProductPanel key={name} feedback={row} onClose={close} />}
      />
      <Older listing={listing} count={rows.length} />
    </>
  );
}
