import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { TabBar } from '#ui/Tabs.tsx';
import { Availability } from './head/Availability.tsx';
import { availabilityOf } from './members.ts';
import { useMembers } from './use-members.ts';

interface ChannelTabsProps {
  channel: ChannelRow;
  /** The live board of a queue. */
  board: ReactNode;
  /** The inbox. */
  children: ReactNode;
}

/** Inbox, availability and board of a shared channel; a private one is its inbox alone. A new channel begins at the inbox. */
export function ChannelTabs({ channel, board, children }: ChannelTabsProps) {
  if (channel.channelType === 'personal') return children;
  return (
    <SharedTabs key={channel.id} channel={channel} board={board}>
      {children}
    </SharedTabs>
  );
}

function SharedTabs({ channel, board, children }: ChannelTabsProps) {
  const { t } = useWords();
  const [tab, setTab] = useState<'inbox' | 'availability' | 'board'>('inbox');
  const members = useMembers(channel);
  return (
    <TabBar
      label={t(($) => $.channels.tabs.label)}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'inbox', label: t(($) => $.channels.tabs.inbox), count: channel.unresolvedCalls },
        {
          value: 'availability',
          label: t(($) => $.channels.tabs.availability),
          count: `(${availabilityOf(members).online})`,
        },
        ...(channel.type === 'acd' ? [{ value: 'board' as const, label: t(($) => $.channels.tabs.board) }] : []),
      ]}
    >
      {tab === 'inbox' ? children : null}
      {tab === 'availability' ? <Availability channel={channel} members={members} /> : null}
      {tab === 'board' ? board : null}
    </TabBar>
  );
}
