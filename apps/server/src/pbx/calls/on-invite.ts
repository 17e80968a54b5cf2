import { checkOffer } from './invite/check-offer.ts';
import { chooseTargets } from './invite/choose-targets.ts';
import { findCalledNumber } from './invite/find-called-number.ts';
import { identifyCaller } from './invite/identify-caller.ts';
import { openCall } from './invite/open-call.ts';
import { refuseOwnNumber } from './invite/refuse-own-number.ts';
import { steps } from './invite/steps.ts';

/** From an INVITE to a call that the core takes over, or to a refusal. Media and ringing are the core's first orders. */
export const onInvite = steps(identifyCaller, findCalledNumber, refuseOwnNumber, checkOffer, chooseTargets, openCall);
