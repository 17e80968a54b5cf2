import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { X } from 'lucide-react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Empty } from '#ui/Empty.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { BoardPartProps } from './BoardFigures.tsx';
import { needsOf, secondsSince, waitTone } from './board-people.ts';
import { toneOfWait } from './tones.ts';
import { useDismiss } from './use-dismiss.ts';

/** Callers whom nobody has answered yet, in their order. */
export function WaitingList({
  board: { id: channelId, waiting, longestSeconds, skills },
  now,
  isWall,
}: BoardPartProps) {
  const { t } = useWords();
  const dismiss = useDismiss(channelId);
  return (
    <section className="min-w-0 px-6 py-4 max-[559px]:px-4">
      <h2 className={cn('mb-2 font-semi', isWall ? 'text-20' : 'text-12 text-ink-2')}>
        {t(($) => $.queueBoard.waitingList)}
      </h2>
      {waiting.length === 0 ? <Empty title={t(($) => $.queueBoard.nobody)} /> : null}
      <ol className={cn(waiting.length > 0 && 'border-line border-t')} aria-label={t(($) => $.queueBoard.waitingList)}>
        {waiting.map(({ id, number, name, calledNumber, isCallBack, needs, since }, at) => {
          const seconds = secondsSince(since, now) ?? 0;
          const shownNumber = number === null ? null : formatNumber(number);
          const shownName = name ?? shownNumber ?? t(($) => $.queueBoard.anonymous);
          return (
            <li
              key={id}
              className={cn('flex items-center gap-3 border-line border-b py-2', isWall ? 'text-20' : 'min-h-13')}
            >
              <span className="w-5 flex-none font-semi text-ink-2 tabular-nums">{at + 1}</span>
              <Avatar size="m" name={name} anonymous={number === null && name === null} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semi">{shownName}</span>
                <span className={cn('block truncate text-ink-3', !isWall && 'text-12')}>
                  {name !== null && shownNumber !== null ? `${shownNumber} ` : ''}
                  {calledNumber === null ? '' : t(($) => $.queueBoard.called, { number: formatNumber(calledNumber) })}
                </span>
              </span>
              {needsOf(needs, skills).map((words) => (
                <Chip key={words}>{words}</Chip>
              ))}
              {isCallBack ? <Chip>{t(($) => $.queueBoard.callBack)}</Chip> : null}
              {isCallBack && !isWall ? (
                <IconButton
                  icon={X}
                  label={t(($) => $.queueBoard.dismiss, { name: shownName })}
                  onClick={() => dismiss(id, shownName)}
                />
              ) : null}
              <span
                className={cn(
                  'font-semi tabular-nums',
                  isWall ? 'text-[32px]' : 'text-14',
                  toneOfWait[waitTone(seconds, longestSeconds)],
                )}
              >
                {formatDuration(seconds)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
