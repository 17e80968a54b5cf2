import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { isInPart } from '#contacts/integration-problem.ts';

/** The state of a connection when it was saved, or now. */
export type Saved = Pick<ConnectedIntegration, 'id' | 'lastSyncedAt' | 'problem'> & { readonly rev: number };

/** The outcome of saving a connection: null while it is not known, for example before it is in the list. */
export function outcomeOf(saved: Saved, now: Saved | undefined): 'came' | 'failed' | null {
  if (now === undefined || now.rev <= saved.rev) return null;
  if (now.problem !== null && !isInPart(now.problem)) return 'failed';
  return now.lastSyncedAt !== null && now.lastSyncedAt !== saved.lastSyncedAt ? 'came' : null;
}
