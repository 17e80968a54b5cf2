import type { AiUseRow } from '@sidetone/contract/entities/ai-use.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { saveCsv } from '#platform/csv.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Group } from '../EditorPanel.tsx';
import { csvOfUse } from './use-csv.ts';

/** What services were used and what that cost, by month; read when the page is opened. */
export function UseTable() {
  const { t, language } = useWords();
  const { rows, hasFailed, read } = useUse();
  const serviceOf = useServiceName();
  const columns = useColumns(serviceOf);
  const saveAll = () => {
    const heads = {
      month: t(($) => $.admin.ai.use.month),
      service: t(($) => $.admin.ai.use.service),
      calls: t(($) => $.admin.ai.use.calls),
      minutes: t(($) => $.admin.ai.use.minutes),
      tokens: t(($) => $.admin.ai.use.tokens),
      sum: t(($) => $.admin.ai.use.sum),
      currency: t(($) => $.admin.ai.use.currency),
    };
    saveCsv(csvOfUse(heads, rows ?? [], serviceOf), `${t(($) => $.admin.ai.use.file)}.csv`);
  };
  return (
    <Group title={t(($) => $.admin.ai.use.title)} text={t(($) => $.admin.ai.use.text)}>
      {hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{t(($) => $.admin.ai.use.failed)}</p>
          <Button onClick={read}>{t(($) => $.admin.ai.use.retry)}</Button>
        </div>
      ) : rows?.length === 0 ? (
        <p className="text-ink-2">{t(($) => $.admin.ai.use.none)}</p>
      ) : (
        <>
          <div className="rounded-m border border-line bg-raised">
            <DataTable
              key={language}
              label={t(($) => $.admin.ai.use.title)}
              rows={rows ?? []}
              columns={columns}
              rowKey={keyOf}
              loading={rows === null}
              empty={null}
              moreLabel={t(($) => $.admin.ai.use.more)}
            />
          </div>
          <div>
            <Button disabled={rows === null} onClick={saveAll}>
              <Icon of={Download} />
              {t(($) => $.admin.ai.use.csv)}
            </Button>
          </div>
        </>
      )}
    </Group>
  );
}

const keyOf = ({ month, connectionId, purpose, kind }: AiUseRow): string =>
  [month, connectionId, purpose, kind].join(' ');

function useUse() {
  const [rows, setRows] = useState<readonly AiUseRow[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback(() => {
    setFailed(false);
    call(adminAiRoutes.aiUse, {}).then(
      (found) => setRows(found.rows),
      () => setFailed(true),
    );
  }, []);
  useEffect(read, [read]);
  return { rows, hasFailed, read };
}

function useServiceName() {
  const { t } = useWords();
  return useCallback(
    ({ name, kind }: AiUseRow) => name ?? t(($) => $.admin.ai.use.deleted, { kind: t(($) => $.admin.ai.kinds[kind]) }),
    [t],
  );
}

function useColumns(serviceOf: (row: AiUseRow) => string): Column<AiUseRow>[] {
  const { t, language } = useWords();
  return useMemo(() => {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
    return [
      {
        id: 'month',
        head: t(($) => $.admin.ai.use.month),
        cell: ({ month }) => <span className="font-med">{monthIn(month, language)}</span>,
      },
      { id: 'service', head: t(($) => $.admin.ai.use.service), cell: serviceOf },
      {
        id: 'calls',
        head: t(($) => $.admin.ai.use.calls),
        align: 'end',
        cell: ({ calls }) => number.format(calls),
      },
      {
        id: 'minutes',
        head: t(($) => $.admin.ai.use.minutes),
        align: 'end',
        from: 700,
        cell: ({ audioSeconds, purpose }) => (purpose === 'speech' ? number.format(audioSeconds / 60) : '–'),
      },
      {
        id: 'tokens',
        head: t(($) => $.admin.ai.use.tokens),
        align: 'end',
        from: 700,
        cell: ({ tokens, purpose }) => (purpose === 'language' ? number.format(tokens) : '–'),
      },
      { id: 'sum', head: t(($) => $.admin.ai.use.sum), align: 'end', cell: (row) => <Sum row={row} /> },
    ];
  }, [t, language, serviceOf]);
}

function Sum({ row: { kind, costs, isPartlyPriced } }: { row: AiUseRow }) {
  const { t, language } = useWords();
  if (kind === 'local') return <span className="text-ink-3">{t(($) => $.admin.ai.use.noCost)}</span>;
  if (costs.length === 0) return <span className="text-ink-3">{t(($) => $.admin.ai.use.notPriced)}</span>;
  return (
    <>
      <span className="font-med">{costs.map((cost) => moneyOf(cost, language)).join(' + ')}</span>
      {isPartlyPriced ? <span className="block text-12 text-ink-3">{t(($) => $.admin.ai.use.partly)}</span> : null}
    </>
  );
}

/** Small sums have more digits: a call may cost a hundredth of a cent. */
function moneyOf({ currency, millionths }: AiUseRow['costs'][number], language: Language): string {
  const amount = millionths / 1_000_000;
  const maximumFractionDigits = amount > 0 && amount < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits }).format(amount);
}

function monthIn(month: string, language: Language): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(Date.UTC(year, number - 1, 1)));
}
