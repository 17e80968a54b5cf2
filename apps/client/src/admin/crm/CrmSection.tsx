import { adminCrmQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { adminCrmRoutes } from '@sidetone/contract/http/admin/crm-routes.ts';
import { takesCalls } from '@sidetone/contract/rules/crm/takes-calls.ts';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dayOf } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { saveCsv } from '#platform/csv.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useRun } from '../run.ts';
import { TableSection } from '../TableSection.tsx';
import { CrmUsersPanel } from './CrmUsersPanel.tsx';
import { useWriteColumns } from './use-write-columns.tsx';
import { useWriteWords, type WriteWords } from './use-write-words.ts';
import { WriteFilters } from './WriteFilters.tsx';
import { WritePanel } from './WritePanel.tsx';
import { everyWrite, useWanted, type WriteFilter } from './write-filter.ts';
import { csvOfWrites } from './writes-csv.ts';

/** What the address calls the panel of users; no entry has this id. */
const usersPanel = 'users';

/** What was written of calls into the CRMs of the account, and what waits. */
export function CrmSection() {
  const { t } = useWords();
  const [filter, setFilter] = useState<WriteFilter>(everyWrite);
  const wanted = useWanted(filter, dayOf(new Date()));
  const { rows, status } = useLive(adminCrmQueries.adminCrmWrites, {
    ...wanted,
    ...(filter.group === '' ? {} : { state: filter.group }),
  });
  const counts = useLive(adminCrmQueries.adminCrmCounts, wanted).rows;
  const connections = useLive(phoneQueries.integrations, {}).rows;
  const crms = useMemo(() => new Map(connections.map(({ id, displayName }) => [id, displayName])), [connections]);
  const words = useWriteWords(crms);
  const columns = useWriteColumns(words);
  const needed = counts.find(({ id }) => id === 'NEEDS_PERSON')?.count ?? 0;
  const logging = connections.filter(takesCalls);
  return (
    <TableSection<CrmWrite>
      title={t(($) => $.admin.sections.crm)}
      note={needed === 0 ? undefined : t(($) => $.admin.crm.needYou, { count: needed })}
      search={t(($) => $.admin.crm.filter)}
      actions={(open) => (
        <>
          {logging.length === 0 ? null : (
            <Button size="l" onClick={() => open(usersPanel)}>
              {t(($) => $.admin.crm.users)}
            </Button>
          )}
          <Tools rows={rows} words={words} integrationId={filter.integrationId} />
        </>
      )}
      bar={<WriteFilters filter={filter} onChange={setFilter} counts={counts} connections={logging} />}
      rows={rows}
      isLoading={status === 'loading'}
      columns={columns}
      texts={(row) => [words.person(row), words.otherSide(row), row.remoteNumber, words.crm(row), row.key, row.problem]}
      empty={
        filter === everyWrite
          ? { title: t(($) => $.admin.crm.empty), text: t(($) => $.admin.crm.emptyText) }
          : { title: t(($) => $.admin.noMatch), text: t(($) => $.admin.noMatchText) }
      }
      panel={({ row, name, close }) =>
        name === usersPanel
          ? logging.length > 0 && <CrmUsersPanel connections={logging} onClose={close} />
          : row && <WritePanel key={name} entry={row} words={words} onClose={close} />
      }
    />
  );
}

interface ToolsProps {
  rows: readonly CrmWrite[];
  words: WriteWords;
  /** The connection that is shown alone, or empty. */
  integrationId: string;
}

function Tools({ rows, words, integrationId }: ToolsProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const retryAll = () =>
    run(() => call(adminCrmRoutes.retryCrmWrites, { body: { integrationId } }), {
      title: t(($) => $.admin.crm.retriedAll),
    });
  const save = () => {
    const heads = [
      t(($) => $.admin.crm.at),
      t(($) => $.admin.crm.person),
      t(($) => $.admin.crm.otherSide),
      t(($) => $.admin.crm.crm),
      t(($) => $.admin.crm.state),
      t(($) => $.admin.crm.attempts),
      t(($) => $.admin.crm.answer),
      t(($) => $.admin.crm.key),
      t(($) => $.admin.crm.record),
    ];
    saveCsv(csvOfWrites(heads, rows, words), `${t(($) => $.admin.crm.file)}.csv`);
  };
  return (
    <>
      {integrationId === '' ? null : (
        <Button size="l" disabled={busy} onClick={() => void retryAll()}>
          {t(($) => $.admin.crm.retryAll)}
        </Button>
      )}
      <Button size="l" disabled={rows.length === 0} onClick={save}>
        <Icon of={Download} />
        {t(($) => $.admin.crm.csv)}
      </Button>
    </>
  );
}
