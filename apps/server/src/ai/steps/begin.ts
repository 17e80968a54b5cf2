import type { Again } from '../../jobs/job-kind.ts';
import { type DocumentedCall, documentationWriter } from '../../storage/documentation-writer.ts';
import type { Writer } from '../../storage/writer.ts';
import { handOnAfterSeconds, handOnKind, jobIdOf, transcribeKind } from '../call-jobs.ts';
import { removeCaptured } from '../captured-sounds.ts';
import type { DocumentingParts } from '../deps.ts';
import { hasQuotaLeft, serviceOf } from '../ledger.ts';
import { type Plan, type PlannedPart, type PlannedState, planOf, wantedParts } from '../plan.ts';
import { assignedQuestions, type QuestionSet } from '../question-sets.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { isMoreToCome, soundOf } from '../sound-of-call.ts';
import { partActs } from '../states.ts';
import { endParts, StepFailure } from './failing.ts';

/** The plan of a call as everything is set up now. */
async function currentPlan(
  parts: DocumentingParts,
  call: CallToDocument,
  questions: QuestionSet | null,
): Promise<Plan> {
  const { db, services, files } = parts;
  return planOf({
    flags: call.flags,
    isEmergency: call.isEmergency,
    hasQuestions: questions !== null,
    hasSound: (await soundOf(db, files, call)).paths.length > 0,
    recogniser: serviceOf(await services.ground.connection(call.accountId, 'speech')),
    hasQuotaLeft: await hasQuotaLeft(db, call),
  });
}

/** A sound that is gone through asks for its call itself when it is ready; not so where that fails. */
const lookAgainSeconds = 15;
const waitsHours = 24;

/** A call that goes on may still be recorded, though what was captured of it is lost. */
async function mayComeLater({ db, files }: DocumentingParts, call: CallToDocument): Promise<boolean> {
  if (await isMoreToCome(db, call)) return true;
  return !call.isOver && (await soundOf(db, files, call)).paths.length === 0;
}

/** Says which parts a call gets, each with its beginning, and lets the work begin. Doing it again changes nothing. */
export async function begin(parts: DocumentingParts, of: DocumentedCall): Promise<Again | undefined> {
  const { db, jobs, files } = parts;
  const call = await readCall(db, of);
  if (!call) return undefined;
  const { transcription } = call.parts;
  // It was made or given up before; a user who skipped it gets nothing that rests on it.
  if (transcription !== undefined && transcription.status !== 'waiting' && transcription.status !== 'disabled')
    return undefined;
  if (call.hoursAgo < waitsHours && (await mayComeLater(parts, call))) return { againAfterSeconds: lookAgainSeconds };
  // Switched off since: nobody needs what was captured.
  if (call.isOver && wantedParts(call.flags).length === 0) {
    await removeCaptured({ db, captures: files.captures }, call);
  }
  const questions = call.flags.hasSmartAnswers ? await assignedQuestions(db, call) : null;
  const plan = await currentPlan(parts, call, questions);
  const isToBeMade = plan.transcription?.status === 'waiting';
  if (transcription?.status === 'waiting' && !isToBeMade) return await endResumed(parts, call, plan);
  await db.transaction().execute(async (trx) => {
    for (const [part, planned] of Object.entries(plan) as [PlannedPart, PlannedState][]) {
      const state =
        transcription?.status === 'disabled'
          ? { status: 'disabled' as const, reason: transcription.reason ?? ('skipped' as const) }
          : planned;
      const isNew = await beginPart(trx, call, part, state, questions);
      if (part === 'transcription' && !isNew && transcription === undefined) throw new StepFailure('CHANGED_MEANWHILE');
    }
    if (!isToBeMade) return;
    await jobs.enqueue(trx, transcribeKind, jobIdOf(call));
    await jobs.enqueue(trx, handOnKind, jobIdOf(call), { afterSeconds: handOnAfterSeconds });
  });
  return undefined;
}

/** Somebody wanted it after all, and it cannot be made; while the call goes on, there may be something to listen to later. */
async function endResumed({ db }: DocumentingParts, call: CallToDocument, plan: Plan): Promise<undefined> {
  if (!call.isOver) return;
  const planned = plan.transcription;
  await endParts(db, call, 'refusal', planned?.status === 'disabled' ? planned.reason : 'switchedOff');
}

/**
 * Where the part is not there yet: gives whether it was not. The text of a voicemail goes with its transcript, and answers say
 * whose questions they are to.
 */
async function beginPart(
  trx: Writer,
  call: DocumentedCall,
  part: PlannedPart,
  state: PlannedState,
  questions: QuestionSet | null,
): Promise<boolean> {
  const writer = documentationWriter(trx);
  const { from } = partActs[state.status === 'waiting' ? 'begin' : 'decline'];
  if (part === 'transcription') await writer.set(call, { part: 'voicemailTranscription', ...state }, from);
  if (part !== 'smartAnswers' || questions === null) return await writer.set(call, { part, ...state }, from);
  const asked = { setId: questions.id, byUserId: questions.userId, askedAt: new Date().toISOString() };
  return await writer.set(call, { part, ...state, asked }, from);
}
