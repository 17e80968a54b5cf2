import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxLabel } from '@sidetone/contract/rules/inbox-status.ts';
import { type Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing, Voicemail } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Avatar, type PresenceMark } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import type { RowWords } from '../row-words.ts';
import { isDone } from '../use-calls.ts';
import { ResolveButton, RowButtons } from './RowButtons.tsx';
import { TopicChips } from './TopicChips.tsx';
import { VoicemailButton, VoicemailLine } from './VoicemailRow.tsx';

/** Actions for a row. The object stays the same for as long as the list lives. */
export interface RowActions {
  open(row: InboxRow): void;
  resolve(row: InboxRow): void;
  callBack(row: InboxRow): void;
  note(row: InboxRow): void;
  /** Opens the thread with this person, or only one topic of it. */
  thread(row: InboxRow, topic: string): void;
  contact(contactId: string): void;
}

interface CallRowProps {
  row: InboxRow;
  /** The words of a row; changes only with the language and the time zone. */
  wordsOf: (row: InboxRow) => RowWords;
  presence: PresenceMark | null;
  showTopics: boolean;
  /** Selected, or open beside the list. */
  current: boolean;
  /** Can be reached with the Tab key, with its buttons: one row of the list. */
  reachable: boolean;
  /** Takes the focus each time this number changes to another one than 0. */
  focusToken: number;
  /** In px from the top of the list. */
  top: number;
  /** Place among all lines and their number, -1 while it is not known; for screen readers. */
  place: number;
  size: number;
  /** The client is online, and has fewer calls than it may have. */
  canCall: boolean;
  actions: RowActions;
}

const directionIcons: Record<InboxLabel, typeof Phone> = {
  incoming: PhoneIncoming,
  outgoing: PhoneOutgoing,
  missed: PhoneMissed,
  missedWithVoicemail: Voicemail,
};

/** One call of the list, or the newest of a group: direction, who, one line, when. */
export const CallRow = memo(function CallRow(props: CallRowProps) {
  const { row, current, reachable, actions } = props;
  const words = props.wordsOf(row);
  const element = useRef<HTMLDivElement>(null);
  // A list that is scrolled makes and drops hundreds of rows a second: hidden parts are made when they can be seen.
  const [pointed, setPointed] = useState(false);
  const offers = pointed || reachable;
  useEffect(() => {
    if (props.focusToken !== 0) element.current?.focus({ preventScroll: true });
  }, [props.focusToken]);

  const done = isDone(row);
  const { label } = words.status;
  const alarming =
    words.status.behind > 0 || label === 'missed' || (words.voicemail !== null && !words.voicemail.heard);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys of all its rows
    <div
      ref={element}
      role="listitem"
      tabIndex={reachable ? 0 : -1}
      aria-label={rowLabel(row, words)}
      aria-current={current ? 'true' : undefined}
      aria-posinset={props.place}
      aria-setsize={props.size}
      data-call={row.id}
      onClick={() => actions.open(row)}
      onPointerOver={pointed ? undefined : () => setPointed(true)}
      style={{ transform: `translateY(${props.top}px)` }}
      className={cn(
        'group absolute top-0 left-0 flex h-13 w-full items-center gap-3 rounded-m px-3 [contain:strict] focus-inset',
        current ? 'bg-accent-tint [--pbg:var(--accent-tint)]' : 'hover:bg-hover hover:[--pbg:var(--bg-hover)]',
      )}
    >
      <Icon of={directionIcons[label]} className={alarming ? 'text-missed' : 'text-ink-3'} />
      <Avatar
        name={words.named ? words.name : null}
        imageUrl={row.remote.avatarUrl ?? null}
        square={row.remote.avatarType === 'organization'}
        anonymous={words.status.withheld}
        presence={props.presence}
      />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-1.5">
          <span className={cn('truncate', done ? 'font-med text-ink-2' : 'font-semi')}>{words.name}</span>
          {row.groupSize > 1 ? (
            <span className="-ml-0.5 flex-none text-12 text-ink-3">{`(${row.groupSize})`}</span>
          ) : null}
          {words.beside ? (
            <span className="min-w-0 shrink-[9999] truncate text-12 text-ink-3">{words.beside}</span>
          ) : null}
        </span>
        <VoicemailLine row={row}>
          <span className={cn('block truncate text-13 leading-[18px]', done ? 'text-ink-3' : 'text-ink-2')}>
            {words.summary}
          </span>
        </VoicemailLine>
      </span>
      {words.voicemail?.state === 'ready' ? (
        <VoicemailButton row={row} name={words.name} seconds={words.voicemail.seconds} reachable={reachable} />
      ) : null}
      {offers ? (
        <RowButtons
          name={words.name}
          reachable={reachable}
          canCall={props.canCall}
          onCallBack={row.call.remotePhoneNumber === null ? null : () => actions.callBack(row)}
          onNote={() => actions.note(row)}
        />
      ) : null}
      {props.showTopics ? (
        <TopicChips row={row} reachable={reachable} onTopic={(topic) => actions.thread(row, topic)} />
      ) : null}
      <ResolveButton
        done={done}
        offers={offers}
        name={words.name}
        reachable={reachable}
        onPress={() => actions.resolve(row)}
      />
      <span
        className={cn(
          'min-w-16 flex-none text-right text-12 text-ink-3 leading-[18px]',
          '@max-[559px]:group-hover:hidden @max-[559px]:group-has-[button:focus-visible]:hidden',
        )}
      >
        <span className="block font-med text-ink-2" title={words.localTime ?? undefined}>
          {words.time}
        </span>
        {words.duration}
      </span>
    </div>
  );
});

/** The whole row in one sentence, for screen readers. */
function rowLabel(row: InboxRow, words: RowWords): string {
  const name = row.groupSize > 1 ? `${words.name} (${row.groupSize})` : words.name;
  return [words.direction, name, words.beside, words.summary, words.time, words.duration].filter(Boolean).join(', ');
}
