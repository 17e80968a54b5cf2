import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin-device-routes.ts';
import { Activity, Plus, Power, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { useLive } from '#live/live.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { trunkTones } from '../device-state.ts';
import { matches } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
import { TrunkFailure } from './TrunkFailure.tsx';
import { TrunkPanel } from './TrunkPanel.tsx';
import { useTrunkTest } from './use-trunk-test.ts';

/** The ways to the outside in the order in which calls leave by them. */
export function TrunksSection() {
  const { t } = useWords();
  const { rows, status } = useLive(adminQueries.adminTrunks, {});
  const { open, setOpen } = useOpen();
  const { run } = useRun();
  const { test } = useTrunkTest();
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);

  const found = rows.filter((trunk) => matches(typed, [trunk.name, trunk.host, trunk.username]));
  const opened = rows.find((trunk) => trunk.id === open);

  const columns = useMemo<Column<Trunk>[]>(
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

  const switchTrunk = async (trunk: Trunk, isEnabled: boolean) => {
    await run(() => call(adminDeviceRoutes.changeTrunk, { params: { trunkId: trunk.id }, body: { isEnabled } }), {
      title: t(($) => (isEnabled ? $.admin.trunks.switchedOn : $.admin.trunks.switchedOff), { name: trunk.name }),
      action: { label: t(($) => $.app.undo), run: () => void switchTrunk(trunk, !isEnabled) },
    });
  };
  const askRemove = (trunk: Trunk) =>
    setQuestion({
      title: t(($) => $.admin.trunks.remove.title, { name: trunk.name }),
      text: t(($) => (rows.length > 1 ? $.admin.trunks.remove.text : $.admin.trunks.remove.last)),
      action: t(($) => $.admin.trunks.remove.action),
      run: async () => {
        await run(() => call(adminDeviceRoutes.removeTrunk, { params: { trunkId: trunk.id } }), {
          title: t(($) => $.admin.trunks.remove.done, { name: trunk.name }),
        });
      },
    });

  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.trunks)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={{ label: t(($) => $.admin.trunks.filter), value: typed, onChange: setTyped }}
        actions={
          <Button tone="primary" size="l" onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            {t(($) => $.admin.trunks.add)}
          </Button>
        }
      >
        <DataTable
          label={t(($) => $.admin.sections.trunks)}
          rows={found}
          columns={columns}
          rowKey={(trunk) => trunk.id}
          onOpen={(trunk) => setOpen(trunk.id)}
          current={open}
          loading={status === 'loading'}
          end={(trunk) => (
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
          endLabel={t(($) => $.admin.actions)}
          moreLabel={t(($) => $.admin.more)}
          empty={
            rows.length > 0 ? (
              <Empty title={t(($) => $.admin.noMatch)} text={t(($) => $.admin.noMatchText)} />
            ) : (
              <Empty title={t(($) => $.admin.trunks.empty)} text={t(($) => $.admin.trunks.emptyText)} />
            )
          }
        />
      </SectionFrame>
      {open === 'new' ? <TrunkPanel trunk={null} onClose={() => setOpen(null)} /> : null}
      {opened ? <TrunkPanel key={opened.id} trunk={opened} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
