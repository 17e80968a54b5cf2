import { setImmediate } from 'node:timers/promises';
import type { MadeBy, PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { Again } from '../../jobs/job-kind.ts';
import { type DocumentedCall, documentationWriter } from '../../storage/documentation-writer.ts';
import type { Writer } from '../../storage/writer.ts';
import { analysing } from '../basic/analyse.ts';
import type { SpokenCall } from '../basic/call.ts';
import { jobIdOf, publishKind } from '../call-jobs.ts';
import type { DocumentingParts } from '../deps.ts';
import { proved } from '../evidence/proved.ts';
import { beginRun, endRun, outcomeOf } from '../ledger.ts';
import { type DocumentPart, documentParts } from '../plan.ts';
import type { ModelResult } from '../ports.ts';
import { isUseless, ProviderFailure } from '../providers/failure.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { partActs } from '../states.ts';
import { afterFailure, endParts } from './failing.ts';
import { itemsOf, type MadeCommand, partsOf } from './parts-of.ts';
import { idsOf } from './transcribe.ts';
import { modelOptions, type Transcribed, transcribedOf } from './transcribed.ts';

/** Makes the other parts of a call of its transcript: by rules immediately, by a model over them where one is set up. */
export async function document(
  parts: DocumentingParts,
  of: DocumentedCall,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const call = await readCall(parts.db, of);
  if (!call) return undefined;
  const { transcription } = call.parts;
  if (transcription?.status === 'waiting' || transcription?.status === 'loading') return undefined;
  if (transcription?.status !== 'success') {
    // Nothing can be made of a transcript that is not there.
    const reason: PartReason = transcription?.reason ?? 'soundGone';
    return await endParts(parts.db, call, 'refusal', reason, documentParts);
  }
  if (call.flags.hasAiDisabled) return await endParts(parts.db, call, 'refusal', 'switchedOff', documentParts);
  const transcribed = transcribedOf(call, transcription);
  if (transcribed.isKnownLanguage) await byRules(parts, transcribed);
  const again = await byModel(parts, transcribed, signal);
  if (again) return again;
  await endParts(parts.db, call, 'refusal', 'unsupportedLanguage', documentParts);
  await parts.jobs.enqueue(parts.db, publishKind, jobIdOf(call));
  return undefined;
}

/** What rules find, which are quotes: there within moments, and for good where no model is set up. */
async function byRules({ db, log }: DocumentingParts, { call, spoken, fingerprint }: Transcribed): Promise<void> {
  if (!documentParts.some((part) => isToBeMade(call, part))) return;
  const { made, dropped } = await rulesOf(spoken, fingerprint);
  const { from } = partActs.result;
  for (const part of documentParts) await documentationWriter(db).set(call, made[part], from);
  log.info({ ...idsOf(call), dropped }, 'ai: call documented by rules');
}

const isToBeMade = (call: CallToDocument, part: DocumentPart): boolean => {
  const status = call.parts[part]?.status;
  return status === 'waiting' || status === 'loading';
};

/** What rules find, as parts whose items are named after `of`. Others get their turn in between. */
export async function rulesOf(spoken: SpokenCall, fingerprint: string, of = 'b') {
  const steps = analysing(spoken);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await setImmediate();
  const { analysis, dropped } = proved(step.value, spoken);
  const madeBy: MadeBy = { kind: 'basic', language: spoken.language, fingerprint, at: new Date().toISOString() };
  return { made: partsOf({ ...analysis, summary: null }, of, madeBy), dropped };
}

/** Has a model document the call where one is set up. What rules made stands until it has, and where it cannot. */
async function byModel(
  parts: DocumentingParts,
  transcribed: Transcribed,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { db, services } = parts;
  const { call, spoken, fingerprint } = transcribed;
  const connection = await services.ground.connection(call.accountId, 'language');
  if (!connection || spoken.utterances.length === 0 || !(await isLeftToModel(parts, transcribed))) return undefined;
  const run = await beginRun(db, call, { step: 'document', about: fingerprint, connection });
  if (run === null) {
    await endParts(db, call, 'refusal', 'quota', documentParts);
    return undefined;
  }
  try {
    const result = await askModel(parts, transcribed, connection, signal);
    signal.throwIfAborted();
    // Together: what a model made was paid for, and the ledger says so.
    await db.transaction().execute(async (trx) => {
      await replaceAll(trx, transcribed, connection, result);
      await endRun(trx, run, connection, endedWell(result));
    });
    parts.log.info({ ...idsOf(call), dropped: result.dropped }, 'ai: call documented by a model');
    return undefined;
  } catch (error) {
    await endRun(db, run, connection, { outcome: outcomeOf(error, signal) });
    if (signal.aborted) throw error;
    if (error instanceof ProviderFailure && isUseless(error)) {
      // It was asked twice already. What rules made stands; where they could not, nothing will.
      await endParts(db, call, 'failure', 'badAnswer', documentParts);
      return undefined;
    }
    return await afterFailure(parts, connection, call.hoursAgo, error);
  }
}

/** Whether something is as the rules made it of this transcript, or not made at all. */
async function isLeftToModel({ db }: DocumentingParts, { call, fingerprint }: Transcribed): Promise<boolean> {
  const now = await readCall(db, call);
  return documentParts.some((part) => {
    const made = now?.parts[part];
    if (made?.status !== 'success') return made?.status === 'waiting' || made?.status === 'loading';
    return made.madeBy?.kind === 'basic' && made.madeBy.fingerprint === fingerprint;
  });
}

export async function askModel(
  { services }: Pick<DocumentingParts, 'services'>,
  { call, spoken }: Transcribed,
  connection: UsableConnection,
  signal: AbortSignal,
): Promise<ModelResult> {
  const options = await modelOptions(services, call, spoken, connection);
  return await services.documentByModel(spoken, services.open.language(connection), options, signal);
}

async function replaceAll(
  db: Writer,
  { call, spoken, fingerprint }: Transcribed,
  connection: UsableConnection,
  { analysis, prompt }: ModelResult,
): Promise<void> {
  const made = partsOf(analysis, 'm', byModelOf({ spoken, fingerprint }, connection, prompt));
  const before = (await rulesOf(spoken, fingerprint)).made;
  const writer = documentationWriter(db);
  for (const part of documentParts) {
    const command: MadeCommand = made[part];
    const isReplaced = await writer.replace(call, { ...command, fingerprint, before: itemsOf(before[part]) });
    if (!isReplaced) await writer.set(call, command, partActs.result.from);
  }
}

/** What a part says that a model made. */
export const byModelOf = (
  { spoken, fingerprint }: Pick<Transcribed, 'spoken' | 'fingerprint'>,
  { name: service, model }: UsableConnection,
  prompt: string,
): MadeBy => {
  const at = new Date().toISOString();
  return { kind: 'model', service, model, prompt, language: spoken.language, fingerprint, at };
};

/** What the ledger keeps of a request that was answered. */
export const endedWell = (result: ModelResult) => ({
  outcome: 'done',
  tokensIn: result.usage.tokensIn,
  tokensOut: result.usage.tokensOut,
  prompt: result.prompt,
  points: pointsIn(result),
  dropped: Object.values(result.dropped).reduce((sum, each) => sum + each, 0),
});

const pointsIn = ({ analysis }: ModelResult): number =>
  analysis.keyPoints.length + analysis.topics.length + analysis.actions.length + analysis.smallTalk.length;
