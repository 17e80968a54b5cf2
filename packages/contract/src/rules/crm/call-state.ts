import type { TerminationReason } from '../termination-reasons.ts';

/** How a call ended, as a CRM is told. */
export type CrmCallState = 'notFound' | 'busy' | 'missed' | 'connected';

/** END-034 to END-037: by the reason alone; whatever is not named counts as connected. */
export function crmCallState(reason: TerminationReason | null): CrmCallState {
  switch (reason) {
    case 'NOT_FOUND':
      return 'notFound';
    case 'BUSY_EVERYWHERE':
      return 'busy';
    case 'CANCELLED':
      return 'missed';
    default:
      return 'connected';
  }
}
