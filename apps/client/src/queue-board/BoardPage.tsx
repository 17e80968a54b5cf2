import { queueBoardQueries } from '@sidetone/contract/documents/queue-board-query.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useTitle } from '#pages/use-title.ts';
import { Board } from './Board.tsx';

/** The board of a queue as a page of its own, for administrators who are no members of it, and for walls. */
export function BoardPage({ channelId }: { channelId: string }) {
  const { t } = useWords();
  const name = useLive(queueBoardQueries.queueBoard, { channelId }).rows[0]?.name;
  const title = name === undefined ? t(($) => $.queueBoard.label) : t(($) => $.queueBoard.titleOf, { channel: name });
  useTitle(title);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex h-14 flex-none items-center border-line border-b px-6 max-[559px]:px-4">
        <h1 className="truncate font-semi text-16">{title}</h1>
      </header>
      <Board channelId={channelId} />
    </div>
  );
}
