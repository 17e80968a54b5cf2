import { setImmediate } from 'node:timers/promises';
import type { Documentation, MadeBy } from '@sidetone/contract/entities/documentation.ts';
import { sql } from 'kysely';
import type { Again } from '../../jobs/job-kind.ts';
import { type DocumentedCall, documentationWriter } from '../../storage/documentation-writer.ts';
import { answering } from '../basic/answers.ts';
import type { FoundAnswer } from '../basic/call.ts';
import type { DocumentingParts } from '../deps.ts';
import { doubtIn } from '../evidence/check.ts';
import { proofOf } from '../evidence/proved.ts';
import { beginRun, endRun, outcomeOf } from '../ledger.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { assignedQuestions, type QuestionSet, readQuestionSet } from '../question-sets.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { partActs } from '../states.ts';
import { copyToNote } from './copy-to-note.ts';
import { afterFailure, endParts } from './failing.ts';
import { idsOf } from './transcribe.ts';
import { modelOptions, type Transcribed, transcribedOf } from './transcribed.ts';

type Answers = NonNullable<Documentation['smartAnswers']>;

/** Questions of a call that somebody wants answered. */
interface Asked extends Transcribed {
  readonly set: QuestionSet;
  /** Tells this asking from the next one. */
  readonly askedAt: string | null;
  /** Of the transcript and the questions as they are now. */
  readonly of: string;
}

const only = ['smartAnswers'] as const;

/** Answers the questions of a set for a call: by rules immediately, by a model over them where one is set up. */
export async function answers(
  parts: DocumentingParts,
  of: DocumentedCall,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { db } = parts;
  const call = await readCall(db, of);
  const part = call?.parts.smartAnswers;
  if (!call || !part || part.status === 'disabled' || part.status === 'error') return undefined;
  const { transcription } = call.parts;
  if (transcription?.status === 'waiting' || transcription?.status === 'loading') return undefined;
  if (transcription?.status !== 'success') {
    return await endParts(db, call, 'refusal', transcription?.reason ?? 'soundGone', only);
  }
  if (call.flags.hasAiDisabled) return await endParts(db, call, 'refusal', 'switchedOff', only);
  const set = await questionsOf(parts, call, part);
  if (set === null) return await endParts(db, call, 'refusal', 'noQuestions', only);
  const transcribed = transcribedOf(call, transcription);
  const asked = { ...transcribed, set, askedAt: part.askedAt ?? null, of: `${transcribed.fingerprint} ${set.rev}` };
  if (part.status !== 'success') await byRules(parts, asked);
  const again = await byModel(parts, asked, signal);
  if (again) return again;
  await endParts(db, call, 'refusal', 'unsupportedLanguage', only);
  return await copyToNote(parts, of);
}

/** The set that was asked for; where it is gone, or none was named, the one that is assigned now. */
async function questionsOf({ db }: DocumentingParts, call: CallToDocument, part: Answers): Promise<QuestionSet | null> {
  const named = part.setId === null ? null : await readQuestionSet(db, part.setId);
  return named ?? (await assignedQuestions(db, call));
}

/** What rules find, which are quotes: there within moments, and for good where no model is set up. */
async function byRules(parts: DocumentingParts, asked: Asked): Promise<void> {
  const { call, spoken, set, isKnownLanguage } = asked;
  await documentationWriter(parts.db).set(call, { part: 'smartAnswers', status: 'loading' }, partActs.work.from);
  if (!isKnownLanguage) return;
  const proof = proofOf(spoken);
  const questions = set.questions.map(({ id, question }) => ({ id, text: question }));
  const found: FoundAnswer[] = [];
  for (const { questionId, answer } of answering(spoken, questions)) {
    const isProved = answer !== null && doubtIn({ text: answer.text, evidence: answer.evidence }, proof) === null;
    found.push({ questionId, answer: isProved ? answer : null });
    // Calls of others must not wait for it.
    await setImmediate();
  }
  await write(parts, asked, { kind: 'basic' }, found);
}

