import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { TabBar } from '#ui/Tabs.tsx';
import { Availability } from './Availability.tsx';
import { availabilityOf } from './members.ts';
import { useMembers } from './use-members.ts';

interface ChannelTabsProps {
  channel: ChannelRow;
  /** The inbox. */
  children: ReactNode;
}

/** Inbox and availability of a shared channel; a private one is its inbox alone. A new channel begins at the inbox. */
export function ChannelTabs({ channel, children }: ChannelTabsProps) {
  if (channel.channelType === 'personal') return children;
  return (
    <SharedTabs key={channel.id} channel={channel}>
      {children}
    </SharedTabs>
  );
}

function SharedTabs({ channel, children }: ChannelTabsProps) {
  const { t } = useWords();
  const [tab, setTab] = useState<'inbox' | 'availability'>('inbox');
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
      ]}
    >
      {tab === 'inbox' ? children : <Availability channel={channel} members={members} />}
    </TabBar>
  );
}
