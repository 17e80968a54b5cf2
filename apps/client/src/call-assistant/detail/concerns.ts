import type { AssistantResult, AssistantTopic } from '@sidetone/contract/entities/assistant.ts';

/** What a result can be about: what it is about now, its own topics, then those of its assistant, each once. */
export function concernsOf(
  { primaryTopic, topics }: Pick<AssistantResult, 'primaryTopic' | 'topics'>,
  ofAssistant: readonly Pick<AssistantTopic, 'label'>[],
): string[] {
  const now = primaryTopic === null ? [] : [primaryTopic];
  return [...new Set([...now, ...topics, ...ofAssistant.map(({ label }) => label)])];
}
