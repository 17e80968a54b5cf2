import { z } from 'zod';
import {
  mostQuestionsOfSet,
  smartAnswersQuestionMaxCharacters,
  smartAnswersTitleMaxCharacters,
} from '../rules/limits.ts';
import { isPlainLine } from '../rules/plain-line.ts';
import { timestamp } from './common.ts';

const id = z.string().min(1).max(100);

/** One line; line ends and tabs of a pasted text become blanks. */
const line = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\s\u0085]+/gu, ' ').trim())
    .max(most)
    .refine(isPlainLine, 'a line has no control characters and none that change its direction');

/** What somebody wants to know of a call. The text is required, the title is not. SSMART-016, SSMART-017 */
const question = z.object({
  id,
  question: line(smartAnswersQuestionMaxCharacters).min(1),
  title: line(smartAnswersTitleMaxCharacters).nullable().default(null),
});

/** A question as it is kept: `createdAt` stays through every change of its words. */
export const smartQuestion = question.extend({ createdAt: timestamp });
export type SmartQuestion = z.infer<typeof smartQuestion>;

/** Saved questions of one user, in the order in which they stand on the page. */
export const smartAnswerSet = z.object({
  id: z.string(),
  /** Null: nobody has named it yet. */
  title: z.string().nullable(),
  questions: z.array(smartQuestion),
  /** Answers are written into the note of the call as well. */
  autoCopyToNote: z.boolean(),
  createdAt: timestamp,
  /** Grows with every change; who writes names the one that they changed. */
  rev: z.number(),
});
export type SmartAnswerSet = z.infer<typeof smartAnswerSet>;

/**
 * A set as somebody writes it. Questions without a text are not sent, so that a set may have none for a while. Clients choose
 * the ids of questions; a set never has two of one id.
 */
export const smartAnswerSetInput = z.object({
  title: line(smartAnswersTitleMaxCharacters)
    .nullable()
    .default(null)
    .transform((title) => title || null),
  questions: z
    .array(question)
    .max(mostQuestionsOfSet)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'an id appears twice')
    .default([]),
  autoCopyToNote: z.boolean().default(false),
});
export type SmartAnswerSetInput = z.output<typeof smartAnswerSetInput>;

/** Which calls a set is for: those that came in, or those that went out. */
export const answerDirection = z.enum(['inbound', 'outbound']);
export type AnswerDirection = z.infer<typeof answerDirection>;

/** Which sets of the user answer the calls of one channel; null for none. CONST-066 */
export const smartAnswerAssignment = z.object({
  /** The channel's. */
  id: z.string(),
  channelId: z.string(),
  inboundSetId: z.string().nullable(),
  outboundSetId: z.string().nullable(),
  rev: z.number(),
});
export type SmartAnswerAssignment = z.infer<typeof smartAnswerAssignment>;
