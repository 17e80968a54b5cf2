import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import type { DocumentingParts } from '../deps.ts';
import { callsOfMonth } from '../ledger.ts';
import { plannedParts } from '../plan.ts';
import { type CallToDocument, readCall } from '../read-call.ts';

/** Whether nothing of a call is still to be made. */
export const isFinal = ({ parts }: Pick<CallToDocument, 'parts'>): boolean =>
  plannedParts.every((part) => parts[part]?.status !== 'waiting' && parts[part]?.status !== 'loading');

/** Tells the user that their call is documented. */
export async function publish({ db, announce }: DocumentingParts, of: DocumentedCall): Promise<void> {
  const call = await readCall(db, of);
  if (!call || !isFinal(call)) return;
  if (call.parts.summary?.status !== 'success') return;
  announce(call, await callsOfMonth(db, call.accountId, call.month));
}
