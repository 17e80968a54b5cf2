import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { Activity, Power, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { trunkTones } from '../device-state.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useSwitch } from '../run.ts';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { TrunkFailure } from './TrunkFailure.tsx';
import { TrunkPanel } from './TrunkPanel.tsx';
import { useTrunkTest } from './use-trunk-test.ts';

/** The trunks in the order in which calls use them. */
export function TrunksSection() {
  const { t } = useWords();
  const { rows, status } = useLive(adminQueries.adminTrunks, {});
  const { test } = useTrunkTest();
  const columns = useTrunkColumns();
  const switchTrunk = useSwitch<Trunk>({
    change: ({ id }, isEnabled) =>
      call(adminDeviceRoutes.changeTrunk, { params: { trunkId: id }, body: { isEnabled } }),
    done: ({ name }, isEnabled) =>
      t(($) => (isEnabled ? $.admin.trunks.switchedOn : $.admin.trunks.switchedOff), { name }),
  });
  const { askRemove, question } = useRemoval<Trunk>({
    words: ({ name }) => ({
      title: t(($) => $.admin.trunks.remove.title, { name }),
      text: t(($) => (rows.length > 1 ? $.admin.trunks.remove.text : $.admin.trunks.remove.last)),
      action: t(($) => $.admin.trunks.remove.action),
      done: { title: t(($) => $.admin.trunks.remove.done, { name }) },
    }),
    remove: ({ id }) => call(adminDeviceRoutes.removeTrunk, { params: { trunkId: id } }),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.trunks)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.admin.trunks.filter)}
        texts={({ name, host, username }) => [name, host, username]}
        add={t(($) => $.admin.trunks.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(trunk) => (
          <RowMenu name={trunk.name}>
            <MenuItem icon={Activity} onSelect={() => void test(trunk)}>
              {t(($) => $.admin.trunks.test)}
            </MenuItem>
            <MenuItem icon={Power} onSelect={() => void switchTrunk(trunk, !trunk.isEnabled)}>
              {t(($) => (trunk.isEnabled ? $.admin.trunks.switchOff : $.admin.trunks.switchOn))}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} onSelect={() => askRemove(trunk)}>
              {t(($) => $.admin.trunks.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin.trunks.empty), text: t(($) => $.admin.trunks.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? <TrunkPanel key={name} trunk={row ?? null} onClose={close} /> : null
        }
      />
      {question}
    </>
  );
}

function useTrunkColumns() {
  const { t } = useWords();
  return useMemo<Column<Trunk>[]>(
    () => [
      {
        id: 'name',
        head: t(($) => $.admin.trunks.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'host',
        head: t(($) => $.admin.trunks.host),
        sort: ({ host }) => host,
        cell: ({ host, port }) => (port === null ? host : `${host}:${port}`),
      },
      {
        id: 'transport',
        head: t(($) => $.admin.trunks.transport),
        from: 700,
        cell: ({ transport, srtp }) => `${transport.toUpperCase()}${srtp === 'off' ? '' : ', SRTP'}`,
      },
      {
        id: 'priority',
        head: t(($) => $.admin.trunks.priority),
        align: 'end',
        sort: ({ priority }) => priority,
        from: 700,
        cell: ({ priority }) => priority,
      },
      {
        id: 'emergency',
        head: t(($) => $.admin.trunks.emergency),
        from: 1000,
        cell: ({ isEmergency }) => (isEmergency ? t(($) => $.admin.yes) : ''),
      },
      {
        id: 'state',
        head: t(($) => $.admin.trunks.state),
        cell: (trunk) => (
          <>
            <StateBadge tone={trunkTones[trunk.state]}>{t(($) => $.admin.trunks.states[trunk.state])}</StateBadge>
            <TrunkFailure trunk={trunk} className="max-w-80 whitespace-normal text-12" />
          </>
        ),
      },
    ],
    [t],
  );
}
