import type { DirectoryChannel } from '../../ports.ts';
import type { ForwardedCaller } from '../../routing/forward-step.ts';
import { outsideRingMs } from '../trunk-stage.ts';
import { type Arrival, arrive } from './arrive.ts';
import { callIn } from './call-in.ts';
import type { Speaking } from './check-offer.ts';
import { shownToCallee } from './shown-to-callee.ts';
import type { Step } from './steps.ts';

export interface Targeted extends Speaking, Arrival {}

/** The live devices of all who may ring, never the calling one. With none, the call still stands as missed. */
export const chooseTargets: Step<Speaking, Targeted> = async (given, desk) => {
  const { called, caller, invited } = given;
  if (called.kind === 'channel') {
    const from = { userId: caller.userId, endpointId: invited.from.endpointId };
    const { channel, reaches } = called;
    const arrival =
      reaches === 'intercom'
        ? await callIn(channel, invited.from.endpointId, desk)
        : await arrive(channel, from, callerSeen(given, channel), desk, reaches);
    return { ...given, ...arrival };
  }
  const ringMs = called.kind === 'outside' || called.kind === 'trunk' ? outsideRingMs : 0;
  return { ...given, callId: desk.newId(), targets: [], rings: [], ringMs, nobody: null, plan: null };
};

/** Who calls, as the owner of the channel sees it: of another account a number at most. */
function callerSeen(given: Speaking, { accountId }: DirectoryChannel): ForwardedCaller {
  const { from } = shownToCallee(given);
  const number = from === 'anonymous' || from.user === given.caller.userId ? null : from.user;
  return { isOutside: accountId !== given.caller.accountId, number };
}
