import { smartAnswersQuestionMaxCharacters, smartAnswersTitleMaxCharacters } from '@sidetone/contract/rules/limits.ts';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { newId } from '#platform/new-id.ts';
import { focusInDialog } from '#ui/focus-in-dialog.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { AddButton } from './AddButton.tsx';
import { type DraftQuestion, lacksText, type SetDraft, withNext, withoutQuestion, withQuestion } from './set-draft.ts';
import { isNearLimit, mayChangeQuestion } from './set-limits.ts';

interface QuestionsProps {
  draft: SetDraft;
  /** How many the plan allows; those beyond it are only deleted. */
  limit: number;
  isEditable: boolean;
  /** At the right of the heading: whether they are saved. */
  status: ReactNode;
  onChange: (draft: SetDraft) => void;
  onFull: () => void;
}

/** The questions of a set, each with a title or without. */
export function Questions({ draft, limit, isEditable, status, onChange, onFull }: QuestionsProps) {
  const { t } = useWords();
  const { list, focusOn } = useFocusOn(draft);
  // The last one with the focus keeps its hint: nothing moves below a pointer that is pressed on a button.
  const [hinted, setHinted] = useState<string | null>(null);
  const { questions } = draft;
  const isFull = questions.length >= limit;
  const add = (after: string | null) => {
    if (isFull) return onFull();
    const id = newId();
    focusOn(id);
    onChange(withNext(draft, after, id));
  };
  const remove = (id: string, at: number) => {
    const left = withoutQuestion(draft, id, newId());
    focusOn(left.questions[Math.max(0, at - 1)]?.id ?? null);
    onChange(left);
  };
  return (
    <section>
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b pb-2">
        <h3 className="font-med text-12 text-ink-2">{t(($) => $.smartAnswers.questionsTitle)}</h3>
        {isNearLimit(questions.length, limit) ? (
          <span className="text-12 text-ink-3">
            {t(($) => $.smartAnswers.countOf, { count: questions.length, max: limit })}
          </span>
        ) : null}
        <span className="flex-1" />
        {status}
      </div>
      <ol ref={list}>
        {questions.map((question, at) => (
          <QuestionLine
            key={question.id}
            question={question}
            number={at + 1}
            isEditable={isEditable && mayChangeQuestion(at, limit)}
            isDeletable={isEditable}
            isHinted={question.id === hinted}
            onFocus={() => setHinted(question.id)}
            onChange={(change) => onChange(withQuestion(draft, question.id, change))}
            onNext={() => add(question.id)}
            onRemove={() => remove(question.id, at)}
          />
        ))}
      </ol>
      {isEditable ? (
        <div className="mt-2 flex">
          <AddButton
            label={t(($) => $.smartAnswers.addQuestion)}
            isFull={isFull}
            onAdd={() => add(null)}
            onFull={onFull}
          />
        </div>
      ) : null}
    </section>
  );
}

interface QuestionLineProps {
  question: DraftQuestion;
  number: number;
  isEditable: boolean;
  isDeletable: boolean;
  /** It says how the next question is added. */
  isHinted: boolean;
  onFocus: () => void;
  onChange: (change: Partial<Pick<DraftQuestion, 'title' | 'question'>>) => void;
  onNext: () => void;
  onRemove: () => void;
}

const field =
  'h-8 w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px] aria-invalid:border-missed aria-invalid:placeholder:text-missed read-only:bg-well read-only:text-ink-2';

function QuestionLine(props: QuestionLineProps) {
  const { question, number, isEditable, isDeletable, isHinted, onFocus, onChange, onNext, onRemove } = props;
  const { t } = useWords();
  const missing = useId();
  // Whoever writes the title first is on the way to the question.
  const [isIn, setIn] = useState(false);
  const isMissing = !isIn && lacksText(question);
  const hasText = question.question.trim() !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter ends that.
    if (event.key !== 'Enter' || !event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (hasText && isDeletable) onNext();
  };
  return (
    <li
      onFocus={() => setIn(true)}
      onBlur={(event) => setIn(event.currentTarget.contains(event.relatedTarget))}
      className="relative grid grid-cols-[minmax(0,168px)_minmax(0,1fr)_28px] items-center gap-2 border-line border-b py-2 max-[759px]:grid-cols-[minmax(0,1fr)_28px]"
    >
      <input
        className={`${field} max-[759px]:col-span-2`}
        aria-label={t(($) => $.smartAnswers.questionTitle, { number })}
        placeholder={t(($) => $.smartAnswers.titleHint)}
        value={question.title}
        maxLength={smartAnswersTitleMaxCharacters}
        readOnly={!isEditable}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <input
        className={field}
        data-question={question.id}
        aria-label={t(($) => $.smartAnswers.question, { number })}
        aria-keyshortcuts="Shift+Enter"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? missing : undefined}
        {...(number === 1 && !hasText && isEditable ? { 'data-first-focus': true } : {})}
        // In the field itself: nothing moves below a pointer that is pressed on a button.
        placeholder={t(($) => (isMissing ? $.smartAnswers.questionMissing : $.smartAnswers.questionHint))}
        value={question.question}
        maxLength={smartAnswersQuestionMaxCharacters}
        readOnly={!isEditable}
        onChange={(event) => onChange({ question: event.target.value })}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      {isDeletable ? (
        <IconButton icon={Trash2} label={t(($) => $.smartAnswers.deleteQuestion, { number })} onClick={onRemove} />
      ) : null}
      {isMissing ? (
        <span id={missing} className="sr-only">
          {t(($) => $.smartAnswers.questionMissing)}
        </span>
      ) : null}
      {hasText && isEditable && isHinted ? (
        <span aria-hidden className="col-start-2 flex items-center gap-2 text-12 text-ink-3 max-[759px]:col-start-1">
          <Keys hotkey="Shift+Enter" />
          {t(($) => $.smartAnswers.addsNext)}
        </span>
      ) : null}
    </li>
  );
}

/** Moves the focus to the text of a question as soon as it is drawn. */
function useFocusOn(draft: SetDraft) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is there once the draft was drawn
  useEffect(() => {
    if (wanted.current === null) return;
    const field = list.current?.querySelector<HTMLElement>(`[data-question="${CSS.escape(wanted.current)}"]`);
    if (field) focusInDialog(field);
    wanted.current = null;
  }, [draft]);
  return {
    list,
    focusOn(id: string | null) {
      wanted.current = id;
    },
  };
}
