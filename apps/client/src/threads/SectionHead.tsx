import { formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { monthsOf, type ThreadLine } from './sections.ts';

interface SectionHeadProps {
  line: Extract<ThreadLine, { kind: 'section' }>;
  today: string;
  /** Older calls of this section may still come, so neither its count nor its months are known. */
  partial: boolean;
  place: number;
  size: number;
}

/** Head of a section: how far back, which days, a line, and how many calls. */
export function SectionHead({ line, today, partial, place, size }: SectionHeadProps) {
  const { t, language } = useWords();
  const { section, newest, oldest, calls } = line;
  const days = () => {
    if (section === 'today' || section === 'yesterday') return formatDay(newest, language, Number(today.slice(0, 4)));
    if (section === 'thisWeek' || partial) return null;
    const months = monthsOf(oldest, newest, language, Number(today.slice(0, 4)));
    return months.kind === 'one' ? months.month : t(($) => $.threads.months[months.kind], months);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    <div role="listitem" aria-posinset={place} aria-setsize={size} className="bg-canvas py-2">
      <h2 className="flex h-6 items-center gap-2 px-3 font-semi text-12">
        {t(($) => $.threads.section[section])}
        <span className="font-reg text-ink-3">{days()}</span>
        <span aria-hidden className="h-px flex-1 bg-line" />
        {partial ? null : <span className="font-reg text-ink-3">{calls}</span>}
      </h2>
    </div>
  );
}
