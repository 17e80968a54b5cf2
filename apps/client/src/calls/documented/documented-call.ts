import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Running } from '../screens/running.ts';

/** The running call that is captured for its documentation, as the server knows it; null where none is. */
export function documentedCall(
  rows: readonly OngoingCall[],
  { lead, other, firstId }: Pick<Running, 'lead' | 'other' | 'firstId'>,
): OngoingCall | null {
  const shown = [firstId, lead.id, other?.id];
  return rows.find(({ id, state, isDocumented }) => shown.includes(id) && state === 'talking' && isDocumented) ?? null;
}
