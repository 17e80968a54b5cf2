import {
  type AdminAssistant,
  type AssistantQuestion,
  type AssistantTopic,
  assistantLimits,
  newAssistant,
  topicColors,
} from '@sidetone/contract/entities/assistant.ts';
import type { z } from 'zod';

/** What administrators fill in of a call assistant. */
export interface AssistantValues {
  name: string;
  /** Empty for none. */
  channelId: string;
  topics: AssistantTopic[];
  /** Ids of announcements; empty for none. */
  greetingAnnouncementId: string;
  goodbyeAnnouncementId: string;
  questions: AssistantQuestion[];
}

export const assistantForm = newAssistant.pick({
  name: true,
  channelId: true,
  topics: true,
  greetingAnnouncementId: true,
  goodbyeAnnouncementId: true,
  questions: true,
});
export type AssistantBody = z.output<typeof assistantForm>;

export function assistantValues(assistant: AdminAssistant | null): AssistantValues {
  return {
    name: assistant?.name ?? '',
    channelId: assistant?.channelId ?? '',
    topics: assistant?.topics.map(({ label, color }) => ({ label, color })) ?? [],
    greetingAnnouncementId: assistant?.greetingAnnouncementId ?? '',
    goodbyeAnnouncementId: assistant?.goodbyeAnnouncementId ?? '',
    questions: assistant?.questions ?? [],
  };
}

/** The form as the schema reads it: topics without a name and empty questions were added by mistake. */
export function assistantShape({ name, channelId, topics, questions, ...sounds }: AssistantValues): unknown {
  return {
    name,
    channelId: channelId === '' ? null : channelId,
    topics: topics.filter(({ label }) => label.trim() !== ''),
    greetingAnnouncementId: sounds.greetingAnnouncementId || null,
    goodbyeAnnouncementId: sounds.goodbyeAnnouncementId || null,
    questions: questions.filter(({ text, label, announcementId }) => text.trim() || label.trim() || announcementId),
  };
}

/** Another topic, in the first colour that none has; null where there is no room for one. */
export function nextTopic(topics: readonly AssistantTopic[]): AssistantTopic | null {
  if (topics.length >= assistantLimits.topics) return null;
  const [gray, ...bright] = topicColors;
  const free = bright.find((color) => topics.every((topic) => topic.color !== color));
  return { label: '', color: free ?? gray };
}

/** Another question, with an id of its own; null where there is no room for one. */
export function nextQuestion(questions: readonly AssistantQuestion[]): AssistantQuestion | null {
  if (questions.length >= assistantLimits.questions) return null;
  return { id: crypto.randomUUID(), label: '', text: '', announcementId: null };
}
