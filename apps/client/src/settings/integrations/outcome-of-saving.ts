import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { isInPart } from '#contacts/integration-problem.ts';

/** What a connection was when it was saved, or is now. */
export type Saved = Pick<ConnectedIntegration, 'id' | 'lastSyncedAt' | 'problem'> & { readonly rev: number };

/** What became of a connection since it was saved: null while nobody knows, such as before it is in the list. */
export function outcomeOf(saved: Saved, now: Saved | undefined): 'came' | 'failed' | null {
  if (now === undefined || now.rev <= saved.rev) return null;
  if (now.problem !== null && !isInPart(now.problem)) return 'failed';
  return now.lastSyncedAt !== null && now.lastSyncedAt !== saved.lastSyncedAt ? 'came' : null;
}
