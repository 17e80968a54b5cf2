import { z } from 'zod';
import { assistantVoice, enteredVoice } from './assistant-voice.ts';
import { plainId, timestamp, typedName } from './common.ts';
import { remote } from './remote.ts';

const id = z.string().min(1).max(100);
const rev = z.number();

/** Most that is kept of a call assistant, of one of its results, and of what an agent delivers. */
export const assistantLimits = {
  assistants: 50,
  users: 500,
  tokens: 20,
  questions: 6,
  questionCharacters: 300,
  greetingCharacters: 1000,
  topics: 20,
  topicCharacters: 60,
  rows: 50,
  labelCharacters: 100,
  valueCharacters: 1000,
  keyPoints: 20,
  keyPointCharacters: 500,
  summaryCharacters: 5000,
  transcriptCharacters: 300_000,
  noteCharacters: 10_000,
  commentCharacters: 2000,
  listRows: 1000,
} as const;

/** Colours that a topic can have; screens know how each looks in light and in dark. */
export const topicColors = ['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'purple', 'teal'] as const;

const topicLabel = typedName(assistantLimits.topicCharacters);

/** What callers may want, as an assistant sorts it. No two of an assistant have the same label. */
export const assistantTopic = z.object({ label: topicLabel, color: z.enum(topicColors) });
export type AssistantTopic = z.infer<typeof assistantTopic>;

/** A text of some lines. */
const text = (most: number) => z.string().trim().max(most);

const topics = z
  .array(assistantTopic)
  .max(assistantLimits.topics)
  .refine((all) => new Set(all.map(({ label }) => label)).size === all.length, 'a topic appears twice');

/** What an assistant asks callers. Clients choose the ids, of which an assistant never has two the same. */
export const assistantQuestion = z.object({
  id,
  text: text(assistantLimits.questionCharacters).min(1),
  /** Short name of what it asks for, as results show it; empty for the question itself. */
  label: z.union([typedName(assistantLimits.labelCharacters), z.literal('')]).default(''),
  /** The announcement of the account that asks it on the phone; null: nobody has recorded it, and callers are not asked. */
  announcementId: plainId.nullable().default(null),
});

export type AssistantQuestion = z.infer<typeof assistantQuestion>;

const questions = z
  .array(assistantQuestion)
  .max(assistantLimits.questions)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'an id appears twice');

/** A call assistant as its users see it. */
export const assistant = z.object({
  id: z.string(),
  rev,
  name: z.string(),
  /** The channel whose calls it takes; null for none in particular. */
  channelId: z.string().nullable(),
  topics: z.array(assistantTopic),
  /** Whether the signed-in user may read what was said. SASSIST-005 */
  canSeeTranscripts: z.boolean(),
});
export type Assistant = z.infer<typeof assistant>;

/** How many results of an assistant there are; `id` is the assistant's. */
export const assistantCounts = z.object({
  id: z.string(),
  rev,
  open: z.number().int().nonnegative(),
  done: z.number().int().nonnegative(),
});
export type AssistantCounts = z.infer<typeof assistantCounts>;

/** Whether somebody still has to see to a result. SASSIST-011 */
export const assistantResultState = z.enum(['OPEN', 'DONE']);
export type AssistantResultState = z.infer<typeof assistantResultState>;

/** A result as lists show it. */
export const assistantResultRow = z.object({
  id: z.string(),
  rev,
  assistantId: z.string(),
  startedAt: timestamp,
  durationMs: z.number().int().nonnegative().nullable(),
  /** The other side as the asker knows it. SASSIST-001 */
  remote,
  /** E.164, or as it was delivered where it is no number of that form; null for an anonymous caller. */
  remoteNumber: z.string().nullable(),
  /** The call in an inbox of which the asker is a member: `channelId` and `docId` lead to its page; else all null. */
  channelId: z.string().nullable(),
  sessionId: z.string().nullable(),
  docId: z.string().nullable(),
  state: assistantResultState,
  /** What it is about: one of `topics`, or one of the assistant's. SASSIST-002 */
  primaryTopic: z.string().nullable(),
  topics: z.array(z.string()),
});
export type AssistantResultRow = z.infer<typeof assistantResultRow>;

/** What users of an assistant write about a result: plain text. SASSIST-008 */
export const assistantNote = z.object({
  content: z.string(),
  /** Goes up by one with each write; who writes names the one that they changed, 0 for the first. */
  revision: z.number().int().nonnegative(),
  /** Web user who wrote last. */
  updatedBy: z.string().nullable(),
  updatedAt: timestamp.nullable(),
});
export type AssistantNote = z.infer<typeof assistantNote>;

const rating = z.union([z.literal(0), z.literal(1)]);

