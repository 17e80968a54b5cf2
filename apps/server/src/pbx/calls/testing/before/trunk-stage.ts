import type { Refusal } from './call.ts';

/** No trunk takes the call. Clients of ours know these phrases and say what they mean. */
export const noWayOut = (isEmergency: boolean): Refusal => ({
  status: 503,
  phrase: isEmergency ? 'No Emergency Trunk' : 'Trunks Unavailable',
  reason: 'TEMPORARILY_UNAVAILABLE',
});
