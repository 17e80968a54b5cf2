import { adminCrmQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { adminCrmRoutes } from '@sidetone/contract/http/admin/crm-routes.ts';
import { type CrmWriteState, crmWriteStates } from '@sidetone/contract/rules/crm/write-states.ts';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { saveCsv } from '../csv.ts';
import { useRun } from '../run.ts';
import { TableSection } from '../TableSection.tsx';
import { useWriteColumns } from './use-write-columns.tsx';
import { useWriteWords, type WriteWords } from './use-write-words.ts';
import { WritePanel } from './WritePanel.tsx';
import { needsPerson } from './write-actions.ts';
import { csvOfWrites } from './writes-csv.ts';

/** What was written of calls into the CRMs of the account, and what waits. */
export function CrmSection() {
  const { t } = useWords();
  const [state, setState] = useState<CrmWriteState | ''>('');
  const [integrationId, setIntegrationId] = useState('');
  const { rows, status } = useLive(adminCrmQueries.adminCrmWrites, {
    ...(state === '' ? {} : { state }),
    ...(integrationId === '' ? {} : { integrationId }),
  });
  const connections = useLive(phoneQueries.integrations, {}).rows;
  const crms = useMemo(() => new Map(connections.map(({ id, displayName }) => [id, displayName])), [connections]);
  const words = useWriteWords(crms);
  const columns = useWriteColumns(words);
  const waiting = rows.filter(needsPerson).length;
  const logging = connections.filter(({ features }) => features.includes('event-call-integration-entities-create'));
  return (
    <TableSection<CrmWrite>
      title={t(($) => $.admin.sections.crm)}
      note={waiting === 0 ? undefined : t(($) => $.admin.crm.needYou, { count: waiting })}
      search={t(($) => $.admin.crm.filter)}
      actions={() => <Tools rows={rows} words={words} integrationId={integrationId} />}
      bar={
        <>
          <Select
            small
            hideLabel
            className="w-44"
            label={t(($) => $.admin.crm.state)}
            value={state}
            onChange={(event) => setState(crmWriteStates.find((one) => one === event.target.value) ?? '')}
            options={[
              { value: '', label: t(($) => $.admin.crm.everyState) },
              ...crmWriteStates.map((value) => ({ value, label: t(($) => $.admin.crm.states[value]) })),
            ]}
          />
          <Select
            small
            hideLabel
            className="w-44"
            label={t(($) => $.admin.crm.crm)}
            value={integrationId}
            onChange={(event) => setIntegrationId(event.target.value)}
            options={[
              { value: '', label: t(($) => $.admin.crm.everyCrm) },
              ...logging.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
          />
        </>
      }
      rows={rows}
      isLoading={status === 'loading'}
      columns={columns}
      texts={(row) => [words.person(row), words.otherSide(row), words.crm(row), row.key, row.problem]}
      empty={
        state === '' && integrationId === ''
          ? { title: t(($) => $.admin.crm.empty), text: t(($) => $.admin.crm.emptyText) }
          : { title: t(($) => $.admin.noMatch), text: t(($) => $.admin.noMatchText) }
      }
      panel={({ row, name, close }) => row && <WritePanel key={name} entry={row} words={words} onClose={close} />}
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
