import { findNumber } from '../../routing/find-number.ts';
import { type Found, type InviteDesk, InviteRefused } from './steps.ts';

/**
 * Asks whether the account and its caller may call a number outside, in the last step before the call is there: what is
 * allowed is counted. Nobody is asked about emergency numbers.
 */
export const askPolicy = async <Given extends Found>(
  given: Given,
  { policy, now, purpose }: InviteDesk,
): Promise<Given | InviteRefused> => {
  const { called, caller, invited, sessionId } = given;
  if ((called.kind !== 'outside' && called.kind !== 'trunk') || !policy) return given;
  // A call to another node stays in the cell; it is asked about once it leaves by a trunk.
  if (called.kind === 'trunk' && called.plan.left[0]?.node !== undefined) return given;
  if (findNumber(invited.called, caller).kind === 'emergency') return given;
  const { accountId, userId } = caller;
  const answer = await policy.mayCall({
    accountId,
    userId,
    e164: called.number,
    sessionId,
    kind: purpose ?? 'call',
    at: now?.() ?? new Date(0),
  });
  return answer.allowed ? given : new InviteRefused(answer.status, phraseOf[answer.code], answer.code);
};

/** Clients of ours know these phrases and say what they mean. */
const phraseOf = { DESTINATION_BARRED: 'Destination Barred', LIMIT_REACHED: 'Call Limit Reached' } as const;
