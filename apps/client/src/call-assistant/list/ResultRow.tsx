import type { AssistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { Check } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import type { ResultEntry } from '../results.ts';
import { TopicDot } from '../TopicDot.tsx';
import type { ResultWords } from '../use-result-words.ts';

interface ResultRowProps {
  entry: ResultEntry;
  /** Changes only with the language and the time zone. */
  wordsOf: (result: ResultEntry['result']) => ResultWords;
  topics: readonly AssistantTopic[];
  /** Selected, or open beside the list. */
  current: boolean;
  /** Can be reached with the Tab key: one row of the list. */
  reachable: boolean;
  /** Takes the focus each time this number changes to another one than 0. */
  focusToken: number;
  /** Place among all lines and their number, -1 while it is not known; for screen readers. */
  place: number;
  size: number;
  onOpen: (id: string) => void;
  onMark: (id: string) => void;
}

/** One result of the list: who called, what it is about, when, and the circle that marks it. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { entry, current, reachable } = props;
  const { result } = entry;
  const { t } = useWords();
  const words = props.wordsOf(result);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.focusToken !== 0) element.current?.focus({ preventScroll: true });
  }, [props.focusToken]);
  const done = result.state === 'DONE';
  const mark = t(($) => $.callAssistant[done ? 'markOpenOf' : 'markDoneOf'], { name: words.name });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys of all its rows
    <div
      ref={element}
      role="listitem"
      tabIndex={reachable ? 0 : -1}
      aria-label={[words.name, words.organization, result.primaryTopic, words.time, words.duration]
        .filter(Boolean)
        .join(', ')}
      aria-current={current ? 'true' : undefined}
      aria-posinset={props.place}
      aria-setsize={props.size}
      data-result={result.id}
      onClick={() => props.onOpen(result.id)}
      className={cn(
        'group mb-2 flex h-13 w-full items-center gap-3 rounded-m px-3 focus-inset',
        current ? 'bg-accent-tint [--pbg:var(--accent-tint)]' : 'hover:bg-hover hover:[--pbg:var(--bg-hover)]',
      )}
    >
      <Avatar
        name={words.named ? words.name : null}
        imageUrl={result.remote.avatarUrl ?? null}
        square={result.remote.avatarType === 'organization'}
        anonymous={result.remoteNumber === null}
      />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-1.5">
          <span className={cn('truncate', done ? 'font-med text-ink-2' : 'font-semi')}>{words.name}</span>
          {words.organization === null ? null : (
            <span className="min-w-0 shrink-[9999] truncate text-12 text-ink-3">{words.organization}</span>
          )}
        </span>
        {result.primaryTopic === null ? null : (
          <span className="flex min-w-0 items-center gap-1.5 text-13 text-ink-2 leading-[18px]">
            <TopicDot topics={props.topics} label={result.primaryTopic} />
            <span className="truncate">{result.primaryTopic}</span>
          </span>
        )}
      </span>
      <span className="min-w-16 flex-none text-right text-12 text-ink-3 leading-[18px]">
        <span className="block font-med text-ink-2">{words.time}</span>
        {words.duration}
      </span>
      <button
        type="button"
        aria-label={mark}
        title={`${mark} (E)`}
        tabIndex={reachable ? 0 : -1}
        onClick={(event) => {
          event.stopPropagation();
          props.onMark(result.id);
        }}
        className={cn(
          'grid size-5 flex-none place-items-center rounded-full transition-colors duration-(--d-fast)',
          done
            ? 'bg-accent-fill text-accent-on'
            : 'inset-ring-[1.5px] inset-ring-line-control text-transparent hover:inset-ring-accent hover:text-accent',
        )}
      >
        <Icon of={Check} size={12} />
      </button>
    </div>
  );
});
