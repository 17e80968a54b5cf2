import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Running } from '../screens/running.ts';

/** The running call that somebody listens to, or by which the user listens, as the server knows it; null where none is. */
export function supervisedCall(
  rows: readonly OngoingCall[],
  { lead, other, firstId }: Pick<Running, 'lead' | 'other' | 'firstId'>,
): OngoingCall | null {
  const shown = [firstId, lead.id, other?.id];
  return rows.find(({ id, state, supervision }) => shown.includes(id) && state === 'talking' && supervision) ?? null;
}
