import { Copy, SquarePen } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Evidence } from '../evidence/Evidence.tsx';
import { type Answer, isAnswered } from './answers.ts';

interface AnswerCardProps {
  item: Answer;
  onCopy: () => void;
  /** Null where the note is not the reader's to write. SSMART-020 */
  onNote: (() => void) | null;
}

/** One question with its answer, and where in the call it was said. */
export function AnswerCard({ item, onCopy, onNote }: AnswerCardProps) {
  const { t } = useWords();
  const { title, question, answer, evidence } = item;
  const hasAnswer = isAnswered(item);
  return (
    <li className="rounded-m border border-line p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className={title ? 'font-semi' : 'font-med text-ink-2'}>{title || question}</h3>
          {title ? <p className="text-12 text-ink-3">{question}</p> : null}
        </div>
        {hasAnswer ? (
          <span className="-mt-1 -mr-2 flex flex-none">
            <IconButton icon={Copy} label={t(($) => $.smartAnswers.view.copy, { question })} onClick={onCopy} />
            {onNote === null ? null : (
              <IconButton
                icon={SquarePen}
                label={t(($) => $.smartAnswers.view.toNote, { question })}
                onClick={onNote}
              />
            )}
          </span>
        ) : null}
      </div>
      {hasAnswer ? (
        <div className="mt-1.5 flex items-start gap-2">
          <p className="min-w-0 flex-1 whitespace-pre-line break-words text-14">{answer}</p>
          <Evidence ids={evidence} />
        </div>
      ) : (
        <p className="mt-1.5 text-ink-3">{t(($) => $.smartAnswers.view.notMentioned)}</p>
      )}
    </li>
  );
}
