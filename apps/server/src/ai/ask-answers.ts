import { flagsOf } from '@sidetone/contract/entities/flags.ts';
import type { RouteRequest } from '@sidetone/contract/http/route.ts';
import type { routes } from '@sidetone/contract/http/routes.ts';
import type { Caller } from '../requests/callers.ts';
import { requireGrant } from '../requests/grants.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import { type DocumentedCall, documentationWriter } from '../storage/documentation-writer.ts';
import { askForErasure } from '../storage/erasure.ts';
import type { Writer } from '../storage/writer.ts';
import { answersKind, jobIdOf } from './call-jobs.ts';
import type { DocumentingParts } from './deps.ts';
import { endAnswers } from './documenting.ts';
import { assignedQuestions, type QuestionSet, readQuestionSet } from './question-sets.ts';
import { boosts, type CallToDocument, readCall } from './read-call.ts';

type Asked = RouteRequest<typeof routes.answerQuestions>['body'];

/**
 * Has the questions of one of the asker's sets answered for a call, again where it has answers: those go. Throws `Refusal`
 * FORBIDDEN for somebody else's questions, without the grant or the switch, and to those who would replace answers of a
 * colleague; NOT_FOUND for calls and sets that the asker does not see; CONFLICT where there is nothing to ask, nothing to
 * ask it of, or answers are being made.
 */
export async function askForAnswers(
  { db, jobs }: Pick<DocumentingParts, 'db' | 'jobs'>,
  caller: Caller,
  { smartAnswersByUserId, accountId, channelId, eventId, setId }: Asked,
): Promise<DocumentedCall> {
  if (smartAnswersByUserId !== caller.userId) throw new Refusal('FORBIDDEN', 'Everyone asks their own questions.');
  if (accountId !== caller.accountId) throw notFound('event');
  return await db.transaction().execute(async (trx) => {
    const { isOwner, ...found } = await visibleCall(trx, caller, channelId, eventId);
    await requireGrant(trx, caller, boosts);
    const call = await readCall(trx, found);
    if (!call) throw notFound('event');
    await requireSwitch(trx, caller);
    requireNoColleague(call, caller, isOwner);
    const set = await questionsFor(trx, caller, call, setId);
    requireTranscript(call);
    const status = call.parts.smartAnswers?.status;
    const isMaking = status === 'waiting' || status === 'loading' || (await isAsked({ db: trx, jobs }, call, set));
    if (isMaking) throw conflict('beingMade', 'The answers are still being created.');
    if (status === 'success') await askForErasure(trx);
    const asked = { setId: set.id, byUserId: caller.userId, askedAt: new Date().toISOString() };
    await documentationWriter(trx).set(call, { part: 'smartAnswers', status: 'waiting', asked });
    // A request that still runs is of the questions before.
    await endAnswers(jobs, trx, found);
    await jobs.enqueue(trx, answersKind, jobIdOf(found));
    return found;
  });
}

/** Whether a model is just being asked these questions: what it answers is paid for, and would be thrown away. */
async function isAsked(
  { db, jobs }: { readonly db: Writer; readonly jobs: DocumentingParts['jobs'] },
  call: CallToDocument,
  { id, rev }: QuestionSet,
): Promise<boolean> {
  const { smartAnswers } = call.parts;
  if (smartAnswers?.setId !== id || smartAnswers.setRev !== rev) return false;
  const run = await db
    .selectFrom('ai_runs')
    .select('id')
    .where('channel_id', '=', call.channelId)
    .where('doc_id', '=', call.docId)
    .where('step', '=', 'answers')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return run !== undefined && (await jobs.among(db, answersKind, [jobIdOf(call)])).size > 0;
}

const conflict = (type: 'notConfigured' | 'noTranscript' | 'beingMade', message: string) =>
  new Refusal('CONFLICT', message, { problem: { type } });

/** The call of that docId or session in a channel of the asker; nobody else writes it until the transaction is over. */
async function visibleCall(
  trx: Writer,
  { userId, accountId }: Caller,
  channelId: string,
  eventId: string,
): Promise<DocumentedCall & { readonly isOwner: boolean }> {
  const row = await trx
    .selectFrom('inbox_events')
    .innerJoin('channel_members', 'channel_members.channel_id', 'inbox_events.channel_id')
    .select(['id', 'owner'])
    .where('inbox_events.channel_id', '=', channelId)
    .where('inbox_events.account_id', '=', accountId)
    .where('channel_members.user_id', '=', userId)
    .where((eb) => eb.or([eb('id', '=', eventId), eb('session_id', '=', eventId)]))
    .orderBy((eb) => eb('id', '=', eventId), 'desc')
    .orderBy('started_at', 'desc')
    .limit(1)
    .forUpdate('inbox_events')
    .executeTakeFirst();
  if (!row) throw notFound('event');
  return { channelId, docId: row.id, isOwner: row.owner === userId };
}

/** SPERM-028 */
async function requireSwitch(trx: Writer, { userId }: Caller): Promise<void> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['accounts.flags as account', 'users.flags', 'users.settings'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { hasSmartAnswers, hasAiDisabled } = flagsOf(row.account, row);
  if (!hasSmartAnswers || hasAiDisabled) throw new Refusal('FORBIDDEN', 'Smart answers are switched off.');
}

/** Answers are the owner's: others ask where there are none, or for their own again. SPERM-022 */
function requireNoColleague({ parts: { smartAnswers } }: CallToDocument, { userId }: Caller, isOwner: boolean): void {
  if (isOwner || smartAnswers?.status !== 'success' || smartAnswers.items.length === 0) return;
  if (smartAnswers.byUserId === userId) return;
  throw new Refusal('FORBIDDEN', 'Only the user who took or placed the call may replace its answers.');
}

async function questionsFor(
  trx: Writer,
  { userId }: Caller,
  call: CallToDocument,
  setId: string | undefined,
): Promise<QuestionSet> {
  if (setId === undefined) {
    const assigned = await assignedQuestions(trx, { ...call, userId });
    if (assigned === null) throw conflict('notConfigured', 'No set of questions is assigned to such calls.');
    return assigned;
  }
  const own = await trx
    .selectFrom('smart_answer_sets')
    .select('id')
    .where('id', '=', setId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!own) throw notFound('set of questions');
  const set = await readQuestionSet(trx, setId);
  if (set === null) throw conflict('notConfigured', 'This set has no question.');
  return set;
}

function requireTranscript({ parts: { transcription } }: CallToDocument): void {
  const status = transcription?.status;
  if (status === 'success' || status === 'waiting' || status === 'loading') return;
  throw conflict('noTranscript', 'The call has no transcript.');
}
