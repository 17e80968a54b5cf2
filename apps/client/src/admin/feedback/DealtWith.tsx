import type { AdminFeedback } from '@sidetone/contract/entities/feedback.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { useUserNames } from '../directory.ts';
import { formatMoment } from '../format.ts';

type Done = Pick<AdminFeedback, 'doneAt' | 'doneBy'>;

/** Whether the feedback is resolved, in a word. */
export function DoneBadge({ doneAt }: Pick<Done, 'doneAt'>) {
  const { t } = useWords();
  return (
    <StateBadge tone={doneAt === null ? 'ring' : 'live'}>
      {t(($) => (doneAt === null ? $.admin.feedback.open : $.admin.feedback.done))}
    </StateBadge>
  );
}

/** The same with the user and the time. */
export function DoneLine({ doneAt, doneBy }: Done) {
  const { t, language } = useWords();
  const names = useUserNames();
  if (doneAt === null) return <DoneBadge doneAt={null} />;
  const name = names.get(doneBy ?? '') ?? t(($) => $.admin.feedback.somebody);
  return (
    <StateBadge tone="live">
      {t(($) => $.admin.feedback.doneBy, { name, at: formatMoment(doneAt, language) })}
    </StateBadge>
  );
}

interface DealActionsProps {
  doneAt: string | null;
  busy: boolean;
  onMark: (done: boolean) => void;
  onRemove: () => void;
}

/** The actions for administrators. */
export function DealActions({ doneAt, busy, onMark, onRemove }: DealActionsProps) {
  const { t } = useWords();
  return (
    <>
      <Button tone="danger" disabled={busy} onClick={onRemove}>
        {t(($) => $.admin.feedback.remove)}
      </Button>
      <Button tone={doneAt === null ? 'primary' : 'default'} disabled={busy} onClick={() => onMark(doneAt === null)}>
        {t(($) => (doneAt === null ? $.admin.feedback.markDone : $.admin.feedback.reopen))}
      </Button>
    </>
  );
}
