import { callRecordRoutes } from '@sidetone/contract/http/admin/call-record-routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dayOf } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { download } from '#live/line/download.ts';
import { call } from '#live/line/http.ts';
import { useSettled } from '#platform/use-settled.ts';
import { Button } from '#ui/Button.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
import { CostCentresPanel } from './CostCentresPanel.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { ReportPanel } from './ReportPanel.tsx';
import { everyCallSince, wantedRecords } from './record-filter.ts';
import { useCostCentres } from './use-cost-centres.ts';
import { useRecordColumns } from './use-record-columns.tsx';
import { useRecordWords } from './use-record-words.ts';

/** What the address calls the panel of cost centres; the names of calls contain a space. */
const costCentresPanel = 'cost-centres';
const reportPanel = 'report';
/** Days that are shown to begin with. */
const daysToBegin = 30;
/** What is typed is looked for after such a pause, in milliseconds: each look is noted in the audit log. */
const typingMs = 500;

/** Calls of the whole account that are over, for its administrators. */
export function RecordsSection() {
  const { t, language } = useWords();
  const { open, setOpen } = useOpen();
  const { run, busy } = useRun();
  const [first] = useState(() => everyCallSince(dayOf(new Date(Date.now() - (daysToBegin - 1) * 86_400_000))));
  const [choice, setChoice] = useState(first);
  const [typed, setTyped] = useState('');
  const sought = useSettled(typed.trim(), typingMs);
  const wanted = useMemo(() => wantedRecords(choice, sought), [choice, sought]);
  const costCentres = useCostCentres();
  const names = useMemo(() => [...new Set(costCentres.map((one) => one.costCentre))].sort(), [costCentres]);
  const words = useRecordWords();
  const columns = useRecordColumns(words);
  const pages = useInfiniteQuery({
    queryKey: ['call-records', wanted],
    queryFn: ({ pageParam, signal }) =>
      call(
        callRecordRoutes.callRecords,
        { query: { ...wanted, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
    // Each look is noted in the audit log: one after the panel is closed, not one for each cost centre that it saves.
    enabled: open !== costCentresPanel,
  });
  const records = useMemo(() => pages.data?.pages.flatMap((page) => page.records) ?? [], [pages.data]);
  const save = () =>
    run(
      () =>
        download(
          callRecordRoutes.exportCallRecords,
          { query: { ...wanted, language } },
          `${t(($) => $.admin.records.file)}.csv`,
        ),
      null,
    );
  const [channelId = '', docId = ''] = open?.split(' ') ?? [];
  const isFiltered = choice !== first || sought !== '';
  return (
    <SectionFrame
      title={t(($) => $.admin.sections.records)}
      search={{ label: t(($) => $.admin.records.search), value: typed, onChange: setTyped }}
      actions={
        <>
          <Button size="l" onClick={() => setOpen(reportPanel)}>
            {t(($) => $.admin.alarms.reports.title)}
          </Button>
          <Button size="l" onClick={() => setOpen(costCentresPanel)}>
            {t(($) => $.admin.records.costCentres)}
          </Button>
          <Button size="l" disabled={busy || records.length === 0} onClick={() => void save()}>
            <Icon of={Download} />
            {t(($) => $.admin.records.csv)}
          </Button>
        </>
      }
      bar={<RecordFilters choice={choice} onChange={setChoice} costCentres={names} />}
    >
      <DataTable
        label={t(($) => $.admin.sections.records)}
        rows={records}
        columns={columns}
        rowKey={(row) => `${row.channelId} ${row.docId}`}
        onOpen={(row) => setOpen(`${row.channelId} ${row.docId}`)}
        current={open}
        loading={pages.isPending}
        moreLabel={t(($) => $.admin.more)}
        empty={
          pages.isError ? (
            <Empty
              title={t(($) => $.admin.loadFailed)}
              action={<Button onClick={() => void pages.refetch()}>{t(($) => $.app.tryAgain)}</Button>}
            />
          ) : isFiltered ? (
            <Empty title={t(($) => $.admin.noMatch)} text={t(($) => $.admin.noMatchText)} />
          ) : (
            <Empty title={t(($) => $.admin.records.empty)} text={t(($) => $.admin.records.emptyText)} />
          )
        }
      />
      {pages.hasNextPage ? (
        <div className="flex flex-none justify-center border-line border-t p-2">
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t(($) => $.admin.records.older)}
          </Button>
        </div>
      ) : null}
      <p className="flex-none border-line border-t px-6 py-2 text-12 text-ink-3 max-[559px]:px-4">
        {t(($) => $.admin.records.noted)}
      </p>
      {open === reportPanel ? <ReportPanel onClose={() => setOpen(null)} /> : null}
      {open === costCentresPanel ? <CostCentresPanel given={costCentres} onClose={() => setOpen(null)} /> : null}
      {docId === '' ? null : (
        <RecordPanel key={open} channelId={channelId} docId={docId} words={words} onClose={() => setOpen(null)} />
      )}
    </SectionFrame>
  );
}
