import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Navigate } from '@tanstack/react-router';
import { ChannelHead } from '#channels/ChannelHead.tsx';
import { channelAt, useChannels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';
import { Inbox } from '#inbox/Inbox.tsx';
import { Banners } from './Banners.tsx';
import { startCall } from './dial.ts';
import { useTitle } from './use-title.ts';

interface ChannelPageProps {
  channelId: string;
  /** The call whose row is shown first; null for none. */
  callId: string | null;
}

/** A channel: its name, what is wrong if anything is, and its calls. */
export function ChannelPage({ channelId, callId }: ChannelPageProps) {
  const { t } = useWords();
  const channels = useChannels();
  const channel = channelAt(channels, channelId);
  const name = channel?.channelType === 'personal' ? t(($) => $.app.private) : (channel?.name ?? '');
  useTitle(name, channel?.unresolvedCalls ?? 0);

  if (channels.status === 'ready' && !channel && channelId !== privateChannelId) {
    return <Navigate to="/main/channels/$channelId" params={{ channelId: privateChannelId }} replace />;
  }
  return (
    <>
      <ChannelHead name={name} channel={channel} />
      <Banners />
      {channel ? (
        <Inbox
          key={`${channel.id} ${callId}`}
          wanted={callId}
          channel={channel}
          channelName={name}
          onCall={(target) => startCall(target, channel.id)}
        />
      ) : null}
    </>
  );
}
