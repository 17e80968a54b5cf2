import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { answeredShare, difference, growth, type StatisticsWord } from '@sidetone/contract/rules/statistics.ts';
import { formatDuration } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { formatCount, formatSeconds, formatShare, withSign } from './format.ts';

/** Whether more of it is good, bad or neither. */
type Taste = 'good' | 'bad' | 'neither';

interface Change {
  readonly amount: number;
  readonly text: string;
  readonly taste: Taste;
}

interface FigureProps {
  word: StatisticsWord;
  value: string;
  change: Change | null;
  note?: string | null;
}

/** The six figures of a period, each with its change and, as a tool tip, what it means. */
export function Figures({ shown: { now, before, unresolved } }: { shown: Statistics }) {
  const { t, language } = useWords();
  const share = answeredShare(now);
  const points = difference(share, answeredShare(before));
  const none = t(($) => $.statistics.none);
  const inPoints = (size: number) => formatShare(size, language).replace(/\s*%$/, '').trim();
  return (
    <dl
      aria-label={t(($) => $.statistics.figures)}
      className="grid grid-cols-[repeat(auto-fit,minmax(132px,1fr))] gap-x-6 gap-y-4"
    >
      <Figure
        word="calls"
        value={formatCount(now.calls, language)}
        change={changeOf(growth(now.calls, before.calls), 'neither', (size) => formatShare(size, language, 0))}
      />
      <Figure
        word="answered"
        value={share === null ? none : formatShare(share, language)}
        change={changeOf(points === null ? null : Math.round(points * 1000) / 1000, 'good', inPoints, (change) =>
          t(($) => $.statistics.points, { change }),
        )}
      />
      <Figure
        word="missed"
        value={formatCount(now.missed, language)}
        change={changeOf(before.calls === 0 ? null : now.missed - before.missed, 'bad', (size) =>
          formatCount(size, language),
        )}
      />
      <Figure
        word="wait"
        value={formatSeconds(now.waitSeconds)}
        change={changeOf(difference(now.waitSeconds, before.waitSeconds), 'bad', formatDuration)}
      />
      <Figure
        word="talk"
        value={formatSeconds(now.talkSeconds)}
        change={changeOf(difference(now.talkSeconds, before.talkSeconds), 'neither', formatDuration)}
      />
      <Figure
        word="unresolved"
        value={formatCount(unresolved.calls, language)}
        change={null}
        note={unresolvedNote(unresolved.missed, language, (calls) =>
          t(($) => $.statistics.unresolvedMissed, { calls }),
        )}
      />
    </dl>
  );
}

const unresolvedNote = (missed: number, language: Language, words: (calls: string) => string): string | null =>
  missed === 0 ? null : words(formatCount(missed, language));

function changeOf(
  amount: number | null,
  taste: Taste,
  text: (size: number) => string,
  around: (change: string) => string = (change) => change,
): Change | null {
  return amount === null ? null : { amount, taste, text: around(withSign(amount, text)) };
}

function toneOf({ amount, taste }: Change): string {
  if (amount === 0 || taste === 'neither') return 'text-ink-3';
  return amount > 0 === (taste === 'good') ? 'text-live' : 'text-ring';
}

function Figure({ word, value, change, note = null }: FigureProps) {
  const { t } = useWords();
  return (
    <div className="min-[1280px]:not-first:border-line min-[1280px]:not-first:border-l min-[1280px]:not-first:pl-6">
      <dt title={t(($) => $.statistics.meaning[word])} className="text-12 text-ink-3">
        {t(($) => $.statistics[word])}
        <span className="sr-only"> ({t(($) => $.statistics.meaning[word])})</span>
      </dt>
      <dd className="flex items-baseline gap-2">
        <span className="font-med text-28 tabular-nums">{value}</span>
        {change === null ? null : (
          <span className={cn('whitespace-nowrap text-12 tabular-nums', toneOf(change))}>
            <span aria-hidden>{change.text}</span>
            <span className="sr-only">{t(($) => $.statistics.compared, { change: change.text })}</span>
          </span>
        )}
        {note === null ? null : <span className="whitespace-nowrap text-12 text-missed">{note}</span>}
      </dd>
    </div>
  );
}
