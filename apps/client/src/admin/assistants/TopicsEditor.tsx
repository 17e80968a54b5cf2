import { type AssistantTopic, topicColors } from '@sidetone/contract/entities/assistant.ts';
import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { topicDots } from '#ui/topic-dots.ts';
import { nextTopic } from './assistant-form.ts';
import { LinesEditor } from './LinesEditor.tsx';

interface TopicsEditorProps {
  topics: readonly AssistantTopic[];
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (topics: AssistantTopic[]) => void;
}

/** What callers may want: each with a name and the colour of its dot. */
export function TopicsEditor({ topics, error, onChange }: TopicsEditorProps) {
  const { t } = useWords();
  const next = nextTopic(topics);
  const change = (at: number, to: Partial<AssistantTopic>) =>
    onChange(topics.map((topic, place) => (place === at ? { ...topic, ...to } : topic)));
  return (
    <LinesEditor
      label={t(($) => $.admin.assistants.topics)}
      lines={topics}
      next={next}
      add={t(($) => $.admin.assistants.addTopic)}
      onChange={onChange}
      problem={
        error('topics') === undefined ? null : (
          <p role="alert" className="text-12 text-missed">
            {t(($) => $.admin.assistants.topicTwice)}
          </p>
        )
      }
    >
      {(topic, at, remove) => (
        <li key={at} className="flex items-start gap-2">
          <span className="relative w-36 flex-none">
            <Select
              label={t(($) => $.admin.assistants.colorOf, { number: at + 1 })}
              hideLabel
              style={{ paddingLeft: 28 }}
              value={topic.color}
              onChange={({ target }) => change(at, { color: target.value as AssistantTopic['color'] })}
              options={topicColors.map((value) => ({ value, label: t(($) => $.admin.assistants.colors[value]) }))}
            />
            <span
              aria-hidden
              className="pointer-events-none absolute top-3.5 left-2.5 size-2 rounded-[2px]"
              style={{ background: topicDots[topic.color] }}
            />
          </span>
          <Field
            label={t(($) => $.admin.assistants.topic, { number: at + 1 })}
            labelHidden
            className="min-w-0 flex-1"
            autoComplete="off"
            value={topic.label}
            error={error(`topics.${at}.label`)}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          <IconButton
            icon={X}
            className="mt-1"
            label={t(($) => $.admin.assistants.removeTopic, { name: topic.label || String(at + 1) })}
            onClick={remove}
          />
        </li>
      )}
    </LinesEditor>
  );
}
