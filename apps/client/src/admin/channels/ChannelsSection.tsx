import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { heldAt } from '@sidetone/contract/entities/hand-switch.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useNavigate } from '@tanstack/react-router';
import { ChartNoAxesColumn, Moon, Route, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { useAdminChannels, useCallAssistants, useVoiceMenus } from '../directory.ts';
import { formatMoment } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { ChannelPanel } from './ChannelPanel.tsx';
import { destinationWords } from './destination-words.ts';
import { RemoveChannelDialog } from './RemoveChannelDialog.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';

type Translate = ReturnType<typeof useWords>['t'];
type Kind = 'acd' | 'private';

/** The channels that people share, and on another page the private ones: how calls of each are handed out. */
export function ChannelsSection() {
  const { t } = useWords();
  const { rows, status } = useAdminChannels();
  const navigate = useNavigate();
  const columns = useChannelColumns(rows);
  const [kind, setKind] = useState<Kind>('acd');
  const [switching, setSwitching] = useState<AdminChannel | null>(null);
  const [removing, setRemoving] = useState<AdminChannel | null>(null);
  const shared = rows.filter(({ type }) => type === 'acd');
  const tryOut = (channel: AdminChannel) =>
    void navigate({ to: '/admin/$section', params: { section: 'routing' }, search: { open: channel.id } });
  const showBoard = ({ id }: AdminChannel) =>
    void navigate({ to: '/main/boards/$channelId', params: { channelId: id } });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.channels)}
        note={status === 'ready' ? String(shared.length) : undefined}
        search={t(($) => $.admin.channels.filter)}
        texts={({ name, extensions, numbers }) => [name, ...extensions, ...numbers.map(({ number }) => number)]}
        add={t(($) => $.admin.channels.add)}
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
        rows={rows.filter(({ type }) => type === kind)}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(channel) => (
          <RowMenu name={channel.name}>
            <MenuItem icon={Route} onSelect={() => tryOut(channel)}>
              {t(($) => $.admin.channels.try)}
            </MenuItem>
            <MenuItem icon={Moon} onSelect={() => setSwitching(channel)}>
              {t(($) => $.admin.hours.hand.action)}
            </MenuItem>
            {channel.type === 'acd' ? (
              <>
                <MenuItem icon={ChartNoAxesColumn} onSelect={() => showBoard(channel)}>
                  {t(($) => $.admin.channels.board)}
                </MenuItem>
                <MenuSeparator />
                <MenuItem icon={Trash2} onSelect={() => setRemoving(channel)}>
                  {t(($) => $.admin.channels.remove.action)}
                </MenuItem>
              </>
            ) : null}
          </RowMenu>
        )}
        {...(kind === 'acd'
          ? { empty: { title: t(($) => $.admin.channels.empty), text: t(($) => $.admin.channels.emptyText) } }
          : {})}
        // An address may name a channel of the other kind.
        panel={({ name, close }) => {
          const channel = rows.find(({ id }) => id === name) ?? null;
          return channel || name === 'new' ? <ChannelPanel key={name} channel={channel} onClose={close} /> : null;
        }}
      />
      {switching ? <SwitchDialog channel={switching} onClose={() => setSwitching(null)} /> : null}
      {removing ? <RemoveChannelDialog channel={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

function useChannelColumns(rows: readonly AdminChannel[]) {
  const { t } = useWords();
  const assistants = useCallAssistants().rows;
  const menus = useVoiceMenus().rows;
  return useMemo(() => {
    const names = new Map([...rows, ...assistants, ...menus].map(({ id, name }) => [id, name]));
    return [...whichChannel(t), ...howItRings(t, names)];
  }, [t, rows, assistants, menus]);
}

/** What a channel is called, and under which numbers it is reached. */
function whichChannel(t: Translate): Column<AdminChannel>[] {
  return [
    {
      id: 'name',
      head: t(($) => $.admin.channels.name),
      sort: ({ name }) => name,
      cell: (channel) => (
        <>
          <span className="font-med">{channel.name}</span>
          <ByHand channel={channel} />
        </>
      ),
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
  ];
}

/** How its calls are handed out, and where those go that nobody takes. */
function howItRings(t: Translate, names: ReadonlyMap<string, string>): Column<AdminChannel>[] {
  return [
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
}

/** No timer lasts longer, in milliseconds; its end is none that somebody waits for. */
const longestTimerMs = 2 ** 31 - 1;

/** Draws again as soon as this moment is over. */
function useAgainAt(moment: string | null): void {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const aheadMs = moment === null ? 0 : Date.parse(moment) - Date.now();
    if (aheadMs <= 0) return;
    const timer = setTimeout(draw, Math.min(aheadMs + 100, longestTimerMs));
    return () => clearTimeout(timer);
  }, [moment]);
}

/** That it is kept open or closed by hand; nothing while its opening hours count. */
function ByHand({ channel: { held } }: { channel: AdminChannel }) {
  const { t, language } = useWords();
  useAgainAt(held?.until ?? null);
  const state = heldAt(held, new Date());
  if (state === null) return null;
  const until = held?.until == null ? null : formatMoment(held.until, language);
  const words =
    state === 'open'
      ? ({ always: 'isOpen', ends: 'isOpenUntil' } as const)
      : ({ always: 'isClosed', ends: 'isClosedUntil' } as const);
  return (
    <span className="block text-12 text-ink-3">
      {until === null
        ? t(($) => $.admin.hours.hand[words.always])
        : t(($) => $.admin.hours.hand[words.ends], { until })}
    </span>
  );
}