/** A result with everything known about it. */
export const assistantResult = assistantResultRow.extend({
  /** What the assistant found out, in its order. SASSIST-003 */
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
  /** SASSIST-004 */
  summary: z.object({ text: z.string().nullable(), keyPoints: z.array(z.string()) }),
  note: assistantNote,
  /** What the asker thinks of it, null until they have said so: good is 1. SASSIST-014 */
  feedback: z.object({ rating, comment: z.string().nullable() }).nullable(),
  /** Names the file of `GET /storage/transcripts/{assistantId}/{file}`; null without a transcript or the permission. */
  transcriptDocId: z.string().nullable(),
});
export type AssistantResult = z.infer<typeof assistantResult>;

/** What users change of a result; fields left out stay as they are. SAPI-078 */
export const assistantResultChange = z
  .object({
    state: assistantResultState,
    /** One of the result's topics or of the assistant's. */
    primaryTopic: topicLabel.nullable(),
    note: z.object({
      content: z.string().max(assistantLimits.noteCharacters),
      revision: z.number().int().nonnegative(),
    }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');

/** What a user thinks of a result, once. SASSIST-015, SASSIST-017 */
export const assistantFeedback = z.object({
  rating,
  comment: text(assistantLimits.commentCharacters).nullable().default(null),
});

/** What an agent outside delivers of a call that it took. */
export const deliveredResult = z.strictObject({
  /** The sender's own: a second delivery with the same id changes nothing. */
  id: z.string().min(1).max(200),
  startedAt: timestamp,
  durationSeconds: z.number().nonnegative().max(86_400).nullish(),
  /** The number of the caller, as people or networks write it; left out for an anonymous one. */
  from: z.string().trim().max(60).nullish(),
  /** Of the call in Sidetone, where it went through it. */
  sessionId: z.string().min(1).max(200).nullish(),
  state: assistantResultState.default('OPEN'),
  primaryTopic: topicLabel.nullish(),
  topics: z.array(topicLabel).max(assistantLimits.topics).default([]),
  rows: z
    .array(
      z.strictObject({
        label: typedName(assistantLimits.labelCharacters),
        value: text(assistantLimits.valueCharacters),
      }),
    )
    .max(assistantLimits.rows)
    .default([]),
  summary: z
    .strictObject({
      text: text(assistantLimits.summaryCharacters).nullish(),
      keyPoints: z.array(text(assistantLimits.keyPointCharacters).min(1)).max(assistantLimits.keyPoints).default([]),
    })
    .nullish(),
  /** The words of the call, a line for each turn. */
  transcript: z.string().min(1).max(assistantLimits.transcriptCharacters).nullish(),
});
export type DeliveredResult = z.output<typeof deliveredResult>;

/** What an agent delivers with, without the token itself. */
const assistantToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  /** To the hour; null where nobody has used it. */
  lastUsedAt: timestamp.nullable(),
});

/** A call assistant as administrators see it. Its results are for its users alone. */
export const adminAssistant = z.object({
  id: z.string(),
  rev,
  /** Goes up by one with each change by an administrator; who changes it names the one that they saw. */
  revision: z.number().int().nonnegative(),
  name: z.string(),
  channelId: z.string().nullable(),
  greeting: z.string(),
  /** Announcements of the account that callers hear before the first question and after the last one. */
  greetingAnnouncementId: z.string().nullable(),
  goodbyeAnnouncementId: z.string().nullable(),
  questions: z.array(assistantQuestion),
  topics: z.array(assistantTopic),
  voice: assistantVoice,
  /** By name. */
  users: z.array(z.object({ userId: z.string(), canSeeTranscripts: z.boolean() })),
  /** Newest first. */
  tokens: z.array(assistantToken),
});
export type AdminAssistant = z.infer<typeof adminAssistant>;

const fields = {
  name: typedName(60),
  /** A shared channel of the account. */
  channelId: id.nullable(),
  greeting: text(assistantLimits.greetingCharacters),
  greetingAnnouncementId: plainId.nullable(),
  goodbyeAnnouncementId: plainId.nullable(),
  questions,
  topics,
  voice: enteredVoice,
};

/** A new call assistant. */
export const newAssistant = z.object({
  name: fields.name,
  channelId: fields.channelId.default(null),
  greeting: fields.greeting.default(''),
  greetingAnnouncementId: fields.greetingAnnouncementId.default(null),
  goodbyeAnnouncementId: fields.goodbyeAnnouncementId.default(null),
  questions: fields.questions.default([]),
  topics: fields.topics.default([]),
  voice: fields.voice.default({ kind: 'questions' }),
});
export type NewAssistant = z.output<typeof newAssistant>;

/** What administrators change; fields left out stay as they are. With `revision` only the assistant that they saw. */
export const assistantChange = z
  .object({ ...fields, revision: z.number().int().nonnegative() })
  .partial()
  .refine((change) => Object.keys(change).some((key) => key !== 'revision'), 'nothing to change');
export type AssistantChange = z.output<typeof assistantChange>;