/** Has a model answer where one is set up. What rules found stands until it has, and where it cannot. */
async function byModel(parts: DocumentingParts, asked: Asked, signal: AbortSignal): Promise<Again | undefined> {
  const { db, services } = parts;
  const { call, spoken, set } = asked;
  const connection = await services.ground.connection(call.accountId, 'language');
  if (!connection || spoken.utterances.length === 0 || !(await isLeftToModel(parts, asked))) return undefined;
  const run = await beginRun(db, call, { step: 'answers', about: `${asked.of} ${asked.askedAt}`, connection });
  if (run === null) return await endParts(db, call, 'refusal', 'quota', only);
  try {
    const options = await modelOptions(services, call, spoken, connection);
    const questions = set.questions.map(({ id, question }) => ({ id, text: question }));
    const result = await services.answerByModel(spoken, questions, services.open.language(connection), options, signal);
    signal.throwIfAborted();
    await write(parts, asked, madeByModel(connection, result.prompt), result.answers);
    await endRun(db, run, connection, {
      outcome: 'done',
      tokensIn: result.usage.tokensIn,
      tokensOut: result.usage.tokensOut,
      prompt: result.prompt,
      points: result.answers.filter(({ answer }) => answer !== null).length,
      dropped: Object.values(result.dropped).reduce((sum, each) => sum + each, 0),
    });
    parts.log.info({ ...idsOf(call), dropped: result.dropped }, 'ai: questions answered by a model');
    return undefined;
  } catch (error) {
    await endRun(db, run, connection, { outcome: outcomeOf(error, signal) });
    if (signal.aborted) throw error;
    return await afterFailure(parts, connection, call.hoursAgo, error);
  }
}

type Maker = Pick<MadeBy, 'kind' | 'service' | 'model' | 'prompt'>;
const madeByModel = ({ name: service, model }: UsableConnection, prompt: string): Maker => ({
  kind: 'model',
  service,
  model,
  prompt,
});

/** Whether the answers are as the rules found them to these questions, or not there yet. */
async function isLeftToModel({ db }: DocumentingParts, { call, of, askedAt }: Asked): Promise<boolean> {
  const part = (await readCall(db, call))?.parts.smartAnswers;
  if (!part || (part.askedAt ?? null) !== askedAt) return false;
  if (part.status !== 'success') return part.status === 'waiting' || part.status === 'loading';
  return part.madeBy?.kind === 'basic' && part.madeBy.fingerprint === of;
}

/** Writes answers where they are still the ones that were asked for: not after somebody asked again, stopped or deleted them. */
async function write(
  { db }: DocumentingParts,
  { call, spoken, set, of: fingerprint, askedAt }: Asked,
  by: Maker,
  found: readonly FoundAnswer[],
): Promise<void> {
  const byId = new Map(found.map(({ questionId, answer }) => [questionId, answer]));
  const madeBy: MadeBy = { ...by, language: spoken.language, fingerprint, at: new Date().toISOString() };
  const content = {
    setId: set.id,
    setTitle: set.title,
    setRev: set.rev,
    byUserId: set.userId,
    madeBy,
    items: set.questions.map(({ id, question, title, createdAt }) => {
      const answer = byId.get(id) ?? null;
      return {
        questionId: id,
        question,
        title,
        createdAt,
        userId: set.userId,
        answer: answer?.text ?? null,
        evidence: [...(answer?.evidence ?? [])],
      };
    }),
  };
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('inbox_events')
      .select(sql<string | null>`documentation #>> '{smartAnswers,askedAt}'`.as('askedAt'))
      .where('channel_id', '=', call.channelId)
      .where('id', '=', call.docId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.askedAt !== askedAt) return;
    const command = { part: 'smartAnswers', status: 'success', content } as const;
    const writer = documentationWriter(trx);
    const isReplaced = await writer.replace(call, { ...command, fingerprint });
    if (!isReplaced) await writer.set(call, command, partActs.result.from);
  });
}
