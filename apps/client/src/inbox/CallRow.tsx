import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { Check, Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing, Voicemail } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar, type PresenceMark } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import type { RowDirection } from './row-status.ts';
import type { RowWords } from './row-words.ts';
import { VoicemailButton, VoicemailLine } from './VoicemailRow.tsx';

interface CallRowProps {
  row: InboxRow;
  words: RowWords;
  presence: PresenceMark | null;
  selected: boolean;
  /** Can be reached with the Tab key, with its buttons: one row of the list. */
  reachable: boolean;
  /** Takes the focus each time this number changes to another one than 0. */
  focusToken: number;
  /** Place among all lines and how many there are, for screen readers. */
  place: number;
  size: number;
  onSelect: () => void;
  onResolve: () => void;
  onCallBack: (() => void) | null;
  /** There are as many calls as there may be. */
  callsFull: boolean;
}

const directionIcons: Record<RowDirection, typeof Phone> = {
  incoming: PhoneIncoming,
  outgoing: PhoneOutgoing,
  missed: PhoneMissed,
  voicemail: Voicemail,
  declined: PhoneIncoming,
  unreached: PhoneOutgoing,
};

/** One call of the list: direction, who, one line, when. */
export function CallRow(props: CallRowProps) {
  const { row, words, selected } = props;
  const { t } = useWords();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.focusToken !== 0) element.current?.focus({ preventScroll: true });
  }, [props.focusToken]);

  const done = !row.unresolved;
  const direction = t(($) => $.inbox.direction[words.status.direction]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys of all its rows
    <div
      ref={element}
      role="listitem"
      tabIndex={props.reachable ? 0 : -1}
      aria-label={[direction, words.name, words.beside, words.summary, words.time, words.duration]
        .filter(Boolean)
        .join(', ')}
      aria-current={selected ? 'true' : undefined}
      aria-posinset={props.place}
      aria-setsize={props.size}
      data-call={row.id}
      onClick={props.onSelect}
      className={cn(
        'group relative mb-2 flex h-13 w-full items-center gap-3 rounded-m px-3 focus-inset',
        selected ? 'bg-accent-tint' : 'hover:bg-hover hover:[--pbg:var(--bg-hover)]',
      )}
    >
      <Icon
        of={directionIcons[words.status.direction]}
        className={
          words.status.direction === 'missed' || (words.voicemail && !words.voicemail.heard)
            ? 'text-missed'
            : 'text-ink-3'
        }
      />
      <Avatar
        name={words.named ? words.name : null}
        imageUrl={row.remote.avatarUrl ?? null}
        square={row.remote.avatarType === 'organization'}
        anonymous={words.status.withheld}
        presence={props.presence}
        className={selected ? '[--pbg:var(--accent-tint)]' : ''}
      />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-1.5">
          <span className={cn('truncate', done ? 'font-med text-ink-2' : 'font-semi')}>{words.name}</span>
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
        <VoicemailButton row={row} name={words.name} seconds={words.voicemail.seconds} reachable={props.reachable} />
      ) : null}
      <span className="hidden flex-none gap-1 group-focus-within:flex group-hover:flex">
        {props.onCallBack ? (
          <IconButton
            icon={Phone}
            tone="call"
            label={t(($) => $.inbox.callBackTo, { name: words.name })}
            hotkey="C"
            disabled={props.callsFull}
            onClick={apart(props.onCallBack)}
          />
        ) : null}
      </span>
      <ResolveButton done={done} name={words.name} reachable={props.reachable} onPress={apart(props.onResolve)} />
      <span className="min-w-16 flex-none text-right text-12 text-ink-3 leading-[18px] @max-[559px]:group-focus-within:hidden @max-[559px]:group-hover:hidden">
        <span className="block font-med text-ink-2">{words.time}</span>
        {words.duration}
      </span>
    </div>
  );
}

interface ResolveButtonProps {
  done: boolean;
  name: string;
  reachable: boolean;
  onPress: (event: MouseEvent) => void;
}

/** Keeps its slot in every row: a check where it is resolved, an offer under the pointer, else nothing to see. */
function ResolveButton({ done, name, reachable, onPress }: ResolveButtonProps) {
  const { t } = useWords();
  const label = t(($) => (done ? $.inbox.reopenOf : $.inbox.resolveOf), { name });
  return (
    <Tooltip text={label} hotkey="E">
      <button
        type="button"
        aria-label={label}
        tabIndex={reachable ? 0 : -1}
        onClick={onPress}
        className={cn(
          'size-5 flex-none place-items-center rounded-full transition-colors duration-(--d-fast)',
          done
            ? 'grid bg-accent-fill text-accent-on'
            : 'grid text-accent opacity-0 @max-[559px]:hidden @max-[559px]:group-focus-within:grid @max-[559px]:group-hover:grid inset-ring-[1.5px] inset-ring-accent focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100',
        )}
      >
        <Icon of={Check} size={12} />
      </button>
    </Tooltip>
  );
}

/** A press on a button of the row is not a press on the row. */
function apart(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    event.stopPropagation();
    act();
  };
}
