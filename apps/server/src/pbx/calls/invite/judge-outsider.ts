import { refuseBlocked } from './refuse-blocked.ts';
import { refusedAsSuspended } from './refuse-suspended.ts';
import type { InviteDesk, InviteRefused } from './steps.ts';

/** The refusal of a call from outside, or `proof` for a caller who has to show first that a human calls; null: they are let in. */
export const judgeOutsider = async (
  desk: InviteDesk,
  call: Parameters<typeof refuseBlocked>[1],
): Promise<InviteRefused | 'proof' | null> =>
  (await refusedAsSuspended(desk, call.accountId)) ?? (await refuseBlocked(desk, call));
