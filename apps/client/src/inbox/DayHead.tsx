import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';

interface DayHeadProps {
  day: string;
  calls: number;
  talkSeconds: number;
  /** The list was cut off within this day, so its sums would be wrong. */
  partial: boolean;
  place: number;
  size: number;
}

const oneDayMs = 86_400_000;

/** Head of a day: its name, its date, a line, and what happened in it as far as there is room. */
export function DayHead({ day, calls, talkSeconds, partial, place, size }: DayHeadProps) {
  const { t, language } = useWords();
  const now = new Date();
  const date = formatDay(day, language, now.getFullYear());
  const name =
    day === dayOf(now)
      ? t(($) => $.inbox.today)
      : day === dayOf(new Date(now.getTime() - oneDayMs))
        ? t(($) => $.inbox.yesterday)
        : null;
  const count = t(($) => $.inbox.dayCalls, { count: calls });
  const minutes = Math.round(talkSeconds / 60);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    <div role="listitem" aria-posinset={place} aria-setsize={size} className="bg-canvas py-2">
      <h2 className="flex h-6 items-center gap-2 px-3 font-semi text-12">
        {name}
        <span className={name === null ? undefined : 'font-reg text-ink-3'}>{date}</span>
        <span aria-hidden className="h-px flex-1 bg-line" />
        {partial ? null : (
          <span className="font-reg text-ink-3">
            <span className="@min-[560px]:hidden" aria-hidden>
              {calls}
            </span>
            <span className="hidden @min-[560px]:inline">{count}</span>
            {minutes > 0 ? <span className="hidden @min-[900px]:inline">{` · ${minutes} min`}</span> : null}
          </span>
        )}
      </h2>
    </div>
  );
}
