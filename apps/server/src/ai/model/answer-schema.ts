import { z } from 'zod';
import { smallTalkThemes } from '../basic/call.ts';

// Strict services want every property to be required: what may be missing is null.
const evidence = z.array(z.string());
const point = z.object({ text: z.string(), evidence });

/** What a model gives of a call, or of a window of it. */
export const callSummary = z.object({
  headline: point.nullable(),
  summary: z.array(point),
  key_points: z.array(point),
  topics: z.array(z.object({ name: z.string(), evidence })),
  actions: z.array(
    z.object({ text: z.string(), evidence, by: z.enum(['us', 'them']), due_words: z.string().nullable() }),
  ),
  small_talk: z.array(z.object({ theme: z.enum(smallTalkThemes), text: z.string(), evidence })),
});
export type CallSummary = z.infer<typeof callSummary>;

/** What a model answers of a call, or of a window of it. */
export const callAnswers = z.object({
  answers: z.array(z.object({ question: z.string(), answer: z.string().nullable(), evidence })),
});
export type CallAnswers = z.infer<typeof callAnswers>;

/** What a model answers to a question about several calls; a cell names utterances as 'c1.s3'. */
export const chatAnswer = z.object({
  blocks: z.array(
    z.object({
      kind: z.enum(['paragraph', 'list', 'table']),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.object({ text: z.string(), evidence }))),
    }),
  ),
});
export type ChatAnswer = z.infer<typeof chatAnswer>;

const ids = z.array(z.string());

/** What a model chooses among the points of several windows. */
export const callChoice = z.object({
  headline: z.string().nullable(),
  summary: ids,
  key_points: z.array(z.object({ text: z.string().nullable(), from: ids })),
  topics: ids,
  actions: ids,
  small_talk: ids,
});
export type CallChoice = z.infer<typeof callChoice>;
