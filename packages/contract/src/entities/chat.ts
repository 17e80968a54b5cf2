import { z } from 'zod';
import { chatQuestionMaxCharacters, chatTitleMaxCharacters, mostChatChannels } from '../rules/limits.ts';
import { direction, timestamp, typedName } from './common.ts';
import { speaker } from './documentation.ts';

const day = z.iso.date().refine((text) => !text.startsWith('0000'), 'not a day that can be kept');
const id = z.string().min(1).max(200);

/** What people call a chat. */
export const chatTitle = typedName(chatTitleMaxCharacters);

/** A chat of the signed-in user about their calls. Nobody else sees it. */
export const chat = z.object({
  id: z.string(),
  /** Null before the first question. */
  title: z.string().nullable(),
  createdAt: timestamp,
  /** When the last question was asked, or the chat was made. */
  usedAt: timestamp,
  rev: z.number(),
});
export type Chat = z.infer<typeof chat>;

/** Which calls a question is about: those of the chosen channels, null for all of the user's, on the days from `from` to `to`. */
export const chatScope = z.object({
  channelIds: z.array(id).min(1).max(mostChatChannels).nullable().default(null),
  /** The first and the last day, both included, where the account is. */
  from: day.nullable().default(null),
  to: day.nullable().default(null),
});
export type ChatScope = z.infer<typeof chatScope>;

/** A question as it is asked: text of one or more lines. */
export const chatQuestion = chatScope.extend({ text: z.string().trim().min(1).max(chatQuestionMaxCharacters) });
export type ChatQuestion = z.output<typeof chatQuestion>;

/** A sentence of an answer, with the numbers of the citations that it rests on. */
export const chatSentence = z.object({ text: z.string(), cites: z.array(z.number().int().positive()) });
export type ChatSentence = z.infer<typeof chatSentence>;

/** What an answer is made of. A cell of a table may be empty; every sentence that is there has a citation. */
export const chatBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), sentences: z.array(chatSentence) }),
  z.object({ kind: z.literal('list'), items: z.array(chatSentence) }),
  z.object({ kind: z.literal('table'), columns: z.array(z.string()), rows: z.array(z.array(chatSentence)) }),
]);
export type ChatBlock = z.infer<typeof chatBlock>;

/** A place in a call that an answer rests on, as it reads now. */
export const chatCitation = z.object({
  /** From 1 on, as sentences name it. */
  number: z.number().int().positive(),
  channelId: z.string(),
  docId: z.string(),
  utteranceIds: z.array(z.string()),
  quote: z.string(),
  speaker,
  /** Seconds from the start of the sound at which it is said. */
  at: z.number().nonnegative(),
  startedAt: timestamp,
  direction,
  remoteName: z.string().nullable(),
  remoteOrganization: z.string().nullable(),
  remotePhoneNumber: z.string().nullable(),
});
export type ChatCitation = z.infer<typeof chatCitation>;

/**
 * What became of a question. `waiting`: nobody has begun; `reading`: calls are looked for and read; `done`; `nothing`: the calls
 * do not tell; `stopped`: by the user, or because the server ended; `failed`: `problem` says why; `removed`: a call that it
 * rested on was deleted; `closed`: it rests on calls of channels that the user is no longer a member of.
 */
export const chatAnswerState = z.enum([
  'waiting',
  'reading',
  'done',
  'nothing',
  'stopped',
  'failed',
  'removed',
  'closed',
]);

/** A question and its answer, which grows until its state is neither `waiting` nor `reading`. */
export const chatMessage = chatScope.extend({
  id: z.string(),
  chatId: z.string(),
  text: z.string(),
  askedAt: timestamp,
  state: chatAnswerState,
  /** `interrupted` where the server ended; otherwise the code of what the service answered. */
  problem: z.string().nullable(),
  /** Who wrote it: a service by its name, or nobody, and it consists of quotes alone. */
  madeBy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('model'), service: z.string() }),
    z.object({ kind: z.literal('quotes') }),
  ]),
  blocks: z.array(chatBlock),
  citations: z.array(chatCitation),
  /** Calls that the question was about. */
  calls: z.number().int().nonnegative(),
  rating: z.enum(['up', 'down']).nullable(),
  rev: z.number(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** How many calls there are to ask about in a channel of the user. */
export const chatChannel = z.object({ id: z.string(), calls: z.number().int().nonnegative(), rev: z.number() });
