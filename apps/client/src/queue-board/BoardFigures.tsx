import type { QueueBoard } from '@sidetone/contract/entities/queue-board.ts';
import { serviceLevel } from '@sidetone/contract/rules/statistics.ts';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { secondsSince, talkingOf, waitTone } from './board-people.ts';
import { toneOfWait } from './tones.ts';

export interface BoardPartProps {
  board: QueueBoard;
  /** In milliseconds since 1970. */
  now: number;
  /** It is read from afar. */
  isWall: boolean;
}

/** Six figures: who waits and talks now, and what today comes to. */
export function BoardFigures({ board, now, isWall }: BoardPartProps) {
  const { t, language } = useWords();
  const { today, waiting, serviceSeconds, longestSeconds } = board;
  const { talking, loggedIn } = talkingOf(board);
  const longest = Math.max(0, ...waiting.map(({ since }) => secondsSince(since, now) ?? 0));
  const level = serviceLevel(today);
  const none = t(($) => $.queueBoard.none);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const figures = [
    {
      label: t(($) => $.queueBoard.waiting),
      value: String(waiting.length),
      note: waiting.length > 0 ? t(($) => $.queueBoard.longest, { time: formatDuration(longest) }) : '',
      tone: toneOfWait[waitTone(longest, longestSeconds)],
    },
    {
      label: t(($) => $.queueBoard.inCall),
      value: String(talking),
      note: t(($) => $.queueBoard.ofLoggedIn, { count: loggedIn }),
    },
    { label: t(($) => $.queueBoard.answered), value: String(today.answered), note: '' },
    { label: t(($) => $.queueBoard.missed), value: String(today.missed), note: '' },
    {
      label: t(($) => $.queueBoard.wait),
      value: today.waitSeconds === null ? none : formatDuration(today.waitSeconds),
      note: '',
    },
    {
      label: t(($) => $.queueBoard.level),
      value: level === null ? none : percent.format(level),
      note: t(($) => $.queueBoard.within, { count: serviceSeconds }),
    },
  ];
  return (
    <dl
      aria-label={t(($) => $.queueBoard.figures)}
      className={cn(
        'grid gap-x-6 gap-y-4 border-line border-b px-6 py-4 max-[559px]:px-4',
        isWall ? 'grid-cols-[repeat(auto-fit,minmax(220px,1fr))]' : 'grid-cols-[repeat(auto-fit,minmax(132px,1fr))]',
      )}
    >
      {figures.map(({ label, value, note, tone }) => (
        <div key={label}>
          <dt className={cn('text-ink-3', isWall ? 'text-20' : 'text-12')}>{label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
            <span className={cn('font-semi', isWall ? 'text-[72px] leading-none' : 'text-28')}>{value}</span>
            <span className={cn(isWall ? 'text-20' : 'text-12', tone ?? 'text-ink-3')}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
