import type { SupervisionMode } from '@sidetone/contract/entities/ongoing-call.ts';
import { queueBoardRoutes } from '@sidetone/contract/http/queue-board-routes.ts';
import { useEffect, useState } from 'react';
import { addSupervisionWords } from '#i18n/supervision-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { toast } from '#ui/toasts.ts';

addSupervisionWords();

const modes = ['listen', 'whisper', 'join'] as const;

interface SupervisionModesProps {
  /** The call of the queue that the user listens to. */
  supervision: {
    readonly channelId: string;
    readonly docId: string;
    readonly mode: SupervisionMode;
    readonly state: 'begins' | 'active' | 'waits';
  };
}

/** How a supervisor is in a call: three choices, and who hears them now. */
export function SupervisionModes({ supervision: { channelId, docId, mode, state } }: SupervisionModesProps) {
  const { t } = useWords();
  // A choice is shown immediately; the text below it says what applies so far.
  const [chosen, setChosen] = useState<SupervisionMode | null>(null);
  useEffect(() => setChosen((before) => (before === mode ? null : before)), [mode]);
  const choose = async (next: SupervisionMode) => {
    setChosen(next === mode ? null : next);
    try {
      await call(queueBoardRoutes.setSupervision, { params: { channelId, docId }, body: { mode: next } });
    } catch (error) {
      setChosen(null);
      toast({ tone: 'error', title: t(($) => $.supervision.notChanged), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  return (
    <div className="grid min-w-0 gap-1">
      {state === 'begins' ? null : (
        <Segmented
          label={t(($) => $.supervision.modesOf)}
          value={chosen ?? mode}
          options={modes.map((value) => ({ value, label: t(($) => $.supervision.modes[value]) }))}
          onChange={(next) => void choose(next)}
        />
      )}
      <p role="status" className="text-12 text-ink-2">
        {t(($) => $.supervision.hints[state === 'active' ? mode : state])}
      </p>
    </div>
  );
}
