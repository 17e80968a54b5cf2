import type { AssistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { cn } from '#ui/cn.ts';
import { topicDots } from '#ui/topic-dots.ts';

interface TopicDotProps {
  topics: readonly AssistantTopic[];
  /** One of these topics, or another one, which is grey. */
  label: string | null;
  className?: string;
}

/** The colour of a topic; an ornament beside its name. */
export function TopicDot({ topics, label, className }: TopicDotProps) {
  const color = topics.find((topic) => topic.label === label)?.color ?? 'gray';
  return (
    <span
      aria-hidden
      className={cn('inline-block size-2 flex-none rounded-[2px]', className)}
      style={{ background: topicDots[color] }}
    />
  );
}
