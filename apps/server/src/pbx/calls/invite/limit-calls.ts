import { findNumber } from '../../routing/find-number.ts';
import { sharesOf } from './call-load.ts';
import { type Found, type InviteDesk, InviteRefused, type Step } from './steps.ts';

/** Calls that one device may have at the same time: more than anybody has keys for, and far less than there are ports. */
const callsOfDevice = 10;

/** Seconds after which another try makes sense. */
export const retryAfterSeconds = 10;

/**
 * Neither a device nor an account may use up what the others need to call. Nobody is counted for an emergency call; media
 * keeps ports for those.
 */
export const limitCalls: Step<Found, Found> = (given, desk) => {
  const { invited, caller } = given;
  if (findNumber(invited.called, caller).kind === 'emergency') return given;
  const { load } = desk;
  if (load && load.callsOf(invited.from.endpointId) > callsOfDevice) return tooManyCalls();
  return hasRoom(desk, caller.accountId) ? given : tooManyCalls();
};

/** Whether the account may begin another call now: it has half of the ports at most, and not too many are being begun. */
export function hasRoom({ load, isCrowded = false }: InviteDesk, accountId: string): boolean {
  return !isCrowded && (load === undefined || load.portsOf(accountId) < sharesOf(load));
}

export function tooManyCalls(): InviteRefused {
  return new InviteRefused(503, 'Too Many Calls', 'TOO_MANY_CALLS', retryAfterSeconds);
}
