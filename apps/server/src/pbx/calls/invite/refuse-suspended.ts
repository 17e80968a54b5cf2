import { findNumber } from '../../routing/find-number.ts';
import { type Identified, type InviteDesk, InviteRefused, type Step } from './steps.ts';

/** Nobody of a suspended company calls, except for help. */
export const refuseSuspended: Step<Identified, Identified> = async (given, desk) => {
  const { invited, caller } = given;
  if (findNumber(invited.called, caller).kind === 'emergency') return given;
  return (await refusedAsSuspended(desk, caller.accountId)) ?? given;
};

/** The refusal of calls from and to a suspended company; null for an account that is not suspended. */
export async function refusedAsSuspended({ directory }: InviteDesk, accountId: string): Promise<InviteRefused | null> {
  const { isSuspended = false } = await directory.callSettings(accountId);
  return isSuspended ? new InviteRefused(480, 'Temporarily Unavailable', 'COMPANY_SUSPENDED') : null;
}
