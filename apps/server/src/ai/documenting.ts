import type { JobKind, JobWorker } from '../jobs/job-kind.ts';
import { type DocumentedCall, documentationWriter } from '../storage/documentation-writer.ts';
import type { Writer } from '../storage/writer.ts';
import {
  answersKind,
  beginKind,
  callOfJob,
  documentKind,
  handOnKind,
  healKind,
  jobIdOf,
  kindsOfCalls,
  kindsOfReaders,
  publishKind,
  renewKind,
  transcribeKind,
} from './call-jobs.ts';
import type { DocumentingParts } from './deps.ts';
import { heal } from './heal.ts';
import { documentParts, type PlannedPart } from './plan.ts';
import { answers } from './steps/answers.ts';
import { begin } from './steps/begin.ts';
import { copyToNote } from './steps/copy-to-note.ts';
import { document } from './steps/document.ts';
import { endParts, reasonOf } from './steps/failing.ts';
import { handOnUnfinished, publish } from './steps/publish.ts';
import { giveUpRenewal, renew } from './steps/renew.ts';
import { transcribe } from './steps/transcribe.ts';

/** The one call that the healing job has. */
const everything = 'all';

/** Does the steps of the documentation of calls as jobs: what a process leaves unfinished, the next one goes on with. */
export function documenting(parts: DocumentingParts) {
  const { db, jobs, log } = parts;
  const working: { stop(): Promise<void> }[] = [];
  const workers: readonly [JobKind, JobWorker][] = [
    [beginKind, { run: (id) => begin(parts, callOfJob(id)) }],
    [transcribeKind, { run: (id, { signal }) => transcribe(parts, callOfJob(id), signal), gaveUp: giveUp(parts) }],
    [
      documentKind,
      { run: (id, { signal }) => document(parts, callOfJob(id), signal), gaveUp: giveUp(parts, documentParts) },
    ],
    [answersKind, { run: (id, { signal }) => answers(parts, callOfJob(id), signal), gaveUp: giveUpAnswers(parts) }],
    [renewKind, { run: (id, { signal }) => renew(parts, callOfJob(id), signal), gaveUp: giveUpRenewal(parts) }],
    [publishKind, { run: (id) => publish(parts, callOfJob(id)) }],
    [handOnKind, { run: (id) => handOnUnfinished(parts, callOfJob(id)) }],
    [healKind, { run: () => heal(parts) }],
  ];
  return {
    /** Begins to do the steps, those of earlier lives too. */
    async work(): Promise<void> {
      for (const [kind, worker] of workers) working.push(await jobs.work(kind, worker));
      await jobs.enqueue(db, healKind, everything);
    },
    async stop(): Promise<void> {
      for (const each of working.splice(0)) await each.stop();
      log.debug('ai: no step is done any longer');
    },
    /** Fulfils when no step of any call runs or could begin. */
    async idle(): Promise<void> {
      for (const kind of kindsOfCalls) await jobs.idle(kind);
    },
  };
}

/** Has a call documented whose sound is there, within the transaction that says so. */
export const askForDocumentation = (jobs: DocumentingParts['jobs'], trx: Writer, call: DocumentedCall): Promise<void> =>
  jobs.enqueue(trx, beginKind, jobIdOf(call));

/** Ends every step of a call, and the request that runs. */
export async function endDocumentation(
  jobs: DocumentingParts['jobs'],
  trx: Writer,
  call: DocumentedCall,
): Promise<void> {
  for (const kind of kindsOfCalls) await jobs.cancel(trx, kind, jobIdOf(call));
}

/** Ends the answering of questions of a call, and the request that runs. */
export const endAnswers = (jobs: DocumentingParts['jobs'], trx: Writer, call: DocumentedCall): Promise<void> =>
  jobs.cancel(trx, answersKind, jobIdOf(call));

/**
 * The transcript of a call is being deleted: whatever reads it ends, requests that run included, and parts that wait for it say that
 * they cannot be made.
 */
export async function endReaders(jobs: DocumentingParts['jobs'], trx: Writer, call: DocumentedCall): Promise<void> {
  for (const kind of kindsOfReaders) await jobs.cancel(trx, kind, jobIdOf(call));
  await endParts(trx, call, 'refusal', 'soundGone', [...documentParts, 'smartAnswers']);
  await documentationWriter(trx).endRenewals(call, null);
}

/** A step is not tried any longer: parts that wait for it fail, and the call's user is told what there is. */
const giveUp =
  ({ db, jobs }: DocumentingParts, which?: readonly PlannedPart[]) =>
  async (id: string, code: string): Promise<void> => {
    const call = callOfJob(id);
    await db.transaction().execute(async (trx) => {
      await endParts(trx, call, 'failure', reasonOf(code), which);
      await jobs.enqueue(trx, publishKind, id);
    });
  };

/** Answers that the rules found stay, and are copied where that is wanted. */
const giveUpAnswers =
  (parts: DocumentingParts) =>
  async (id: string, code: string): Promise<void> => {
    const call = callOfJob(id);
    await endParts(parts.db, call, 'failure', reasonOf(code), ['smartAnswers']);
    await copyToNote(parts, call);
  };
