import { type InviteDesk, InviteRefused } from './steps.ts';

/**
 * The refusal of a call from outside whose caller is blocked, which tells callers no reason; `proof` for one who has to show
 * first that a human calls; null where they are let in.
 */
export async function refuseBlocked(
  { blocked }: InviteDesk,
  call: { readonly accountId: string; readonly ownerUserId: string | null; readonly number: string | null },
): Promise<InviteRefused | 'proof' | null> {
  const judged = (await blocked?.judges(call)) ?? null;
  return judged === 'refused' ? new InviteRefused(603, 'Decline', 'CALLER_BLOCKED') : judged;
}
