import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Navigate, useRouter } from '@tanstack/react-router';
import { Banners } from '#banners/Banners.tsx';
import { threadOfCall } from '#call-detail/facts.ts';
import { ChannelHead } from '#channels/ChannelHead.tsx';
import { ChannelTabs } from '#channels/ChannelTabs.tsx';
import { channelAt, useChannels } from '#channels/channels.ts';
import { SharedInboxBanner } from '#channels/SharedInboxBanner.tsx';
import { useNumberActions } from '#contact-pages/contact-hotkeys.ts';
import { FavoritesSlot } from '#contact-pages/FavoritesSlot.tsx';
import type { CallTarget } from '#contacts/call-target.ts';
import { useLogLater } from '#crm-logging/use-log-later.ts';
import { startCall } from '#dialling/dial.ts';
import { useWords } from '#i18n/use-words.ts';
import { Inbox } from '#inbox/Inbox.tsx';
import { useMe } from '#live/queries/me.ts';
import { PartGuard } from '#pages/Failure.tsx';
import { openContact } from '#pages/open-contact.ts';
import { threadLink } from '#pages/thread-link.ts';
import { useTitle } from '#pages/use-title.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useAskedFilter } from './asked-filter.ts';
import { CallSlideOver } from './CallSlideOver.tsx';
import { LostChannel, useLostChannel } from './LostChannel.tsx';
import { useOpenCall } from './use-open-call.ts';

const Board = lazyPart(() => import('#queue-board/Board.tsx').then((part) => part.Board));
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx').then((part) => part.FirstSteps));
const FirstSight = lazyPart(() => import('./FirstSight.tsx').then((part) => part.FirstSight));
const OtherLanguage = lazyPart(() => import('./FirstSight.tsx').then((part) => part.OtherLanguage));

interface ChannelPageProps {
  channelId: string;
}

/** A channel: its name, the banner if there is one, and its calls; one of them may be open. */
export function ChannelPage({ channelId }: ChannelPageProps) {
  const { t } = useWords();
  const router = useRouter();
  const openCall = useOpenCall();
  const numberActions = useNumberActions();
  const logging = useLogLater();
  const isAdmin = useMe()?.admin ?? false;
  const channels = useChannels();
  const channel = channelAt(channels, channelId);
  const name = channel?.channelType === 'personal' ? t(($) => $.app.private) : (channel?.name ?? '');
  useTitle(name, channel?.unresolvedCalls ?? 0);

  const asked = useAskedFilter(channel !== null);
  const lost = useLostChannel(channelId, channel);

  if (lost !== null && channels.status === 'ready') return <LostChannel channel={lost} />;
  if (channels.status === 'ready' && !channel && channelId !== privateChannelId) {
    return <Navigate to="/main/channels/$channelId" params={{ channelId: privateChannelId }} replace />;
  }
  const call = (target: CallTarget) => channel && startCall(target, channel.id);
  return (
    <CallSlideOver channelId={channel?.id ?? null} openCall={openCall} inGroups onCall={call}>
      <ChannelHead name={name} channel={channel} />
      <Banners />
      {channel ? (
        <>
          {channel.channelType === 'personal' ? <FavoritesSlot onCall={call} /> : null}
          <SharedInboxBanner channel={channel} />
          <ChannelTabs
            channel={channel}
            board={
              <PartGuard of={channelId}>
                <Board channelId={channel.id} />
              </PartGuard>
            }
          >
            <Inbox
              key={channel.id}
              channel={channel}
              channelName={name}
              openCall={openCall.docId}
              asked={asked}
              onOpenCall={openCall.open}
              onContact={(id) => openContact(router, id)}
              onThread={(row, topic) => router.history.push(threadLink(channelId, threadOfCall(row), topic || null))}
              onCall={call}
              numberActions={numberActions}
              logging={logging}
              firstSteps={<PartGuard of={channelId}>{isAdmin ? <FirstSteps /> : <FirstSight />}</PartGuard>}
              firstFoot={<PartGuard of={channelId}>{isAdmin ? null : <OtherLanguage />}</PartGuard>}
            />
          </ChannelTabs>
        </>
      ) : null}
    </CallSlideOver>
  );
}
