import { Check, Copy, SquarePen } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

interface AnswersFootProps {
  /** How many questions were answered, in words. */
  count: string;
  /** The answers were written into the note when they were made. */
  isInNote: boolean;
  /** What was copied a moment ago. */
  copied: 'clipboard' | 'note' | null;
  onCopy: () => void;
  /** Null where the note is not the reader's to write. */
  onNote: (() => void) | null;
}

/** Below the answers: all of them as a text, or in the note. SSMART-012, SSMART-014 */
export function AnswersFoot({ count, isInNote, copied, onCopy, onNote }: AnswersFootProps) {
  const { t } = useWords();
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t px-6 py-3 max-[559px]:px-4">
      <p className="mr-auto min-w-0 text-12 text-ink-3">
        {count}
        {isInNote ? ` · ${t(($) => $.smartAnswers.view.inNote)}` : null}
      </p>
      <span role="status" className="sr-only">
        {copied === 'note' ? t(($) => $.smartAnswers.view.copiedToNote) : null}
        {copied === 'clipboard' ? t(($) => $.smartAnswers.view.copied) : null}
      </span>
      <Button onClick={onCopy}>
        <Icon of={copied === 'clipboard' ? Check : Copy} />
        {copied === 'clipboard' ? t(($) => $.smartAnswers.view.copied) : t(($) => $.smartAnswers.view.copyAll)}
      </Button>
      {onNote === null ? null : (
        <Button tone="primary" onClick={onNote}>
          <Icon of={copied === 'note' ? Check : SquarePen} />
          {copied === 'note' ? t(($) => $.smartAnswers.view.copiedToNote) : t(($) => $.smartAnswers.view.copyAllToNote)}
        </Button>
      )}
    </div>
  );
}
