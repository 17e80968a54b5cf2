import type { PartRenewal } from '@sidetone/contract/entities/documentation.ts';
import { type RenewablePart, renewableParts } from '@sidetone/contract/http/documentation-routes.ts';
import { type DocumentedCall, documentationWriter } from '../../storage/documentation-writer.ts';
import { askForErasure } from '../../storage/erasure.ts';
import { callOfJob } from '../call-jobs.ts';
import type { DocumentingParts } from '../deps.ts';
import { beginRun, endRun, outcomeOf } from '../ledger.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { askModel, byModelOf, endedWell, rulesOf } from './document.ts';
import { CannotBeMade, reasonOf, StepFailure } from './failing.ts';
import { type MadeCommand, partsOf } from './parts-of.ts';
import { idsOf } from './transcribe.ts';
import { type Transcribed, transcribedOf } from './transcribed.ts';

type MadeParts = Readonly<Record<RenewablePart, MadeCommand>>;

/** Makes parts once more that were asked for. What there is stays until then, and where it fails. */
export async function renew(parts: DocumentingParts, of: DocumentedCall, signal: AbortSignal): Promise<void> {
  // Somebody may ask for another part while these are being made.
  for (;;) {
    const call = await readCall(parts.db, of);
    const wanted = call === null ? [] : renewalsOf(call);
    const [first] = wanted;
    if (call === null || first === undefined) return;
    try {
      const { by } = first.renewal;
      const made = await makeOnce(parts, call, first.renewal, signal);
      await write(
        parts,
        call,
        made,
        wanted.filter(({ renewal }) => renewal.by === by),
      );
    } catch (error) {
      if (!(error instanceof CannotBeMade)) throw error;
      await documentationWriter(parts.db).endRenewals(call, error.reason);
    }
  }
}

/** A job that is not tried any longer: parts stay as they are, and say why. */
export const giveUpRenewal =
  ({ db }: Pick<DocumentingParts, 'db'>) =>
  (id: string, code: string): Promise<void> =>
    documentationWriter(db).endRenewals(callOfJob(id), reasonOf(code));

const renewalsOf = ({ parts }: CallToDocument): { readonly part: RenewablePart; readonly renewal: PartRenewal }[] =>
  renewableParts.flatMap((part) => {
    const renewal = parts[part]?.renewal;
    return renewal?.status === 'waiting' ? [{ part, renewal }] : [];
  });

async function makeOnce(
  parts: DocumentingParts,
  call: CallToDocument,
  { by, at }: PartRenewal,
  signal: AbortSignal,
): Promise<MadeParts> {
  const { transcription } = call.parts;
  if (call.flags.hasAiDisabled) throw new CannotBeMade('switchedOff');
  if (transcription?.status !== 'success') throw new CannotBeMade('soundGone');
  const transcribed = transcribedOf(call, transcription);
  const items = itemsMadeAt(at);
  if (by === 'model') return await byModelOnce(parts, transcribed, { at, items, signal });
  if (!transcribed.isKnownLanguage) throw new CannotBeMade('unsupportedLanguage');
  return (await rulesOf(transcribed.spoken, transcribed.fingerprint, items)).made;
}

/** Items that were made another time never have the same ids, so that a tick of the old list is none of the new one. */
const itemsMadeAt = (at: string): string => `r${Date.parse(at).toString(36)}-`;

async function byModelOnce(
  { db, services, log }: DocumentingParts,
  transcribed: Transcribed,
  { at, items, signal }: { readonly at: string; readonly items: string; readonly signal: AbortSignal },
): Promise<MadeParts> {
  const { call, fingerprint } = transcribed;
  const connection = await services.ground.connection(call.accountId, 'language');
  if (connection === null) throw new CannotBeMade('serviceDown');
  const run = await beginRun(db, call, { step: 'document', about: `${fingerprint} ${at}`, connection });
  if (run === null) throw new CannotBeMade('quota');
  try {
    const result = await askModel({ services }, transcribed, connection, signal);
    signal.throwIfAborted();
    await endRun(db, run, connection, endedWell(result));
    log.info({ ...idsOf(call), dropped: result.dropped }, 'ai: parts made once more by a model');
    return partsOf(result.analysis, items, byModelOf(transcribed, connection, result.prompt));
  } catch (error) {
    await endRun(db, run, connection, { outcome: outcomeOf(error, signal) });
    if (signal.aborted || !(error instanceof ProviderFailure)) throw error;
    throw await failureOf({ services }, connection, error);
  }
}

/** Somebody waits for it: what will not work soon is said soon. */
async function failureOf(
  { services }: Pick<DocumentingParts, 'services'>,
  connection: UsableConnection,
  { kind, problem }: ProviderFailure,
): Promise<Error> {
  if (kind === 'again') return new StepFailure('SERVICE_DOWN');
  if (kind !== 'never') return new CannotBeMade('badAnswer');
  await services.ground.reportFailure(connection, problem);
  return new CannotBeMade('serviceRefused');
}

async function write(
  { db }: Pick<DocumentingParts, 'db'>,
  call: CallToDocument,
  made: MadeParts,
  wanted: readonly { readonly part: RenewablePart; readonly renewal: PartRenewal }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { part, renewal } of wanted) await documentationWriter(trx).renew(call, made[part], renewal.at);
    // Nothing is left of the old content.
    await askForErasure(trx);
  });
}
