import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { mainViewReadyMs } from '@sidetone/contract/rules/screen-timing.ts';
import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Banners } from '#banners/Banners.tsx';
import { Dock } from '#calls/Dock.tsx';
import { ChannelSkeleton } from '#channel-pages/ChannelSkeleton.tsx';
import { channelAt, useChannels } from '#channels/channels.ts';
import { ContactFilesSlot } from '#contact-pages/ContactFilesSlot.tsx';
import { callerFacts } from '#contact-pages/caller-facts.tsx';
import { strangerMenu } from '#contact-pages/StrangerMenu.tsx';
import { openAddParticipant } from '#dialling/commands.ts';
import { OmnibarSlot } from '#dialling/OmnibarSlot.tsx';
import { Starting } from '#entry/Starting.tsx';
import { openCallQuality } from '#feedback/asked-calls.ts';
import { withLaterWords } from '#i18n/language.ts';
import { session } from '#live/line/session.ts';
import { useLive } from '#live/queries/live.ts';
import { isDialog } from '#pages/dialogs.ts';
import { PartGuard } from '#pages/Failure.tsx';
import { PageDialogs } from '#pages/PageDialogs.tsx';
import { useCompact, useNarrow } from '#platform/window-size.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { OverDialogs } from '#ui/OverDialogs.tsx';
import { FeedbackSlot } from './FeedbackSlot.tsx';
import { LoggingPlace } from './LoggingPlace.tsx';
import { TestAccountStrip } from './menu/TestAccountStrip.tsx';
import { logMissingAccount } from './missing-account.ts';
import { NewsSlot } from './NewsSlot.tsx';
import { Rail } from './Rail.tsx';
import { Running } from './Running.tsx';
import { SettingsSlot } from './SettingsSlot.tsx';
import { Sidebar } from './Sidebar.tsx';

const AdminNav = lazyPart(withLaterWords(() => import('#admin/AdminNav.tsx').then((part) => part.AdminNav)));

/** The window of a signed-in user: the phone on the left, the page on the right. */
export function Shell() {
  const signedIn = useStore(session);
  const webUserId = signedIn.status === 'signedIn' ? signedIn.claims.webuserId : null;
  const narrow = useNarrow();
  const compact = useCompact();
  const channels = useChannels();
  const accounts = useLive(phoneQueries.account, {});
  const account = accounts.rows[0];
  const person = useLive(phoneQueries.me, {});
  const { channelId, section } = useParams({ strict: false });
  const inAdmin = useRouterState({ select: ({ location }) => location.pathname.startsWith('/admin') });
  const shown = signedIn.status === 'signedIn' && channels.status === 'ready' && person.rows.length > 0;
  const ready = useReady(shown);
  useEffect(() => logMissingAccount(accounts), [accounts]);

  const current = channelId === undefined ? null : channelAt(channels, channelId);
  if (!shown) {
    const failed = channels.status === 'failed' || person.status === 'failed';
    return (
      <>
        <Running webUserId={webUserId} channels={channels} current={current} />
        {channelId === undefined ? (
          <Starting failed={failed} />
        ) : (
          <Starting failed={failed} screen={<ChannelSkeleton />} />
        )}
      </>
    );
  }
  const nav = inAdmin ? (
    <PartGuard of={section} instead={<div className="flex-1" />}>
      <AdminNav section={section} narrow={narrow} />
    </PartGuard>
  ) : null;
  return (
    <>
      <Running webUserId={webUserId} channels={channels} current={current} />
      <div data-ready={ready || undefined} className="flex h-full flex-col overflow-hidden bg-sidebar">
        <div className="flex min-h-0 flex-1">
          {narrow ? (
            <Rail channels={channels} current={current} nav={nav} />
          ) : (
            <Sidebar company={account?.name ?? ''} channels={channels} current={current} nav={nav} />
          )}
          <main className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-canvas">
            <TestAccountStrip />
            {/* Channels and contacts have them below their own head. */}
            {inAdmin ? <Banners /> : null}
            <LoggingPlace>
              <Outlet />
            </LoggingPlace>
            {narrow && !compact ? (
              <OverDialogs>
                <Dock
                  onAddParticipant={openAddParticipant}
                  forStranger={strangerMenu}
                  aboutCaller={callerFacts}
                  onRateQuality={openCallQuality}
                />
              </OverDialogs>
            ) : null}
          </main>
        </div>
        {compact ? (
          <OverDialogs>
            <Dock
              onAddParticipant={openAddParticipant}
              forStranger={strangerMenu}
              aboutCaller={callerFacts}
              onRateQuality={openCallQuality}
            />
          </OverDialogs>
        ) : null}
        <PageDialogs
          has={isDialog}
          slots={[
            <OmnibarSlot key="omnibar" channel={current ?? channels.own} />,
            <SettingsSlot key="settings" />,
            <ContactFilesSlot key="contact-files" />,
            <FeedbackSlot key="feedback" />,
            <NewsSlot key="news" ready={ready} />,
          ]}
        />
      </div>
    </>
  );
}

/** Whether the window has been open for a moment: dialogs that open by themselves wait for that. */
function useReady(shown: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!shown) return setReady(false);
    const timer = setTimeout(() => setReady(true), mainViewReadyMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return ready;
}
