import type { AssistantQuestion } from '@sidetone/contract/entities/assistant.ts';
import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { AnnouncementSelect } from './AnnouncementSelect.tsx';
import { nextQuestion } from './assistant-form.ts';
import { LinesEditor } from './LinesEditor.tsx';

interface QuestionsEditorProps {
  questions: readonly AssistantQuestion[];
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (questions: AssistantQuestion[]) => void;
}

/** What callers are asked on the phone, in this order: each with its short name, its words and the announcement that asks it. */
export function QuestionsEditor({ questions, error, onChange }: QuestionsEditorProps) {
  const { t } = useWords();
  const next = nextQuestion(questions);
  const change = (id: string, to: Partial<AssistantQuestion>) =>
    onChange(questions.map((question) => (question.id === id ? { ...question, ...to } : question)));
  return (
    <LinesEditor
      label={t(($) => $.admin.assistants.questions)}
      lines={questions}
      next={next}
      add={t(($) => $.admin.assistants.addQuestion)}
      onChange={onChange}
    >
      {({ id, label, text, announcementId }, at, remove) => (
        <li key={id} className="flex items-start gap-2 rounded-s border border-line p-3">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-3 max-[559px]:grid-cols-1">
            <Field
              label={t(($) => $.admin.assistants.questionLabel, { number: at + 1 })}
              autoComplete="off"
              placeholder={t(($) => $.admin.assistants.questionLabelExample)}
              value={label}
              error={error(`questions.${at}.label`)}
              onChange={({ target }) => change(id, { label: target.value })}
            />
            <AnnouncementSelect
              label={t(($) => $.admin.assistants.questionSound, { number: at + 1 })}
              none={t(($) => $.admin.assistants.notAsked)}
              value={announcementId ?? ''}
              error={error(`questions.${at}.announcementId`)}
              onChange={(chosen) => change(id, { announcementId: chosen || null })}
            />
            <Field
              className="col-span-full"
              label={t(($) => $.admin.assistants.questionText, { number: at + 1 })}
              autoComplete="off"
              value={text}
              error={error(`questions.${at}.text`)}
              onChange={({ target }) => change(id, { text: target.value })}
            />
          </div>
          <IconButton
            icon={X}
            label={t(($) => $.admin.assistants.removeQuestion, { name: label || String(at + 1) })}
            onClick={remove}
          />
        </li>
      )}
    </LinesEditor>
  );
}
