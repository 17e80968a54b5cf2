import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { Backup } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { Download, LoaderCircle, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { useAdminAccount } from '../directory.ts';
import { formatBytes, formatMoment } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useRemoval } from '../use-removal.tsx';
import { downloadBackup } from './download.ts';
import { NewBackupDialog } from './NewBackupDialog.tsx';

const tones: Record<Backup['state'], StateTone> = { running: 'ring', ready: 'live', failed: 'missed' };

/** When somebody last looked into a backup, and with what result. */
function TriedCell({ looked }: Pick<Backup, 'looked'>) {
  const { t, language } = useWords();
  if (looked === null) return <span className="text-ink-3">{t(($) => $.admin.backup.notTried)}</span>;
  const at = formatMoment(looked.at, language);
  return (
    <>
      {t(($) => (looked.isGood ? $.admin.backup.triedGood : $.admin.backup.triedBad), { at })}
      {looked.says === null ? null : <span className="block max-w-72 text-12 text-ink-3">{looked.says}</span>}
    </>
  );
}

function useColumns(): Column<Backup>[] {
  const { t, language } = useWords();
  return useMemo<Column<Backup>[]>(
    () => [
      {
        id: 'at',
        head: t(($) => $.admin.backup.at),
        sort: ({ startedAt }) => startedAt,
        cell: ({ startedAt }) => <span className="font-med">{formatMoment(startedAt, language)}</span>,
      },
      {
        id: 'bytes',
        head: t(($) => $.admin.backup.size),
        align: 'end',
        sort: ({ bytes }) => bytes,
        cell: ({ bytes }) => formatBytes(bytes, language),
      },
      {
        id: 'place',
        head: t(($) => $.admin.backup.place),
        from: 700,
        cell: ({ place }) => (
          <span className="block max-w-72 truncate" title={place ?? undefined}>
            {place ?? t(($) => $.admin.backup.onServer)}
          </span>
        ),
      },
      {
        id: 'tried',
        head: t(($) => $.admin.backup.tried),
        from: 1000,
        cell: ({ looked }) => <TriedCell looked={looked} />,
      },
      {
        id: 'state',
        head: t(($) => $.admin.backup.state),
        cell: ({ state, failure }) => (
          <>
            <StateBadge tone={tones[state]}>{t(($) => $.admin.backup.states[state])}</StateBadge>
            {failure === null ? null : <span className="block text-12 text-ink-3">{failure}</span>}
          </>
        ),
      },
    ],
    [t, language],
  );
}

/** Backups of everything the server keeps: made here or by the schedule, followed while they grow, and downloaded. */
export function BackupSection() {
  const { t, language } = useWords();
  const account = useAdminAccount();
  const { rows, status } = useLive(adminQueries.adminBackups, {});
  const { run } = useRun();
  const [making, setMaking] = useState(false);
  const isRunning = rows.some(({ state }) => state === 'running');
  const mayBackUp = account?.runsServer !== false;

  const columns = useColumns();
  const { askRemove, question } = useRemoval<Backup>({
    words: ({ startedAt }) => ({
      title: t(($) => $.admin.backup.remove.title, { at: formatMoment(startedAt, language) }),
      text: t(($) => $.admin.backup.remove.text),
      action: t(($) => $.admin.backup.remove.action),
      done: { title: t(($) => $.admin.backup.remove.done) },
    }),
    remove: ({ id }) => call(adminAccountRoutes.removeBackup, { params: { backupId: id } }),
  });

  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.backup)}
        actions={
          mayBackUp ? (
            <Button tone="primary" size="l" disabled={isRunning} onClick={() => setMaking(true)}>
              <Icon of={Plus} />
              {t(($) => $.admin.backup.start)}
            </Button>
          ) : undefined
        }
      >
        <p role="status" className="empty:hidden">
          {isRunning ? (
            <span className="flex min-h-10 items-center gap-2 border-line border-b bg-well px-6">
              <Icon of={LoaderCircle} className="animate-spin motion-reduce:animate-none" />
              {t(($) => $.admin.backup.running)}
            </span>
          ) : null}
        </p>
        <DataTable
          label={t(($) => $.admin.sections.backup)}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          loading={status === 'loading'}
          end={(backup) => (
            <RowMenu name={formatMoment(backup.startedAt, language)}>
              <MenuItem
                icon={Download}
                disabled={backup.state !== 'ready' || backup.place !== null}
                onSelect={() => void run(() => downloadBackup(backup), null)}
              >
                {t(($) => $.admin.backup.download)}
              </MenuItem>
              <MenuItem
                icon={Trash2}
                disabled={backup.state === 'running' || backup.place !== null}
                onSelect={() => askRemove(backup)}
              >
                {t(($) => $.admin.backup.remove.action)}
              </MenuItem>
            </RowMenu>
          )}
          endLabel={t(($) => $.admin.actions)}
          moreLabel={t(($) => $.admin.more)}
          empty={
            mayBackUp ? (
              <Empty title={t(($) => $.admin.backup.empty)} text={t(($) => $.admin.backup.emptyText)} />
            ) : (
              <Empty title={t(($) => $.admin.log.notYours)} text={t(($) => $.admin.backup.notYours)} />
            )
          }
        />
      </SectionFrame>
      {making ? <NewBackupDialog onClose={() => setMaking(false)} /> : null}
      {question}
    </>
  );
}
