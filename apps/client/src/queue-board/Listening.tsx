import type { BoardCall, QueueBoard } from '@sidetone/contract/entities/queue-board.ts';
import { queueBoardRoutes } from '@sidetone/contract/http/queue-board-routes.ts';
import { Headphones } from 'lucide-react';
import { useState } from 'react';
import { SupervisionModes } from '#calls/SupervisionModes.tsx';
import { addSupervisionWords } from '#i18n/supervision-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call as ask } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toasts.ts';
import { mayListen } from './may-listen.ts';

addSupervisionWords();

interface ListeningProps {
  board: Pick<QueueBoard, 'id' | 'people' | 'supervisionRule'>;
  call: BoardCall;
  /** Of the member who talks. */
  name: string;
}

/** Below a member who talks: who listens to the call, or the way to do so. Nothing for users who may not. */
export function Listening({ board, call, name }: ListeningProps) {
  const { t } = useWords();
  const me = useMe();
  const [isBusy, setBusy] = useState(false);
  const { supervision, docId } = call;
  const params = { channelId: board.id, docId };
  const start = async () => {
    setBusy(true);
    try {
      await ask(queueBoardRoutes.superviseCall, { params });
      toast({ tone: 'ok', title: t(($) => $.supervision.rings) });
    } catch (error) {
      const code = codeOf(error);
      const own = { CONFLICT: 'conflict', NOT_FOUND: 'conflict', FORBIDDEN: 'forbidden' } as const;
      const known = code in own ? own[code as keyof typeof own] : null;
      const text = known ? t(($) => $.supervision[known]) : t(($) => $.errors[code]);
      toast({ tone: 'error', title: t(($) => $.supervision.failed), text });
    } finally {
      setBusy(false);
    }
  };
  const stop = async () => {
    setBusy(true);
    try {
      await ask(queueBoardRoutes.endSupervision, { params });
    } catch (error) {
      const text = t(($) => $.errors[codeOf(error)]);
      toast({ tone: 'error', title: t(($) => $.supervision.notChanged), text });
    } finally {
      setBusy(false);
    }
  };
  if (supervision && supervision.userId !== me?.id) {
    const { state, mode } = supervision;
    // That a supervisor whispers is for the member alone.
    const shown = state === 'begins' ? state : state === 'active' && mode === 'join' ? mode : 'listen';
    return (
      <p className="basis-full text-12 text-ink-2">{t(($) => $.supervision[shown], { name: supervision.name })}</p>
    );
  }
  if (supervision) {
    return (
      <div className="flex basis-full flex-wrap items-end gap-2">
        <SupervisionModes supervision={{ ...params, mode: supervision.mode, state: supervision.state }} />
        <Button
          size="s"
          aria-label={t(($) => $.supervision.endOf, { name })}
          disabled={isBusy}
          onClick={() => void stop()}
        >
          {t(($) => $.supervision.end)}
        </Button>
      </div>
    );
  }
  if (!mayListen(board, call, me)) return null;
  return (
    <div className="basis-full">
      <Button
        size="s"
        aria-label={t(($) => $.supervision.startOf, { name })}
        disabled={isBusy}
        onClick={() => void start()}
      >
        <Icon of={Headphones} size={14} />
        {t(($) => $.supervision.start)}
      </Button>
    </div>
  );
}
