import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import { handOnKind, jobIdOf } from '../call-jobs.ts';
import { removeCaptured } from '../captured-sounds.ts';
import type { DocumentingParts } from '../deps.ts';
import { callsOfMonth, usedUpMonth } from '../ledger.ts';
import { documentParts } from '../plan.ts';
import { type CallToDocument, readCall } from '../read-call.ts';

/** Answers need no sound, and nobody waits for them to hear of the rest. */
const publishedParts = ['transcription', ...documentParts] as const;

/** Whether nothing of a call is still to be made. */
const isFinal = ({ parts }: Pick<CallToDocument, 'parts'>): boolean =>
  publishedParts.every((part) => parts[part]?.status !== 'waiting' && parts[part]?.status !== 'loading');

/**
 * Tells the user that their call is documented, hands it on, and removes what was captured of it once nothing needs it any
 * longer.
 */
export async function publish(parts: DocumentingParts, of: DocumentedCall): Promise<void> {
  const { db, jobs, announce, files, services } = parts;
  const call = await readCall(db, of);
  if (!call || !isFinal(call)) return;
  await parts.handOn(call);
  await jobs.cancel(db, handOnKind, jobIdOf(call));
  const { soundHours } = await services.ground.settings(call.accountId);
  const isMade = publishedParts.every((part) => (call.parts[part]?.status ?? 'success') === 'success');
  // What was stopped or failed may be resumed.
  if (isMade || soundHours === 0) await removeCaptured({ db, captures: files.captures }, call);
  const hasSummary = call.parts.summary?.status === 'success';
  // Without a summary users are told only of the call that used up the month.
  if (!hasSummary && !(await usedUpMonth(db, call))) return;
  announce(call, { used: await callsOfMonth(db, call.accountId, call.month), hasSummary });
}

/** Hands on what there is of a call: something of it is still being made, and others wait no longer. */
export async function handOnUnfinished({ db, handOn }: DocumentingParts, of: DocumentedCall): Promise<void> {
  const call = await readCall(db, of);
  if (call) await handOn(call);
}
