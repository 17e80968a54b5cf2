import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { BookUser, ChartNoAxesColumn, MessageSquareText, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Channels } from '#channels/channels.ts';
import { ContactsComing } from '#contacts/ContactsComing.tsx';
import { openOmnibar } from '#dialling/commands.ts';
import { useWords } from '#i18n/use-words.ts';
import { useHasChat } from '#live/queries/flags.ts';
import { searchHotkey } from '#platform/shortcuts.ts';
import { Icon } from '#ui/Icon.tsx';
import { Logo } from '#ui/Logo.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { CallAssistantLink } from './CallAssistantLink.tsx';
import { ChannelRailLink } from './ChannelLink.tsx';
import { channelLinks } from './channel-links.ts';
import { HelpLink } from './menu/HelpLink.tsx';
import { PageRailLink } from './PageLink.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useShowsStatistics } from './use-shows-statistics.ts';

interface RailProps {
  channels: Channels;
  current: ChannelRow | null;
  /** In place of search and channels, as in the administration. */
  nav: ReactNode;
}

/** The left column of a narrow window: only symbols, each with a tooltip. */
export function Rail({ channels, current, nav }: RailProps) {
  const { t } = useWords();
  const hasChat = useHasChat();
  const hasStatistics = useShowsStatistics();
  const search = t(($) => $.app.searchOrDial);
  const links = channelLinks(
    channels,
    current,
    t(($) => $.app.private),
  );
  return (
    <aside
      aria-label={t(($) => $.app.phone)}
      className="flex w-14 flex-none flex-col items-center gap-1 border-line border-r bg-sidebar pb-2 max-[559px]:pt-2 [--pbg:var(--bg-sidebar)]"
    >
      <div className="grid h-14 flex-none place-items-center max-[559px]:hidden">
        <Logo className="size-6" />
      </div>
      {nav ?? (
        <>
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
            {[...(links.own ? [links.own] : []), ...links.shared].map((link) => (
              <ChannelRailLink key={link.address} {...link} />
            ))}
            {hasChat ? (
              <PageRailLink to="/main/ai-chat" icon={MessageSquareText} name={t(($) => $.app.aiChat)} />
            ) : null}
            <PageRailLink to="/main/contacts" icon={BookUser} name={t(($) => $.contacts.title)} />
            <ContactsComing narrow />
            {hasStatistics ? (
              <PageRailLink to="/main/statistics" icon={ChartNoAxesColumn} name={t(($) => $.app.statistics)} />
            ) : null}
            <CallAssistantLink narrow />
          </nav>
        </>
      )}
      <HelpLink />
      <UserMenu compact />
    </aside>
  );
}
