import { type InviteDesk, InviteRefused } from './steps.ts';

/** The refusal of a call from outside whose caller is blocked; null where they are not. It tells callers no reason. */
export async function refuseBlocked(
  { blocked }: InviteDesk,
  call: { readonly accountId: string; readonly ownerUserId: string | null; readonly number: string | null },
): Promise<InviteRefused | null> {
  return (await blocked?.refuses(call)) ? new InviteRefused(603, 'Decline', 'CALLER_BLOCKED') : null;
}
