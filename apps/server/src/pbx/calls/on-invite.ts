import type { NewCall } from './call.ts';
import { askPolicy } from './invite/ask-policy.ts';
import { checkOffer } from './invite/check-offer.ts';
import { chooseTargets, type Targeted } from './invite/choose-targets.ts';
import { findCalledNumber } from './invite/find-called-number.ts';
import { identifyCaller } from './invite/identify-caller.ts';
import { hasRoom, limitCalls, tooManyCalls } from './invite/limit-calls.ts';
import { limitCompany, refusedAsFull, refuseFull } from './invite/limit-company.ts';
import { openCall } from './invite/open-call.ts';
import { openOutsideCall } from './invite/open-outside-call.ts';
import { openTrunkCall } from './invite/open-trunk-call.ts';
import { refuseOwnNumber } from './invite/refuse-own-number.ts';
import { refuseSuspended } from './invite/refuse-suspended.ts';
import {
  type InviteDesk,
  type Invited,
  type InvitedByTrunk,
  type InvitedFromOutside,
  type InviteRefused,
  isByTrunk,
  isFromOutside,
  steps,
} from './invite/steps.ts';

const fromOwnDevice = steps(
  refuseFull,
  identifyCaller,
  refuseSuspended,
  findCalledNumber,
  refuseOwnNumber,
  limitCalls,
  limitCompany,
  checkOffer,
  chooseTargets,
  askPolicy<Targeted>,
  openCall,
);

/** From an INVITE to a call that the core takes over, or to a refusal. Media and ringing are the core's first orders. */
export const onInvite = async (
  invited: Invited | InvitedFromOutside | InvitedByTrunk,
  desk: InviteDesk,
): Promise<NewCall | InviteRefused> => {
  if (isByTrunk(invited)) return await openTrunkCall(invited, desk);
  if (!isFromOutside(invited)) return await fromOwnDevice(invited, desk);
  const full = await refusedAsFull(desk, invited.legId, [invited.from.accountId]);
  if (full) return full;
  return hasRoom(desk, invited.from.accountId) ? await openOutsideCall(invited, desk) : tooManyCalls();
};
