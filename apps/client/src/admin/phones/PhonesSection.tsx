import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AdminDevice } from '@sidetone/contract/entities/admin-device.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin-device-routes.ts';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { useLive } from '#live/live.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { deviceTones } from '../device-state.ts';
import { matches } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
import { NewPhonePanel } from './NewPhonePanel.tsx';
import { PhonePanel } from './PhonePanel.tsx';

/** Desk phones and apps of everybody, with where they are registered now. */
export function PhonesSection() {
  const { t } = useWords();
  const { rows, status } = useLive(adminQueries.adminDevices, {});
  const { open, setOpen } = useOpen();
  const { run } = useRun();
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);

  const found = rows.filter((device) =>
    matches(typed, [
      device.name,
      device.userName,
      device.username,
      ...device.registrations.map((one) => one.userAgent),
    ]),
  );
  const opened = rows.find((device) => device.id === open);

  const columns = useMemo<Column<AdminDevice>[]>(
    () => [
      {
        id: 'name',
        head: t(($) => $.admin.phones.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'user',
        head: t(($) => $.admin.phones.user),
        sort: ({ userName }) => userName,
        cell: (one) => one.userName,
      },
      {
        id: 'kind',
        head: t(($) => $.admin.phones.kind),
        sort: ({ kind }) => kind,
        from: 700,
        cell: ({ kind, registrations }) => registrations[0]?.userAgent ?? t(($) => $.admin.phones.kinds[kind]),
      },
      {
        id: 'address',
        head: t(($) => $.admin.phones.address),
        from: 1000,
        cell: ({ registrations }) =>
          registrations.map(({ transport, address }) => `${address} (${transport.toUpperCase()})`).join(', '),
      },
      {
        id: 'state',
        head: t(($) => $.admin.phones.state),
        sort: ({ state }) => state,
        cell: ({ state }) => (
          <StateBadge tone={deviceTones[state]}>{t(($) => $.admin.phones.states[state])}</StateBadge>
        ),
      },
    ],
    [t],
  );

  const askRemove = (device: AdminDevice) =>
    setQuestion({
      title: t(($) => $.admin.phones.remove.title, { name: device.name }),
      text: t(($) => (device.kind === 'phone' ? $.admin.phones.remove.text : $.admin.phones.remove.app), {
        user: device.userName,
      }),
      action: t(($) => $.admin.phones.remove.action),
      run: async () => {
        await run(() => call(adminDeviceRoutes.removeDevice, { params: { phoneId: device.id } }), {
          title: t(($) => $.admin.phones.remove.done, { name: device.name }),
        });
        if (open === device.id) setOpen(null);
      },
    });

  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.phones)}
        note={status === 'ready' ? String(rows.length) : undefined}
        search={{ label: t(($) => $.admin.phones.filter), value: typed, onChange: setTyped }}
        actions={
          <Button tone="primary" size="l" onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            {t(($) => $.admin.phones.add)}
          </Button>
        }
      >
        <DataTable
          label={t(($) => $.admin.sections.phones)}
          rows={found}
          columns={columns}
          rowKey={(device) => device.id}
          onOpen={(device) => setOpen(device.id)}
          current={open}
          loading={status === 'loading'}
          end={(device) => (
            <RowMenu name={device.name}>
              {device.kind === 'phone' ? (
                <MenuItem icon={KeyRound} onSelect={() => setOpen(device.id)}>
                  {t(($) => $.admin.phones.settings)}
                </MenuItem>
              ) : null}
              <MenuItem icon={Trash2} onSelect={() => askRemove(device)}>
                {t(($) => $.admin.phones.remove.action)}
              </MenuItem>
            </RowMenu>
          )}
          endLabel={t(($) => $.admin.actions)}
          moreLabel={t(($) => $.admin.more)}
          empty={
            rows.length > 0 ? (
              <Empty title={t(($) => $.admin.noMatch)} text={t(($) => $.admin.noMatchText)} />
            ) : (
              <Empty title={t(($) => $.admin.phones.empty)} text={t(($) => $.admin.phones.emptyText)} />
            )
          }
        />
      </SectionFrame>
      {open === 'new' ? <NewPhonePanel onClose={() => setOpen(null)} /> : null}
      {opened ? <PhonePanel key={opened.id} device={opened} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
