import { memo } from 'react';
import { dayBefore, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import type { DaySum } from '../days.ts';

interface DayHeadProps {
  day: string;
  /** `yyyy-MM-dd`. */
  today: string;
  /** The calls of this day; null where not all of them are known. */
  calls: DaySum['calls'] | null;
  talkSeconds: DaySum['talkSeconds'];
  /** In px from the top of the list; null for the head that stays on top of it. */
  top: number | null;
  place: number;
  /** Lines of the list, -1 while their number is not known. */
  size: number;
}

/** Head of a day: its name, its date, a line, and the sum of its calls as far as there is room. */
export const DayHead = memo(function DayHead({ day, today, calls, talkSeconds, top, place, size }: DayHeadProps) {
  const { t, language } = useWords();
  const date = formatDay(day, language, Number(today.slice(0, 4)));
  const name = day === today ? t(($) => $.inbox.today) : day === dayBefore(today) ? t(($) => $.inbox.yesterday) : null;
  const minutes = Math.round((talkSeconds ?? 0) / 60);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={size}
      className={cn('bg-canvas py-2', top === null ? 'sticky -top-1 z-sticky' : 'absolute top-0 left-0 w-full')}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <h2 className="flex h-6 items-center gap-2 px-3 font-semi text-12">
        {name}
        <span className={name === null ? undefined : 'font-reg text-ink-3'}>{date}</span>
        <span aria-hidden className="h-px flex-1 bg-line" />
        {calls === null ? null : (
          <span className="font-reg text-ink-3">
            <span className="@min-[560px]:hidden" aria-hidden>
              {calls}
            </span>
            <span className="hidden @min-[560px]:inline">{t(($) => $.inbox.dayCalls, { count: calls })}</span>
            {minutes > 0 ? <span className="hidden @min-[900px]:inline">{` · ${minutes} min`}</span> : null}
          </span>
        )}
      </h2>
    </div>
  );
});
