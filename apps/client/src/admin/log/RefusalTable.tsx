import type { RefusalCount } from '@sidetone/contract/entities/guard.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Select } from '#ui/Select.tsx';
import { useUserNames } from '../directory.ts';
import { formatMoment } from '../format.ts';
import { detailLanguage, detailWords } from './audit-words.ts';

const spans = [1, 24, 168, 720] as const;
/** How often the counts are asked for again, in milliseconds. */
const againMs = 30_000;

/** What the server refused, by source and hour. */
export function RefusalTable() {
  const { t, language } = useWords();
  const names = useUserNames();
  const [hours, setHours] = useState<number>(24);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['refusals', hours],
    queryFn: ({ signal }) => call(adminAccountRoutes.refusals, { query: { hours } }, { signal }),
    refetchInterval: againMs,
  });

  const columns = useMemo<Column<RefusalCount>[]>(
    () => [
      {
        id: 'lastAt',
        head: t(($) => $.admin.log.lastAt),
        sort: ({ lastAt }) => lastAt,
        cell: ({ lastAt }) => <span className="whitespace-nowrap">{formatMoment(lastAt, language)}</span>,
      },
      {
        id: 'kind',
        head: t(($) => $.admin.log.refused),
        sort: ({ kind }) => kind,
        cell: ({ kind }) => <span className="font-med text-ink">{t(($) => $.admin.log.refusals[kind])}</span>,
      },
      {
        id: 'source',
        head: t(($) => $.admin.log.source),
        sort: ({ source }) => source,
        cell: ({ source }) => (source === 'others' ? t(($) => $.admin.log.others) : (names.get(source) ?? source)),
      },
      {
        id: 'count',
        head: t(($) => $.admin.log.count),
        align: 'end',
        sort: ({ count }) => count,
        cell: ({ count }) => new Intl.NumberFormat(language).format(count),
      },
      {
        id: 'detail',
        head: t(($) => $.admin.log.detail),
        from: 1000,
        cell: ({ detail }) => <span className="text-12">{detailWords(detail, detailLanguage(t, names))}</span>,
      },
    ],
    [t, language, names],
  );

  return (
    <>
      <div className="flex flex-none flex-wrap items-end gap-3 border-line border-b px-6 py-3 max-[559px]:px-4">
        <Select
          className="w-52"
          label={t(($) => $.admin.log.span)}
          value={String(hours)}
          onChange={(event) => setHours(Number(event.target.value))}
          options={spans.map((value) => ({ value: String(value), label: t(($) => $.admin.log.spans[`h${value}`]) }))}
        />
      </div>
      <DataTable
        label={t(($) => $.admin.log.pages.refusals)}
        rows={data ?? []}
        columns={columns}
        rowKey={({ id }) => id}
        loading={isPending}
        moreLabel={t(($) => $.admin.more)}
        empty={
          isError ? (
            <Empty
              title={t(($) => $.admin.loadFailed)}
              action={<Button onClick={() => void refetch()}>{t(($) => $.app.tryAgain)}</Button>}
            />
          ) : (
            <Empty title={t(($) => $.admin.log.noRefusals)} text={t(($) => $.admin.log.noRefusalsText)} />
          )
        }
      />
    </>
  );
}
