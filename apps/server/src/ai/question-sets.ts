import { type SmartQuestion, smartQuestion } from '@sidetone/contract/entities/smart-answers.ts';
import type { Writer } from '../storage/writer.ts';
import { assignedSet, type CallOfSomebody } from './steps/choose-set.ts';

/** A set whose questions can be answered. */
export interface QuestionSet {
  readonly id: string;
  readonly userId: string;
  readonly title: string | null;
  readonly questions: readonly SmartQuestion[];
  readonly autoCopyToNote: boolean;
  readonly rev: number;
}

/** The set of this id; null where it is gone or has no question. */
export async function readQuestionSet(db: Writer, id: string): Promise<QuestionSet | null> {
  const row = await db.selectFrom('smart_answer_sets').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.questions.length === 0) return null;
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    questions: smartQuestion.array().parse(row.questions),
    autoCopyToNote: row.auto_copy_to_note,
    rev: Number(row.rev),
  };
}

/** The set that is assigned to a call of this user's; null where there is none, or none with a question. */
export async function assignedQuestions(
  db: Writer,
  call: CallOfSomebody & { readonly channelId: string },
): Promise<QuestionSet | null> {
  if (call.userId === null) return null;
  const row = await db
    .selectFrom('smart_answer_assignments')
    .select(['inbound_set_id as inboundSetId', 'outbound_set_id as outboundSetId'])
    .where('user_id', '=', call.userId)
    .where('channel_id', '=', call.channelId)
    .executeTakeFirst();
  const id = assignedSet(call, row ?? null);
  return id === null ? null : await readQuestionSet(db, id);
}
