import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useKeyHold } from '@tanstack/react-hotkeys';
import { BookUser, ChartNoAxesColumn, MessageSquareText, Search } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Dock } from '#calls/Dock.tsx';
import type { Channels } from '#channels/channels.ts';
import { callerFacts } from '#contact-pages/caller-facts.tsx';
import { strangerMenu } from '#contact-pages/StrangerMenu.tsx';
import { ContactsComing } from '#contacts/ContactsComing.tsx';
import { openAddParticipant, openOmnibar } from '#dialling/commands.ts';
import { openCallQuality } from '#feedback/asked-calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { useHasChat } from '#live/queries/flags.ts';
import { searchHotkey } from '#platform/shortcuts.ts';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { Logo } from '#ui/Logo.tsx';
import { OverDialogs } from '#ui/OverDialogs.tsx';
import { CallAssistantLink } from './CallAssistantLink.tsx';
import { ChannelLink } from './ChannelLink.tsx';
import { channelLinks } from './channel-links.ts';
import { HelpLink } from './menu/HelpLink.tsx';
import { PageLink } from './PageLink.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useShowsStatistics } from './use-shows-statistics.ts';

interface SidebarProps {
  company: string;
  channels: Channels;
  current: ChannelRow | null;
  /** In place of search and channels, as in the administration. */
  nav: ReactNode;
}

/** The left column: company, search, channels, at the foot the call and the user. */
export const Sidebar = memo(function Sidebar({ company, channels, current, nav }: SidebarProps) {
  const { t } = useWords();
  const links = channelLinks(
    channels,
    current,
    t(($) => $.app.private),
  );
  return (
    <aside
      aria-label={t(($) => $.app.phone)}
      className="flex min-h-0 w-66 has-[[data-set-up-steps]]:w-80 flex-none flex-col border-line border-r bg-sidebar px-2 pb-2 [--pbg:var(--bg-sidebar)]"
    >
      <div className="flex h-14 flex-none items-center gap-2 pr-1 pl-2">
        <Logo />
        <b className="min-w-0 flex-1 truncate font-semi text-14 tracking-[-0.01em]">{company}</b>
        <HelpLink />
      </div>
      {nav ?? <ChannelNav links={links} />}
      <OverDialogs>
        <Dock
          onAddParticipant={openAddParticipant}
          forStranger={strangerMenu}
          aboutCaller={callerFacts}
          onRateQuality={openCallQuality}
        />
      </OverDialogs>
      <UserMenu />
    </aside>
  );
});

function ChannelNav({ links }: { links: ReturnType<typeof channelLinks> }) {
  // While it is held, the counts give way to the keys.
  const showKeys = useModifierHeld();
  const { t } = useWords();
  const hasChat = useHasChat();
  const hasStatistics = useShowsStatistics();
  return (
    <>
      <button
        type="button"
        onClick={() => openOmnibar()}
        className="flex h-8 flex-none items-center gap-2 rounded-s border border-line-strong bg-raised pr-1.5 pl-2 text-ink-3"
      >
        <Icon of={Search} />
        <span className="flex-1">{t(($) => $.app.searchOrDial)}</span>
        <span aria-hidden className="flex">
          <Keys hotkey={searchHotkey} />
        </span>
      </button>
      <nav aria-label={t(($) => $.app.navigation)} className="min-h-0 flex-1 overflow-y-auto pt-3">
        {links.own ? <ChannelLink {...links.own} showKey={showKeys} /> : null}
        {links.shared.length > 0 ? (
          <>
            <h2 className="px-2 pt-4 pb-1 font-med text-11 text-ink-3">{t(($) => $.app.shared)}</h2>
            {links.shared.map((link) => (
              <ChannelLink key={link.address} {...link} showKey={showKeys} />
            ))}
          </>
        ) : null}
        <div className="pt-5">
          {hasChat ? <PageLink to="/main/ai-chat" icon={MessageSquareText} name={t(($) => $.app.aiChat)} /> : null}
          <PageLink to="/main/contacts" icon={BookUser} name={t(($) => $.contacts.title)} end={<ContactsComing />} />
          {hasStatistics ? (
            <PageLink to="/main/statistics" icon={ChartNoAxesColumn} name={t(($) => $.app.statistics)} />
          ) : null}
          <CallAssistantLink />
        </div>
      </nav>
    </>
  );
}

/** Whether the key that shortcuts begin with is held down. */
function useModifierHeld(): boolean {
  const meta = useKeyHold('Meta');
  const control = useKeyHold('Control');
  return navigator.platform.startsWith('Mac') ? meta : control;
}
