import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';
import { Inbox, UsersRound, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf, type Channels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { AddressLink } from './AddressLink.tsx';

interface TopicBarProps {
  info: ThreadInfo;
  topic: string | null;
  showTopics: boolean;
  channels: Channels;
  /** Address of this thread here, or with the address of another channel there; with a topic only what is about it. */
  linkTo: (topic: string | null, channel?: string) => string;
}

/**
 * The topics of the calls, each with its number of calls, and the other channels that have calls with the same side.
 */
export function TopicBar({ info, topic, showTopics, channels, linkTo }: TopicBarProps) {
  const { t } = useWords();
  const topics = showTopics ? info.topics : [];
  // The user came by an old link: its topic can still be removed.
  const gone = topic !== null && !topics.some((one) => one.topic === topic);
  const others = [channels.own, ...channels.shared].flatMap((channel) => {
    const there = info.alsoIn.find(({ channelId }) => channelId === channel?.id);
    return channel && there ? [{ channel, calls: there.calls }] : [];
  });
  const shown = topics.find((one) => one.topic === topic)?.calls ?? 0;
  if (topics.length === 0 && others.length === 0 && !gone) return null;
  return (
    <div className="flex h-12 flex-none items-center gap-4 overflow-x-auto border-line border-b pr-4 pl-6 max-[559px]:pl-4">
      <nav aria-label={t(($) => $.threads.topics)} className="flex flex-none items-center gap-1.5">
        <TopicChip href={linkTo(null)} current={topic === null} count={info.calls}>
          {t(($) => $.threads.all)}
        </TopicChip>
        {gone ? (
          <TopicChip href={linkTo(null)} current count={0}>
            {topic}
          </TopicChip>
        ) : null}
        {topics.map((one) => (
          <TopicChip
            key={one.topic}
            // The chosen topic leads back to all calls.
            href={linkTo(one.topic === topic ? null : one.topic)}
            current={one.topic === topic}
            closable
            count={one.calls}
          >
            {one.topic}
          </TopicChip>
        ))}
      </nav>
      <span className="flex-1" />
      {topic !== null ? (
        <span className="flex-none text-12 text-ink-3">{t(($) => $.threads.someOf, { shown, all: info.calls })}</span>
      ) : others.length > 0 ? (
        <span className="flex flex-none items-center gap-1 text-12 text-ink-3">
          {t(($) => $.threads.alsoIn)}
          {others.map(({ channel, calls }) => (
            <AddressLink
              key={channel.id}
              href={linkTo(null, addressOf(channel))}
              className="inline-flex h-7 items-center gap-2 rounded-s px-2.5 font-med text-13 text-ink-2 hover:bg-hover"
            >
              <Icon of={channel.channelType === 'personal' ? Inbox : UsersRound} size={14} />
              {channel.channelType === 'personal' ? t(($) => $.app.private) : channel.name}
              <span className="font-reg text-ink-3">{calls}</span>
            </AddressLink>
          ))}
        </span>
      ) : null}
    </div>
  );
}

interface TopicChipProps {
  href: string;
  current: boolean;
  closable?: boolean;
  count: number;
  children: ReactNode;
}

function TopicChip({ href, current, closable = false, count, children }: TopicChipProps) {
  return (
    <AddressLink
      href={href}
      aria-current={current ? 'true' : undefined}
      className={cn(
        'inline-flex h-[26px] max-w-60 flex-none items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-med text-12',
        current ? 'bg-ink text-ink-on-ink' : 'inset-ring inset-ring-line-strong text-ink-2 hover:bg-hover',
      )}
    >
      <span className="truncate">{children}</span>
      {count > 0 ? <span className={current ? undefined : 'font-reg text-ink-3'}>{count}</span> : null}
      {current && closable ? <Icon of={X} size={12} /> : null}
    </AddressLink>
  );
}
