import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxLabel } from '@sidetone/contract/rules/inbox-status.ts';
import { inboxLabel } from '@sidetone/contract/rules/inbox-status.ts';
import { Check, type LucideIcon, PhoneIncoming, PhoneMissed, PhoneOutgoing, Voicemail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ChipButton } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import type { EntryWords } from './entry-words.ts';

interface ThreadEntryProps {
  row: InboxRow;
  words: EntryWords;
  /** Selected, or open beside the list. */
  current: boolean;
  /** Can be reached with the Tab key, with its buttons: one entry of the list. */
  reachable: boolean;
  /** Takes the focus each time this number changes to another one than 0. */
  focusToken: number;
  /** Place among all lines and how many there are, for screen readers. */
  place: number;
  size: number;
  showTopics: boolean;
  onOpen: () => void;
  onResolve: () => void;
  onTopic: (topic: string) => void;
}

const icons: Record<InboxLabel, LucideIcon> = {
  incoming: PhoneIncoming,
  outgoing: PhoneOutgoing,
  missed: PhoneMissed,
  missedWithVoicemail: Voicemail,
};

/** One call of a thread: its topic, which of us had it, its summary and note, its time. */
export function ThreadEntry(props: ThreadEntryProps) {
  const { row, words, current, reachable } = props;
  const { t } = useWords();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.focusToken !== 0) element.current?.focus({ preventScroll: true });
  }, [props.focusToken]);
  const done = !row.unresolved;
  const label = inboxLabel(row.call, row.documentation.voicemail !== undefined);
  const when = [words.time, words.duration].filter(Boolean).join(' · ');
  const topics = props.showTopics ? words.topics : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys of all its entries
    <div
      ref={element}
      role="listitem"
      tabIndex={reachable ? 0 : -1}
      aria-label={[words.direction, words.title, words.colleague, words.time, words.duration]
        .filter(Boolean)
        .join(', ')}
      aria-current={current ? 'true' : undefined}
      aria-posinset={props.place}
      aria-setsize={props.size}
      data-call={row.id}
      onClick={props.onOpen}
      className={cn(
        'mb-1 grid grid-cols-[16px_1fr_20px] items-start gap-3 rounded-m px-3 py-2.5 focus-inset',
        current ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      <Icon
        of={icons[label]}
        className={cn('mt-0.5', label === 'missed' || label === 'missedWithVoicemail' ? 'text-missed' : 'text-ink-3')}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <b className={cn('min-w-0 break-words', done ? 'font-med text-ink-2' : 'font-semi')}>{words.title}</b>
          {words.colleague === null ? null : <span className="text-12 text-ink-3">{words.colleague}</span>}
          <span className="ml-auto whitespace-nowrap text-12 text-ink-3" title={words.localTime ?? undefined}>
            {when}
          </span>
        </div>
        {words.text === null ? null : <p className="mt-0.5 text-pretty text-ink-2">{words.text}</p>}
        {words.note === null ? null : (
          <p className="mt-1.5 line-clamp-6 whitespace-pre-line border-line-strong border-l-2 pl-2.5 text-ink-2">
            <span className="sr-only">{t(($) => $.threads.note)}</span>
            {words.note}
          </p>
        )}
        {topics.length === 0 ? null : (
          <div className="mt-1.5 flex flex-wrap gap-1">
            {topics.map((topic) => (
              <ChipButton
                key={topic}
                label={t(($) => $.inbox.topic.show, { topic })}
                tabIndex={reachable ? 0 : -1}
                onPress={() => props.onTopic(topic)}
                className="max-w-full"
              >
                <span className="truncate">{topic}</span>
              </ChipButton>
            ))}
          </div>
        )}
      </div>
      <ResolveRing done={done} call={words.title} reachable={reachable} onPress={props.onResolve} />
    </div>
  );
}

interface ResolveRingProps {
  done: boolean;
  call: string;
  reachable: boolean;
  onPress: () => void;
}

/** A ring while the call is unresolved, a check after that. */
function ResolveRing({ done, call, reachable, onPress }: ResolveRingProps) {
  const { t } = useWords();
  const label = t(($) => (done ? $.threads.reopen : $.threads.resolve), { call });
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (E)`}
      tabIndex={reachable ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      className={cn(
        'grid size-5 place-items-center rounded-full transition-colors duration-(--d-fast)',
        done
          ? 'bg-accent-fill text-accent-on'
          : 'inset-ring-[1.5px] inset-ring-line-control text-transparent hover:inset-ring-accent hover:text-accent',
      )}
    >
      <Icon of={Check} size={12} />
    </button>
  );
}
