import { type ChannelRow, type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { CheckCheck, Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { LogLater } from '#call-detail/call-detail-props.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { stopPlaying } from '#player/playing.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { TabBar } from '#ui/Tabs.tsx';
import { CallListSkeleton } from './CallListSkeleton.tsx';
import { FilterButton } from './filter/FilterButton.tsx';
import { FilterChips } from './filter/FilterChips.tsx';
import { FirstHintBar, HintBar } from './HintBar.tsx';
import { NoCallsShared, NoCallsYet, NothingFound, NothingUnresolved } from './InboxEmpty.tsx';
import { CallList } from './list/CallList.tsx';
import { type InboxView, useKeptInbox } from './list/kept-inbox.ts';
import { type InboxTab, isDone, useCalls } from './use-calls.ts';
import { useResolve } from './use-resolve.ts';
import { ZoneNote } from './ZoneNote.tsx';

interface InboxProps {
  channel: ChannelRow;
  channelName: string;
  /** The call whose page is open; null for none. */
  openCall: string | null;
  /** What it is to show first; null for what was shown when it was left. */
  asked: InboxFilter | null;
  /** Opens the page of a call; with `note`, to write a note immediately. */
  onOpenCall: (docId: string, how?: { note: boolean }) => void;
  /** Shows everything with the other side of a call; `topic` is empty where no topic was chosen. */
  onThread: (row: InboxRow, topic: string) => void;
  /** Opens the page of the contact or colleague on the other side of a call. */
  onContact: (contactId: string) => void;
  onCall: (target: CallTarget) => void;
  /** Actions for numbers without a contact; null for users who may not write contacts. */
  numberActions: NumberActions | null;
  /** Logs calls in CRMs; null where no CRM takes any. */
  logging: LogLater | null;
  /** Other things to do in an inbox that has no calls yet. */
  firstSteps?: ReactNode;
  /** At the foot of such an inbox. */
  firstFoot?: ReactNode;
}

/** The calls of one channel, unresolved or all of them. */
export function Inbox(props: InboxProps) {
  const { channel, channelName, openCall, asked, onOpenCall, onThread, onContact, onCall } = props;
  const { t } = useWords();
  const kept = useKeptInbox(channel.id, openCall, asked);
  const [{ tab, filter }, setShown] = useState<Pick<InboxView, 'tab' | 'filter'>>(kept.view);
  /** Another list begins at its top. */
  const show = (change: Partial<Pick<InboxView, 'tab' | 'filter'>>) => {
    kept.change({ ...change, selected: null, place: null });
    setShown((before) => ({ ...before, ...change }));
  };
  const setTab = (next: InboxTab) => show({ tab: next });
  const setFilter = (next: InboxFilter | null) => show({ filter: next });
  const [filtering, setFiltering] = useState(false);
  const calls = useCalls(channel.id, tab, filter);
  const newest = useLive(phoneQueries.inbox, { channelId: channel.id, limit: 1 });
  const showTopics = useFlags().hasCallTopicsAnalysis;
  const colleagues = useColleagues();
  const resolving = useResolve(channel.id);
  const personal = channel.channelType === 'personal';
  // On another page the user could not pause a message that is playing.
  useEffect(() => stopPlaying, []);

  const callBack = ({ call, remote }: InboxRow) => {
    if (call.remotePhoneNumber !== null) onCall({ number: call.remotePhoneNumber, remote });
  };
  const listed = calls.ranges.flatMap(({ rows }) => rows ?? []).filter((row) => tab === 'all' || !isDone(row));
  const nothing = calls.status === 'ready' && listed.length === 0 && calls.complete;
  const nameOf = (id: string) => {
    const colleague = colleagues.get(id);
    return colleague ? fullName(colleague) : id;
  };
  const owners = personal
    ? []
    : channel.members.map((one) => ({ id: one.id, name: fullName(one) })).sort((a, b) => a.name.localeCompare(b.name));

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
        <>
          <FilterButton
            open={filtering}
            onOpenChange={setFiltering}
            filter={filter}
            onChange={setFilter}
            owners={owners}
          />
          {/* It resolves every call of the channel, which users who see only some of them do not mean. */}
          {personal && filter === null && channel.unresolvedCalls > 0 ? (
            <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.inbox.more)} />}>
              <MenuItem
                icon={CheckCheck}
                onSelect={() => resolving.all(listed.filter((row) => !isDone(row)).map((row) => row.id))}
              >
                {t(($) => $.inbox.resolveAll)}
              </MenuItem>
            </Menu>
          ) : null}
        </>
      }
    >
      {filter ? <FilterChips filter={filter} nameOf={nameOf} onChange={setFilter} /> : null}
      {nothing || calls.status !== 'ready' ? null : <ZoneNote />}
      {body()}
      {nothing || calls.status !== 'ready' ? null : <HintBar />}
    </TabBar>
  );

  function body() {
    if (calls.status === 'failed') {
      const again = <Button onClick={calls.retry}>{t(($) => $.app.tryAgain)}</Button>;
      return <Empty title={t(($) => $.inbox.failedToLoad)} action={again} />;
    }
    if (calls.status === 'loading') return <CallListSkeleton />;
    if (!nothing) {
      return (
        <CallList
          key={`${channel.id} ${tab} ${JSON.stringify(filter)}`}
          calls={calls}
          openCall={openCall}
          leavesWhenResolved={tab === 'unresolved'}
          showTopics={showTopics}
          onOpen={onOpenCall}
          onResolve={resolving.toggle}
          onCallBack={callBack}
          onThread={onThread}
          onContact={onContact}
          onFind={() => setFiltering(true)}
          numberActions={props.numberActions}
          logging={props.logging}
          kept={kept}
        />
      );
    }
    if (filter) return <NothingFound channel={channelName} tab={tab} onClear={() => setFilter(null)} />;
    if (newest.status === 'loading') return <CallListSkeleton />;
    if (newest.rows.length > 0) {
      return (
        <NothingUnresolved channel={channelName} onShowAll={() => setTab('all')}>
          {personal ? props.firstSteps : null}
        </NothingUnresolved>
      );
    }
    if (!personal) return <NoCallsShared channel={channelName} />;
    return (
      <>
        <NoCallsYet onEchoTest={() => onCall({ number: echoTestCode, remote: null })}>{props.firstSteps}</NoCallsYet>
        <FirstHintBar>{props.firstFoot}</FirstHintBar>
      </>
    );
  }
}
