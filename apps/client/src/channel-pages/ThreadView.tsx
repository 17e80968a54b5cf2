import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Navigate, useRouter } from '@tanstack/react-router';
import { Banners } from '#banners/Banners.tsx';
import { channelAt, useChannels } from '#channels/channels.ts';
import { useNumberActions } from '#contact-pages/contact-hotkeys.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { startCall } from '#dialling/dial.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { openContact } from '#pages/open-contact.ts';
import { threadLink } from '#pages/thread-link.ts';
import { useTitle } from '#pages/use-title.ts';
import { ThreadPage } from '#threads/ThreadPage.tsx';
import { numberOfAddress } from '#threads/thread-number.ts';
import { CallSlideOver } from './CallSlideOver.tsx';
import { LostChannel, useLostChannel } from './LostChannel.tsx';
import { useOpenCall } from './use-open-call.ts';

interface ThreadViewProps {
  /** The channel in the address. */
  channelId: string;
  of: ThreadOf;
  /** Only calls about this; null for all of them. */
  topic: string | null;
}

/** The calls of a channel with one other side; one of them may be open. */
export function ThreadView({ channelId, of: wanted, topic }: ThreadViewProps) {
  const { t } = useWords();
  const router = useRouter();
  const openCall = useOpenCall();
  const numberActions = useNumberActions();
  const channels = useChannels();
  const channel = channelAt(channels, channelId);
  const name = channel?.channelType === 'personal' ? t(($) => $.app.private) : (channel?.name ?? '');
  useTitle(name, channel?.unresolvedCalls ?? 0);
  const place = useNumberPlace();
  const isPlaceKnown = useLive(phoneQueries.account, {}).status === 'ready';

  const lost = useLostChannel(channelId, channel);

  if (lost !== null) return <LostChannel channel={lost} />;
  if (!channel) {
    return <Navigate to="/main/channels/$channelId" params={{ channelId: privateChannelId }} replace />;
  }
  // The way to read a number depends on the place of the account.
  if (wanted.kind === 'number' && !isPlaceKnown) return null;
  const of = wanted.kind === 'number' ? { ...wanted, number: numberOfAddress(wanted.number, place) } : wanted;
  const call = (target: CallTarget) => startCall(target, channel.id);
  return (
    <CallSlideOver channelId={channel.id} openCall={openCall} onCall={call}>
      <ThreadPage
        channel={channel}
        channelName={name}
        channels={channels}
        of={of}
        topic={topic}
        openCall={openCall.docId}
        onOpenCall={openCall.open}
        onCall={call}
        onOpenContact={(id) => openContact(router, id)}
        onBack={() => void router.navigate({ to: '/main/channels/$channelId', params: { channelId } })}
        onTopic={(next) => router.history.push(threadLink(channelId, of, next))}
        linkTo={(next, other) => threadLink(other ?? channelId, of, next)}
        banners={<Banners />}
        numberActions={numberActions}
      />
    </CallSlideOver>
  );
}
