import type { ChannelRow } from '@sidetone/contract/documents/queries.ts';
import { Inbox, Search, UsersRound } from 'lucide-react';
import { addressOf, type Channels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';
import { channelHotkey, searchHotkey } from '#platform/shortcuts.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { ChannelRailLink } from './ChannelLink.tsx';
import { openOmnibar } from './commands.ts';
import { Logo } from './Logo.tsx';
import { UserMenu } from './UserMenu.tsx';

interface RailProps {
  channels: Channels;
  current: ChannelRow | null;
}

/** The left column of a narrow window: symbols alone, each with a tooltip. */
export function Rail({ channels, current }: RailProps) {
  const { t } = useWords();
  const search = t(($) => $.app.searchOrDial);
  return (
    <aside
      aria-label={t(($) => $.app.phone)}
      className="flex w-14 flex-none flex-col items-center gap-1 border-line border-r bg-sidebar pb-2 max-[559px]:pt-2 [--pbg:var(--bg-sidebar)]"
    >
      <div className="grid h-14 flex-none place-items-center max-[559px]:hidden">
        <Logo className="size-6" />
      </div>
      <Tooltip text={search} hotkey={searchHotkey} side="right">
        <button
          type="button"
          aria-label={search}
          onClick={() => openOmnibar()}
          className="grid h-9 w-10 flex-none place-items-center rounded-s text-ink-3 hover:bg-hover"
        >
          <Icon of={Search} size={18} />
        </button>
      </Tooltip>
      <nav
        aria-label={t(($) => $.app.navigation)}
        className="flex min-h-0 flex-1 flex-col items-center gap-1 overflow-y-auto"
      >
        {channels.own ? (
          <ChannelRailLink
            address={addressOf(channels.own)}
            name={t(($) => $.app.private)}
            icon={Inbox}
            count={channels.own.unresolvedCalls}
            current={current?.id === channels.own.id}
            hotkey={channelHotkey(1)}
          />
        ) : null}
        {channels.shared.map((channel, place) => (
          <ChannelRailLink
            key={channel.id}
            address={addressOf(channel)}
            name={channel.name ?? ''}
            icon={UsersRound}
            count={channel.unresolvedCalls}
            current={current?.id === channel.id}
            hotkey={place < 8 ? channelHotkey(place + 2) : null}
          />
        ))}
      </nav>
      <UserMenu compact />
    </aside>
  );
}
