import { findNumber } from '../../routing/find-number.ts';
import { retryAfterSeconds } from './limit-calls.ts';
import { type Found, type InviteDesk, type Invited, InviteRefused, type Step } from './steps.ts';

/**
 * Refuses calls of a company that has as many as its operator lets it have, before anything is looked up. Numbers that may call for
 * help are let in; `limitCompany` knows more of them. A call that only moves, such as a transfer, is not another one.
 */
export const refuseFull: Step<Invited, Invited> = (invited, desk) => {
  const { accountId } = invited.from;
  const isLetIn = !isFull(desk, accountId, invited.legId) || desk.companyCalls?.isForHelp(accountId, invited.called);
  return isLetIn ? invited : companyIsFull();
};

/** The same, once it is known whether the number really calls for help. */
export const limitCompany: Step<Found, Found> = (given, desk) => {
  const { invited, caller } = given;
  if (findNumber(invited.called, caller).kind === 'emergency') return given;
  return isFull(desk, caller.accountId, invited.legId) ? companyIsFull() : given;
};

/**
 * The refusal of a call from outside to any of these companies, each of which is full: it is busy. Emergency services call back
 * all the same. Null: there is room.
 */
export async function refusedAsFull(
  desk: InviteDesk,
  legId: string,
  accountIds: readonly string[],
): Promise<InviteRefused | null> {
  for (const accountId of new Set(accountIds)) {
    if (!isFull(desk, accountId, legId) || (await desk.blocked?.isCalledBack(accountId))) return null;
  }
  return accountIds.length === 0 ? null : new InviteRefused(486, 'Busy Here', 'COMPANY_CALLS_FULL');
}

function isFull({ load, companyCalls, purpose }: InviteDesk, accountId: string, legId: string): boolean {
  const most = companyCalls?.mostCallsOf(accountId) ?? null;
  if (most === null || load === undefined || purpose !== undefined) return false;
  return load.companyCallsBefore(accountId, legId) >= most;
}

const companyIsFull = () => new InviteRefused(503, 'Too Many Calls', 'COMPANY_CALLS_FULL', retryAfterSeconds);
