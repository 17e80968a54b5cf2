import {
  type AdminAssistant,
  type AssistantQuestion,
  type AssistantTopic,
  assistantLimits,
  newAssistant,
  topicColors,
} from '@sidetone/contract/entities/assistant.ts';
import { type AssistantVoice, voiceLimits } from '@sidetone/contract/entities/assistant-voice.ts';
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
  voice: VoiceValues;
}

/** The voice as its fields have it; those of a bot stay while the choice is the other one. */
export interface VoiceValues {
  kind: AssistantVoice['kind'];
  url: string;
  /** Empty keeps the secret that is there. */
  secret: string;
  maxCalls: string;
  maxMinutes: string;
  parameters: ParameterLine[];
}

export interface ParameterLine {
  /** For the list alone. */
  id: string;
  name: string;
  value: string;
}

export const assistantForm = newAssistant.pick({
  name: true,
  channelId: true,
  topics: true,
  greetingAnnouncementId: true,
  goodbyeAnnouncementId: true,
  questions: true,
  voice: true,
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
    voice: voiceValues(assistant?.voice ?? { kind: 'questions' }),
  };
}

const firstVoice: VoiceValues = {
  kind: 'questions',
  url: '',
  secret: '',
  maxCalls: '5',
  maxMinutes: '15',
  parameters: [],
};

function voiceValues(voice: AssistantVoice): VoiceValues {
  if (voice.kind === 'questions') return firstVoice;
  const { kind, url, parameters, maxCalls, maxMinutes } = voice;
  return {
    kind,
    url,
    secret: '',
    maxCalls: String(maxCalls),
    maxMinutes: String(maxMinutes),
    parameters: parameters.map(({ name, value }, at) => ({ id: String(at), name, value })),
  };
}

function voiceShape({ kind, url, secret, maxCalls, maxMinutes, parameters }: VoiceValues): unknown {
  if (kind === 'questions') return { kind };
  return {
    kind,
    url,
    secret: secret.trim() === '' ? undefined : secret,
    maxCalls: Number(maxCalls),
    maxMinutes: Number(maxMinutes),
    parameters: parameters
      .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
      .map(({ name, value }) => ({ name, value })),
  };
}

/** The form as the schema reads it: topics without a name and empty questions were added by mistake. */
export function assistantShape({ name, channelId, topics, questions, voice, ...sounds }: AssistantValues): unknown {
  return {
    name,
    channelId: channelId === '' ? null : channelId,
    topics: topics.filter(({ label }) => label.trim() !== ''),
    greetingAnnouncementId: sounds.greetingAnnouncementId || null,
    goodbyeAnnouncementId: sounds.goodbyeAnnouncementId || null,
    questions: questions.filter(({ text, label, announcementId }) => text.trim() || label.trim() || announcementId),
    voice: voiceShape(voice),
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

/** Another parameter; null where there is no room for one. */
export function nextParameter(parameters: readonly ParameterLine[]): ParameterLine | null {
  return parameters.length >= voiceLimits.parameters ? null : { id: crypto.randomUUID(), name: '', value: '' };
}
