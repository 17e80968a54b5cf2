import { type ChannelRow, type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { echoTestCode } from '@sidetone/contract/rules/feature-codes.ts';
import { CheckCheck, Ellipsis } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CallTarget } from '#contacts/call-target.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/live.ts';
import { Empty } from '#ui/Empty.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { TabBar } from '#ui/Tabs.tsx';
import { CallList } from './CallList.tsx';
import { CallListSkeleton } from './CallListSkeleton.tsx';
import { HintBar } from './HintBar.tsx';
import { NoCallsShared, NoCallsYet, NothingUnresolved } from './InboxEmpty.tsx';
import { closeVoicemail } from './play-voicemail.ts';
import { type InboxTab, useCalls } from './use-calls.ts';
import { useResolve } from './use-resolve.ts';

interface InboxProps {
  channel: ChannelRow;
  channelName: string;
  /** The call whose row is shown first; null for none. */
  wanted: string | null;
  onCall: (target: CallTarget) => void;
}

/** The calls of one channel, unresolved or all of them. */
export function Inbox({ channel, channelName, wanted, onCall }: InboxProps) {
  const { t } = useWords();
  const [tab, setTab] = useState<InboxTab>(wanted === null ? 'unresolved' : 'all');
  const calls = useCalls(channel.id, tab);
  const newest = useLive(phoneQueries.inbox, { channelId: channel.id, limit: 1 });
  const resolving = useResolve(channel.id);
  const personal = channel.channelType === 'personal';
  // Nobody could pause what plays on another page.
  useEffect(() => closeVoicemail, []);

  const callBack = ({ call, remote }: InboxRow) => {
    if (call.remotePhoneNumber !== null) onCall({ number: call.remotePhoneNumber, remote });
  };
  const unresolvedIds = () => calls.rows.filter((row) => row.unresolved).map((row) => row.id);

  return (
    <TabBar
      label={t(($) => $.inbox.tabs)}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'unresolved', label: t(($) => $.inbox.unresolved), count: channel.unresolvedCalls },
        { value: 'all', label: t(($) => $.inbox.all) },
      ]}
      end={
        personal && channel.unresolvedCalls > 0 ? (
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.inbox.more)} />}>
            <MenuItem icon={CheckCheck} onSelect={() => resolving.all(unresolvedIds())}>
              {t(($) => $.inbox.resolveAll)}
            </MenuItem>
          </Menu>
        ) : null
      }
    >
      {body()}
      {calls.rows.length > 0 ? <HintBar /> : null}
    </TabBar>
  );

  function body() {
    if (calls.status === 'failed') return <Empty title={t(($) => $.inbox.failedToLoad)} />;
    if (calls.status === 'loading') return <CallListSkeleton />;
    if (calls.rows.length > 0) {
      return (
        <CallList
          key={`${channel.id} ${tab}`}
          rows={calls.rows}
          wanted={wanted}
          leavesWhenResolved={tab === 'unresolved'}
          complete={calls.complete}
          onMore={calls.more}
          onResolve={(row) => resolving.set(row.id, row.unresolved)}
          onCallBack={callBack}
        />
      );
    }
    if (newest.status === 'loading') return <CallListSkeleton />;
    if (newest.rows.length > 0) return <NothingUnresolved channel={channelName} onShowAll={() => setTab('all')} />;
    if (!personal) return <NoCallsShared channel={channelName} />;
    return <NoCallsYet onEchoTest={() => onCall({ number: echoTestCode, remote: null })} />;
  }
}
