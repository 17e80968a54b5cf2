import { refuseBlocked } from './refuse-blocked.ts';
import { refusedAsSuspended } from './refuse-suspended.ts';
import type { InviteDesk, InviteRefused } from './steps.ts';

/** The refusal of a call from outside, or `proof` for a caller who has to show first that a human calls; null: they are let in. */
export const judgeOutsider = async (
  desk: InviteDesk,
  call: Parameters<typeof refuseBlocked>[1],
): Promise<InviteRefused | 'proof' | null> =>
  (await refusedUnlessCalledBack(desk, call.accountId)) ?? (await refuseBlocked(desk, call));

/** Emergency services call back suspended companies too. */
async function refusedUnlessCalledBack(desk: InviteDesk, accountId: string): Promise<InviteRefused | null> {
  const refused = await refusedAsSuspended(desk, accountId);
  return refused !== null && (await desk.blocked?.isCalledBack(accountId)) ? null : refused;
}
