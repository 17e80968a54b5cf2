import { queueBoardQueries } from '@sidetone/contract/documents/queue-board-query.ts';
import type { QueueBoard } from '@sidetone/contract/entities/queue-board.ts';
import { Maximize, Minimize } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatTime } from '#i18n/format.ts';
import { addQueueBoardWords } from '#i18n/queue-board-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { retryLive, useLive, useLiveState } from '#live/queries/live.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { BoardFigures } from './BoardFigures.tsx';
import { PeopleList } from './PeopleList.tsx';
import { useWall } from './use-wall.ts';
import { WaitingList } from './WaitingList.tsx';

addQueueBoardWords();

/** The live board of a queue: who waits, who is on what, and what today comes to. It fills the screen for a wall. */
export function Board({ channelId }: { channelId: string }) {
  const { t } = useWords();
  const { rows, status, error } = useLive(queueBoardQueries.queueBoard, { channelId });
  const board = rows[0];
  // A board that was refused is not live, whatever was shown of it before.
  if (board && status !== 'failed') return <Shown board={board} />;
  if (status === 'loading') {
    return (
      <AfterAMoment>
        <Skeleton className="m-6 h-20" />
      </AfterAMoment>
    );
  }
  return (
    <Empty
      title={t(($) => (status === 'failed' && error?.code !== 'NOT_FOUND' ? $.queueBoard.failed : $.queueBoard.gone))}
      action={
        <Button onClick={() => retryLive(queueBoardQueries.queueBoard, { channelId })}>
          {t(($) => $.app.tryAgain)}
        </Button>
      }
    />
  );
}

function Shown({ board }: { board: QueueBoard }) {
  const { t, language } = useWords();
  const zone = useCallZone();
  const isLost = useLiveState() === 'lost';
  // It stands still while nothing new arrives, so that nobody reads a wait that is not measured.
  const now = useNow(isLost ? null : 1000);
  const { isWall, setWall } = useWall();
  const time = formatTime(new Date(now).toISOString(), language, zone);
  return (
    <div
      className={cn('flex min-h-0 flex-1 flex-col bg-canvas', isWall && 'fixed inset-0 z-dialog')}
      data-wall={isWall}
    >
      <div className="flex flex-none items-center gap-3 border-line border-b px-6 py-2 max-[559px]:px-4">
        {isWall ? <h1 className="truncate font-semi text-[32px]">{board.name}</h1> : null}
        <span className="flex-1" />
        <span className={cn('tabular-nums', isWall ? 'text-20' : 'text-12', isLost ? 'text-ring' : 'text-live')}>
          {t(($) => (isLost ? $.queueBoard.lost : $.queueBoard.live), { time })}
        </span>
        <Button size="s" onClick={() => setWall(!isWall)} aria-keyshortcuts="f">
          <Icon of={isWall ? Minimize : Maximize} size={14} />
          {t(($) => (isWall ? $.queueBoard.leaveWall : $.queueBoard.wall))}
        </Button>
      </div>
      <Announced waiting={board.waiting.length} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label={t(($) => $.queueBoard.label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className={cn('focus-inset min-h-0 flex-1 overflow-y-auto', isLost && 'opacity-60')}
      >
        <BoardFigures board={board} now={now} isWall={isWall} />
        <div className="grid grid-cols-2 max-[899px]:grid-cols-1">
          <WaitingList board={board} now={now} isWall={isWall} />
          <PeopleList board={board} now={now} isWall={isWall} />
        </div>
      </div>
    </div>
  );
}

/** How often users who only hear are told how many wait, in milliseconds. */
const tellMs = 10_000;

/** Tells users who only hear how many wait, not with each caller. */
function Announced({ waiting }: { waiting: number }) {
  const { t } = useWords();
  const [told, setTold] = useState<number | null>(null);
  const latest = useRef(waiting);
  latest.current = waiting;
  useEffect(() => {
    const telling = setInterval(() => setTold(latest.current), tellMs);
    return () => clearInterval(telling);
  }, []);
  return (
    <span role="status" className="sr-only">
      {told === null ? '' : t(($) => $.queueBoard.waitingNow, { count: told })}
    </span>
  );
}
