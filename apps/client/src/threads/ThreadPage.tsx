import type { ChannelRow, InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadInfo, ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { type ReactNode, useRef, useState } from 'react';
import type { Channels } from '#channels/channels.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { CallListSkeleton } from '#inbox/CallListSkeleton.tsx';
import { useFlags } from '#live/queries/flags.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { SlideOver } from '#ui/SlideOver.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadHints } from './ThreadHints.tsx';
import { ThreadList } from './ThreadList.tsx';
import { ThreadSide } from './ThreadSide.tsx';
import { TopicBar } from './TopicBar.tsx';
import { bestNumber, callableNumber } from './thread-number.ts';
import { useNumberWords } from './use-number-words.ts';
import { useResolve } from './use-resolve.ts';
import { useRoomFor } from './use-room-for.ts';
import { type Thread, useThread } from './use-thread.ts';

interface ThreadPageProps {
  channel: ChannelRow;
  /** As users read it. */
  channelName: string;
  channels: Channels;
  of: ThreadOf;
  /** Only calls about this; null for all of them. */
  topic: string | null;
  /** The call whose page is open; null for none. */
  openCall: string | null;
  onOpenCall: (docId: string, how?: { note: boolean }) => void;
  onCall: (target: CallTarget) => void;
  /** Opens the page of the contact or colleague on the other side. */
  onOpenContact: (contactId: string) => void;
  /** To the inbox of the channel. */
  onBack: () => void;
  onTopic: (topic: string | null) => void;
  /** Address of this thread here, or in the channel with this address; with a topic only what is about it. */
  linkTo: (topic: string | null, channel?: string) => string;
  banners: ReactNode;
  /** Actions for numbers without a contact; null for users who may not write contacts. */
  numberActions: NumberActions | null;
}

/** Narrower than this there is no room for the side column, in px. */
const sideFrom = 900;

/** Everything of a channel with one other side: who they are, the topics, and every call. */
export function ThreadPage(props: ThreadPageProps) {
  const { channel, channelName, of, topic } = props;
  const { t } = useWords();
  const page = useRef<HTMLDivElement>(null);
  const hasRoom = useRoomFor(page, sideFrom);
  const [isAboutOpen, setAboutOpen] = useState(false);
  const thread = useThread(channel.id, of, topic);
  const resolving = useResolve(channel.id, of);
  const showTopics = useFlags().hasCallTopicsAnalysis;
  const { info, rows } = thread;
  const best = useBestNumber(info, rows[0]);
  const name = useName(of, info);
  const everything = thread.complete && topic === null ? rows : null;
  const unresolved = unresolvedOf(info, topic);

  const contactId = info?.remote.contactId ?? info?.remote.userId ?? null;
  const openContact = contactId === null ? null : () => props.onOpenContact(contactId);
  const callThem = (number: string) => props.onCall({ number, remote: info?.remote ?? null });
  const callBest = () => best && callThem(best.number);
  const side =
    info === null ? null : (
      <ThreadSide
        of={of}
        info={info}
        channelName={channelName}
        everything={everything}
        channelId={channel.id}
        isShared={channel.channelType === 'shared'}
        onCall={callThem}
        onContact={openContact}
      />
    );

  return (
    <div ref={page} data-thread className="flex min-h-0 flex-1 flex-col">
      <ThreadHead
        of={of}
        name={name}
        channelName={channelName}
        info={info}
        best={best}
        unresolved={unresolved}
        onAbout={hasRoom || info === null ? null : () => setAboutOpen(true)}
        numberActions={props.numberActions}
        onContact={openContact}
        onResolveAll={() => resolving.all(rows, topic)}
        onCall={callBest}
        onBack={props.onBack}
      />
      {props.banners}
      {info ? (
        <TopicBar info={info} topic={topic} showTopics={showTopics} channels={props.channels} linkTo={props.linkTo} />
      ) : null}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ThreadCalls
            page={props}
            name={name}
            thread={thread}
            showTopics={showTopics}
            onResolve={resolving.toggle}
            onCall={callBest}
          />
        </div>
        {hasRoom && side !== null ? (
          <aside
            aria-label={t(($) => $.threads.about, { name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
            tabIndex={0}
            className="focus-inset w-[344px] flex-none overflow-y-auto border-line border-l px-6 py-5"
          >
            {side}
          </aside>
        ) : null}
      </div>
      {rows.length > 0 ? <ThreadHints of={of} /> : null}
      {hasRoom || side === null ? null : (
        <SlideOver
          open={isAboutOpen}
          onClose={() => setAboutOpen(false)}
          title={name}
          subtitle={channelName}
          closeLabel={t(($) => $.threads.closeAbout)}
        >
          {side}
        </SlideOver>
      )}
    </div>
  );
}

interface ThreadCallsProps {
  page: ThreadPageProps;
  name: string;
  thread: Thread;
  showTopics: boolean;
  onResolve: (row: InboxRow) => void;
  onCall: () => void;
}

/** The calls of a thread, or why none are shown. */
function ThreadCalls({ page, name, thread, showTopics, onResolve, onCall }: ThreadCallsProps) {
  const { channel, of, topic } = page;
  const { t } = useWords();
  const { rows } = thread;
  const all = thread.info?.calls ?? 0;
  switch (thread.status) {
    case 'loading':
      return <CallListSkeleton />;
    case 'failed':
      return <Empty title={t(($) => $.threads.failed)} />;
    case 'missing':
      return (
        <Empty
          title={t(($) => $.threads.notFound)}
          text={t(($) => $.threads.notFoundText)}
          action={<Button onClick={page.onBack}>{t(($) => $.threads.toInbox)}</Button>}
        />
      );
    case 'ready':
      if (rows.length === 0) return <NoCalls page={page} name={name} all={all} />;
      return (
        <ThreadList
          // A list of other calls begins at its top.
          key={`${channel.id} ${JSON.stringify(of)} ${topic}`}
          name={name}
          thread={thread}
          openCall={page.openCall}
          showTopics={showTopics}
          onOpen={page.onOpenCall}
          onResolve={onResolve}
          onTopic={page.onTopic}
          onCall={onCall}
          onBack={page.onBack}
          foot={
            topic !== null && thread.complete && all > rows.length ? (
              <p className="flex flex-wrap items-center gap-2 py-2 pl-10 text-ink-2">
                {t(($) => $.threads.otherTopics, { count: all - rows.length })}
                <ShowAll count={all} onTopic={page.onTopic} />
              </p>
            ) : null
          }
        />
      );
  }
}

/** In place of the list: there are no calls, or none about the topic. */
function NoCalls({ page, name, all }: { page: ThreadPageProps; name: string; all: number }) {
  const { t } = useWords();
  const { topic, onTopic } = page;
  if (topic !== null && all > 0) {
    return (
      <Empty title={t(($) => $.threads.emptyTopic, { topic })} action={<ShowAll count={all} onTopic={onTopic} />} />
    );
  }
  return (
    <Empty
      title={t(($) => $.threads.empty, { name })}
      text={t(($) => $.threads.emptyText, { channel: page.channelName })}
    />
  );
}

function ShowAll({ count, onTopic }: { count: number; onTopic: ThreadPageProps['onTopic'] }) {
  const { t } = useWords();
  return (
    <Button size="s" onClick={() => onTopic(null)}>
      {t(($) => $.threads.showAll, { count })}
    </Button>
  );
}

/** The name of the other side, else a number. */
function useName(of: ThreadOf, info: ThreadInfo | null): string {
  const { t } = useWords();
  const words = useNumberWords();
  if (info?.remote.name != null) return info.remote.name;
  if (of.kind === 'number') return words.number(of.number);
  return of.kind === 'anonymous' ? t(($) => $.threads.anonymous) : (info?.phoneNumbers[0]?.number ?? '');
}

/** Unresolved calls of the whole thread, or of its calls about a topic, also of those that are not loaded. */
function unresolvedOf(info: ThreadInfo | null, topic: string | null): number {
  if (topic === null) return info?.unresolvedCalls ?? 0;
  return info?.topics.find((one) => one.topic === topic)?.unresolvedCalls ?? 0;
}

/** The number that they are called at from here; null where none can be called. */
function useBestNumber(info: ThreadInfo | null, newest: InboxRow | undefined) {
  const best = bestNumber(info?.phoneNumbers ?? [], newest?.call.remotePhoneNumber ?? null);
  return callableNumber(best, useNumberPlace());
}
