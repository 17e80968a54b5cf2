import type { Caller } from '../../requests/callers.ts';
import type { Database } from '../../storage/database.ts';
import { askForAnswers } from '../ask-answers.ts';
import type { AiServices } from '../services.ts';
import type { documentedWorld } from './documented-world.ts';
import { dialogue, tonesHeard } from './planted-call.ts';

type World = Awaited<ReturnType<typeof documentedWorld>>;

/** A call that answers the first of the questions and not the second. */
export const lines = dialogue([
  '> Good morning, this is Anna from the bakery, what can I do for you?',
  'Hello, I would like to order forty rolls and the pallet of flour for Tuesday.',
  '> Yes, I will send you the offer by Monday and then we deliver the pallet on Tuesday.',
]);
export const speech = () => tonesHeard(lines);

/** The questions of a set. */
export const questionsOfSet = [
  { id: 'when', question: 'When is the pallet delivered?', title: 'Delivery', createdAt: '2026-01-02T00:00:00.000Z' },
  { id: 'color', question: 'Which colour does the car have?', title: null, createdAt: '2026-01-03T00:00:00.000Z' },
];

/** Words of a transcript that came about another way. */
export const said =
  'Good morning, we will send the pallet to you on Tuesday and then we call you about the rest of it.';
export const transcription = {
  status: 'success',
  items: [{ id: 's1', speaker: 0, startTime: 0, endTime: 1, text: said }],
};

/** Anna and Ben are members of Anna's own line, in a company of `someCompany`. */
export const shareAnnasLine = async (db: Database): Promise<void> => {
  await db
    .insertInto('channel_members')
    .values(['wanna', 'wben'].map((user) => ({ channel_id: 'ca', user_id: user })))
    .execute();
};

/** A set of a user's, assigned to calls that come in at Anna's own line. */
export async function writeSet(
  db: Database,
  id: string,
  { userId = 'wanna', copies = false, questions = questionsOfSet as object[] } = {},
): Promise<void> {
  await db
    .insertInto('smart_answer_sets')
    .values({
      id,
      user_id: userId,
      title: `Set ${id}`,
      questions: JSON.stringify(questions),
      auto_copy_to_note: copies,
    })
    .execute();
  await db
    .insertInto('smart_answer_assignments')
    .values({ user_id: userId, channel_id: 'ca', inbound_set_id: id, outbound_set_id: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet({ inbound_set_id: id }))
    .execute();
}

export async function forgetSets(db: Database): Promise<void> {
  await db.deleteFrom('smart_answer_sets').execute();
  await db.deleteFrom('smart_answer_assignments').execute();
}

/** What a model answers to the questions. */
export const modelAnswers = (text: string): Awaited<ReturnType<AiServices['answerByModel']>> => ({
  answers: [
    { questionId: 'when', answer: { text, speaker: 0, evidence: ['s3'] } },
    { questionId: 'color', answer: null },
  ],
  usage: { tokensIn: 70, tokensOut: 7 },
  prompt: 'answers.v1',
  dropped: {},
});

export const caller = (userId: string): Caller => ({
  userId,
  accountId: 's1',
  admin: false,
  grantId: 'g',
  expiresAt: new Date(Date.now() + 60_000),
});

/** A user asks for answers about a call of Anna's own line. */
export const askAbout = (
  { db, jobs }: { readonly db: Database; readonly jobs: World['jobs'] },
  docId: string,
  userId = 'wanna',
  setId?: string,
) =>
  askForAnswers({ db, jobs }, caller(userId), {
    smartAnswersByUserId: userId,
    accountId: 's1',
    channelId: 'ca',
    eventId: docId,
    ...(setId !== undefined && { setId }),
  });
