import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import { removeCaptured } from '../captured-sounds.ts';
import type { DocumentingParts } from '../deps.ts';
import { callsOfMonth } from '../ledger.ts';
import { documentParts } from '../plan.ts';
import { type CallToDocument, readCall } from '../read-call.ts';

/** Answers need no sound, and nobody waits for them to hear of the rest. */
const publishedParts = ['transcription', ...documentParts] as const;

/** Whether nothing of a call is still to be made. */
const isFinal = ({ parts }: Pick<CallToDocument, 'parts'>): boolean =>
  publishedParts.every((part) => parts[part]?.status !== 'waiting' && parts[part]?.status !== 'loading');

/** Tells the user that their call is documented, and removes what was captured of it once nothing needs it any longer. */
export async function publish({ db, announce, files, services }: DocumentingParts, of: DocumentedCall): Promise<void> {
  const call = await readCall(db, of);
  if (!call || !isFinal(call)) return;
  const { soundHours } = await services.ground.settings(call.accountId);
  const isMade = publishedParts.every((part) => (call.parts[part]?.status ?? 'success') === 'success');
  // What was stopped or failed may be resumed.
  if (isMade || soundHours === 0) await removeCaptured({ db, captures: files.captures }, call);
  if (call.parts.summary?.status !== 'success') return;
  announce(call, await callsOfMonth(db, call.accountId, call.month));
}
