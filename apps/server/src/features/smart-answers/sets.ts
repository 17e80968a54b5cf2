import { randomUUID } from 'node:crypto';
import type { SmartAnswerSet, SmartAnswerSetInput } from '@sidetone/contract/entities/smart-answers.ts';
import { smartQuestion } from '@sidetone/contract/entities/smart-answers.ts';
import { hasSmartAnswerLimits, isSetEditable, mayBeQuestions } from '@sidetone/contract/rules/ai/smart-answers.ts';
import { mostSmartAnswerSets, smartAnswerSetLimit } from '@sidetone/contract/rules/limits.ts';
import { type Selectable, sql } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';

/** The sets of a user, the oldest first. */
export async function readSets(db: Writer, userId: string): Promise<SmartAnswerSet[]> {
  const rows = await db
    .selectFrom('smart_answer_sets')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(setOf);
}

/**
 * Creates a set. The first one answers all calls of the user, in every channel and both directions. Throws `Refusal`
 * SMART_ANSWERS_FULL where the plan allows no more.
 */
export async function createSet(db: Database, caller: Caller, given: SmartAnswerSetInput): Promise<SmartAnswerSet> {
  return await db.transaction().execute(async (trx) => {
    const { isLimited, sets } = await ownSets(trx, caller);
    if (sets.length >= (isLimited ? smartAnswerSetLimit : mostSmartAnswerSets)) {
      throw full('The plan allows fewer sets of questions.');
    }
    if (!mayBeQuestions([], given.questions, isLimited)) throw full('The plan allows fewer questions.');
    const row = await trx
      .insertInto('smart_answer_sets')
      .values({ id: `q${randomUUID()}`, user_id: caller.userId, ...columnsOf(given, []) })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (sets.length === 0) await assignEverywhere(trx, caller, row.id);
    return setOf(row);
  });
}

/**
 * Writes a set over the one that the caller saw. Throws `Refusal` NOT_FOUND, CONFLICT where it changed since, and
 * SMART_ANSWERS_FULL where the plan does not allow the change.
 */
export async function updateSet(
  db: Database,
  caller: Caller,
  setId: string,
  { rev, ...given }: SmartAnswerSetInput & { readonly rev: number },
): Promise<SmartAnswerSet> {
  return await db.transaction().execute(async (trx) => {
    const { isLimited, sets } = await ownSets(trx, caller);
    const before = sets.find(({ id }) => id === setId);
    if (!before) throw notFound('set of questions');
    if (before.rev !== rev) throw changedMeanwhile();
    if (!isSetEditable(sets, setId, isLimited) || !mayBeQuestions(before.questions, given.questions, isLimited)) {
      throw full('The plan does not allow this change.');
    }
    const row = await trx
      .updateTable('smart_answer_sets')
      .set({ ...columnsOf(given, before.questions), changed_at: sql<Date>`now()` })
      .where('id', '=', setId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return setOf(row);
  });
}

/** Deletes a set with its assignments, with `rev` only the one that the caller saw. Throws `Refusal` NOT_FOUND, CONFLICT. */
export async function deleteSet(db: Database, caller: Caller, setId: string, rev: number | undefined): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { sets } = await ownSets(trx, caller);
    const before = sets.find(({ id }) => id === setId);
    if (!before) throw notFound('set of questions');
    if (rev !== undefined && before.rev !== rev) throw changedMeanwhile();
    await trx.deleteFrom('smart_answer_sets').where('id', '=', setId).execute();
  });
}

/** The caller's sets, which nobody else changes until the transaction is over, so that limits hold. */
async function ownSets(trx: Writer, caller: Caller) {
  await trx.selectFrom('users').select('id').where('id', '=', caller.userId).forNoKeyUpdate().execute();
  await requireGrant(trx, caller, 'CALL_BOOSTS');
  const { plan } = await trx
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow();
  return { isLimited: hasSmartAnswerLimits(String(plan['id'])), sets: await readSets(trx, caller.userId) };
}

/** All channels that the user is a member of at this moment, both directions. SSMART-003 */
async function assignEverywhere(trx: Writer, { userId }: Caller, setId: string): Promise<void> {
  await trx
    .insertInto('smart_answer_assignments')
    .columns(['user_id', 'channel_id', 'inbound_set_id', 'outbound_set_id'])
    .expression((eb) =>
      eb
        .selectFrom('channel_members')
        .select(['user_id', 'channel_id', sql.val(setId).as('inbound'), sql.val(setId).as('outbound')])
        .where('user_id', '=', userId),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'channel_id']).doUpdateSet({ inbound_set_id: setId, outbound_set_id: setId }),
    )
    .execute();
}

const full = (message: string) => new Refusal('SMART_ANSWERS_FULL', message);
const changedMeanwhile = () => new Refusal('CONFLICT', 'The set has changed since.');

/** Questions that were there keep when they were made; new ones are made now, one after the other. */
function columnsOf({ title, questions, autoCopyToNote }: SmartAnswerSetInput, before: SmartAnswerSet['questions']) {
  const known = new Map(before.map(({ id, createdAt }) => [id, createdAt]));
  const now = Date.now();
  const kept = questions.map((one, at) => ({
    ...one,
    createdAt: known.get(one.id) ?? new Date(now + at).toISOString(),
  }));
  return { title, questions: jsonText(kept), auto_copy_to_note: autoCopyToNote };
}

const setOf = (row: Selectable<Schema['smart_answer_sets']>): SmartAnswerSet => ({
  id: row.id,
  title: row.title,
  questions: smartQuestion.array().parse(row.questions),
  autoCopyToNote: row.auto_copy_to_note,
  createdAt: row.created_at.toISOString(),
  rev: Number(row.rev),
});
