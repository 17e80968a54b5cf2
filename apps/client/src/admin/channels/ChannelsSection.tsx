import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Route, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { useAdminChannels } from '../directory.ts';
import { matches } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
import { ChannelPanel } from './ChannelPanel.tsx';
import { destinationWords } from './destination-words.ts';
import { RemoveChannelDialog } from './RemoveChannelDialog.tsx';

type Kind = 'acd' | 'private';

/** The channels that people share, and on another page the private ones: how calls of each are handed out. */
export function ChannelsSection() {
  const { t } = useWords();
  const { rows, status } = useAdminChannels();
  const { open, setOpen } = useOpen();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<Kind>('acd');
  const [removing, setRemoving] = useState<AdminChannel | null>(null);

  const found = rows.filter(
    (channel) =>
      channel.type === kind &&
      matches(typed, [channel.name, ...channel.extensions, ...channel.numbers.map(({ number }) => number)]),
  );
  const opened = rows.find((channel) => channel.id === open);

  const columns = useMemo<Column<AdminChannel>[]>(() => {
    const names = new Map(rows.map((channel) => [channel.id, channel.name]));
    return [
      {
        id: 'name',
        head: t(($) => $.admin.channels.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'extension',
        head: t(($) => $.admin.users.extension),
        sort: ({ extensions }) => Number(extensions[0] ?? 0),
        cell: ({ extensions }) => extensions.join(', '),
      },
      {
        id: 'numbers',
        head: t(($) => $.admin.sections.numbers),
        from: 1000,
        cell: ({ numbers }) => (
          <span className="whitespace-nowrap">
            {numbers[0] ? formatNumber(numbers[0].number) : ''}
            {numbers.length > 1 ? ` +${numbers.length - 1}` : ''}
          </span>
        ),
      },
      {
        id: 'strategy',
        head: t(($) => $.admin.channels.strategy),
        sort: ({ routing }) => routing.strategy,
        from: 700,
        cell: ({ routing }) => t(($) => $.admin.channels.strategies[routing.strategy]),
      },
      {
        id: 'members',
        head: t(($) => $.admin.channels.members),
        align: 'end',
        sort: ({ members }) => members.length,
        cell: ({ members }) => `${members.filter(({ dialedIn }) => dialedIn).length}/${members.length}`,
      },
      {
        id: 'followUp',
        head: t(($) => $.admin.channels.followUp),
        align: 'end',
        sort: ({ routing }) => routing.followUpSeconds,
        from: 1000,
        cell: ({ routing }) => `${routing.followUpSeconds} s`,
      },
      {
        id: 'ring',
        head: t(($) => $.admin.channels.ringFor),
        align: 'end',
        sort: ({ routing }) => routing.ringSeconds,
        from: 700,
        cell: ({ routing }) => `${routing.ringSeconds} s`,
      },
      {
        id: 'overflow',
        head: t(($) => $.admin.channels.overflow),
        from: 700,
        cell: ({ routing }) => destinationWords(t, routing.overflow, names),
      },
    ];
  }, [t, rows]);

  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.channels)}
        note={status === 'ready' ? String(rows.filter(({ type }) => type === 'acd').length) : undefined}
        search={{ label: t(($) => $.admin.channels.filter), value: typed, onChange: setTyped }}
        actions={
          <Button tone="primary" size="l" onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            {t(($) => $.admin.channels.add)}
          </Button>
        }
        bar={
          <Segmented<Kind>
            label={t(($) => $.admin.channels.show)}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'acd', label: t(($) => $.admin.channels.shared) },
              { value: 'private', label: t(($) => $.admin.channels.private) },
            ]}
          />
        }
      >
        <DataTable
          label={t(($) => $.admin.sections.channels)}
          rows={found}
          columns={columns}
          rowKey={(channel) => channel.id}
          onOpen={(channel) => setOpen(channel.id)}
          current={open}
          loading={status === 'loading'}
          end={(channel) => (
            <RowMenu name={channel.name}>
              <MenuItem
                icon={Route}
                onSelect={() =>
                  void navigate({ to: '/admin/$section', params: { section: 'routing' }, search: { open: channel.id } })
                }
              >
                {t(($) => $.admin.channels.try)}
              </MenuItem>
              {channel.type === 'acd' ? (
                <>
                  <MenuSeparator />
                  <MenuItem icon={Trash2} onSelect={() => setRemoving(channel)}>
                    {t(($) => $.admin.channels.remove.action)}
                  </MenuItem>
                </>
              ) : null}
            </RowMenu>
          )}
          endLabel={t(($) => $.admin.actions)}
          moreLabel={t(($) => $.admin.more)}
          empty={
            typed === '' && kind === 'acd' ? (
              <Empty title={t(($) => $.admin.channels.empty)} text={t(($) => $.admin.channels.emptyText)} />
            ) : (
              <Empty title={t(($) => $.admin.noMatch)} text={t(($) => $.admin.noMatchText)} />
            )
          }
        />
      </SectionFrame>
      {open === 'new' ? <ChannelPanel channel={null} onClose={() => setOpen(null)} /> : null}
      {opened ? <ChannelPanel key={opened.id} channel={opened} onClose={() => setOpen(null)} /> : null}
      {removing ? <RemoveChannelDialog channel={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}
