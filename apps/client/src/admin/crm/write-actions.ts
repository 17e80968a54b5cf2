import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { type CrmWriteAction, crmWriteActions } from '@sidetone/contract/http/admin/crm-routes.ts';
import { causeOfAction, movedBy } from '@sidetone/contract/rules/crm/write-moves.ts';
import type { CrmWriteState } from '@sidetone/contract/rules/crm/write-states.ts';

/** What an administrator can do with an entry. */
export const actionsFor = (entry: Pick<CrmWrite, 'state' | 'nextTryAt'>): CrmWriteAction[] =>
  crmWriteActions.filter((action) =>
    action === 'lookNow' ? shownState(entry) === 'CHECKING' : movedBy(entry.state, causeOfAction[action]) !== null,
  );

/** A state as administrators see it: an entry that nobody knows of is being looked up, or waits for a person. */
export type ShownState = CrmWriteState | 'CHECKING';

export const shownState = ({ state, nextTryAt }: Pick<CrmWrite, 'state' | 'nextTryAt'>): ShownState =>
  state === 'UNCLEAR' && nextTryAt !== null ? 'CHECKING' : state;

/** Whether a person has to do something about an entry, since the server does nothing more by itself. */
export function needsPerson(entry: Pick<CrmWrite, 'state' | 'nextTryAt' | 'skipReason'>): boolean {
  const state = shownState(entry);
  if (state === 'SKIPPED') return entry.skipReason === 'ambiguous' || entry.skipReason === 'gaveUp';
  return state === 'UNCLEAR' || state === 'REFUSED';
}
