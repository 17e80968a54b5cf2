import type { AssistantResult, AssistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { TopicDot } from '../TopicDot.tsx';
import { concernsOf } from './concerns.ts';

interface ConcernProps {
  result: AssistantResult;
  /** Of the assistant. */
  topics: readonly AssistantTopic[];
  onChange: (primaryTopic: string | null) => void;
}

/** What the caller wants, and the way to say that it is something else. SASSIST-002 */
export function Concern({ result, topics, onChange }: ConcernProps) {
  const { t } = useWords();
  const id = useId();
  const { primaryTopic } = result;
  const label = t(($) => $.callAssistant.detail.concern);
  const concerns = concernsOf(result, topics);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <span id={id} aria-hidden className="flex-none text-ink-3">
        {label}
      </span>
      <span className="relative w-70 min-w-0">
        <Select
          label={label}
          hideLabel
          small
          style={{ paddingLeft: 28 }}
          value={primaryTopic ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          options={[
            { value: '', label: t(($) => $.callAssistant.detail.noConcern) },
            ...concerns.map((concern) => ({ value: concern, label: concern })),
          ]}
        />
        <TopicDot topics={topics} label={primaryTopic} className="pointer-events-none absolute top-3 left-2.5" />
      </span>
    </div>
  );
}
