import type { CallFact } from '../../calls/call-facts.ts';
import { partnerOf } from '../../calls/turn.ts';
import type { CallCommands } from '../../commands.ts';
import { beginHandOver, cameInOnOf, giveBack, handOver, returnToOf } from '../handing-over/hand-over.ts';
import { routeHandOver, withCaller } from '../handing-over/route-line.ts';
import { park, parkRulesOf } from '../parking/park.ts';
import { accountOf, type Commanded, checkFree, checkTarget } from './command-parts.ts';
import { type Own, wrongState } from './named-calls.ts';

type HandOverCommands = Pick<CallCommands, 'transferBlindly' | 'joinCalls' | 'park'>;

/** Handing the other side over without asking, to a number or to another call of the user. */
export function handOverCommands(parts: Commanded): HandOverCommands {
  const { table, desk, absences, ringBack, handedOver } = parts;
  const { findTalking } = parts.named;

  /** Who is to be handed over; throws WRONG_STATE where that cannot be. */
  const handedOverOf = (from: Own) => {
    checkFree(parts, from);
    const far = partnerOf(from.running.call, from.leg.legId);
    if (!far) throw wrongState('There is nobody to hand over.');
    return { far, returnTo: returnToOf(from.running, from.leg, far), cameInOn: cameInOnOf(from.running, from.leg) };
  };

  return {
    async transferBlindly(userId, name, number, to = 'line') {
      checkTarget(number);
      const own = findTalking(userId, name);
      const before = handedOverOf(own);
      const comeBack = absences.begin(own.leg.legId);
      if (!comeBack) throw wrongState('The call is being handed over already.');
      const initial = own.running;
      let ending = null as CallFact | null;
      try {
        const routed = await routeHandOver(
          { ...before, accountId: accountOf(own), userLeg: own.leg, number, to, channelId: null, sessionId: null },
          desk,
        ).finally(() => {
          ending = comeBack();
        });
        const { running, leg } = findTalking(userId, name);
        const { far } = handedOverOf({ running, leg });
        beginHandOver({ table, initial: running, userLeg: leg, far, call: withCaller(routed, far) });
        handedOver(running, leg, routed.caller.remote);
        running.take(ending ?? { type: 'hungUp', legId: leg.legId });
      } catch (error) {
        if (ending) giveBack({ initial, userLeg: own.leg, returnTo: before.returnTo, ending, ringBack });
        throw error;
      }
    },

    park: (userId, name, slot) => parkCall(parts, { userId, name, slot }),

    async joinCalls(userId, name, other) {
      const [one, two] = [findTalking(userId, name), findTalking(userId, other)];
      if (one.running === two.running) throw wrongState('These are one call.');
      checkFree(parts, one);
      checkFree(parts, two);
      joinTwo(parts, one, two);
    },
  };
}

/** The call is parked even if the user hangs up while the rules are read. */
async function parkCall(
  parts: Commanded,
  { userId, name, slot }: { userId: string; name: Parameters<CallCommands['park']>[1]; slot: number | null },
): Promise<{ slot: number }> {
  const own = parts.named.findTalking(userId, name);
  checkFree(parts, own);
  const comeBack = parts.absences.begin(own.leg.legId);
  if (!comeBack) throw wrongState('The call is being handed over already.');
  let ending = null as CallFact | null;
  try {
    const accountId = accountOf(own);
    const rules = await parkRulesOf(parts, accountId).finally(() => {
      ending = comeBack();
    });
    const { running, leg } = parts.named.findTalking(userId, name);
    checkFree(parts, { running, leg });
    const place = park(parts, { running, leg, accountId, slot, rules });
    if (place === null) throw wrongState('There is no free place.');
    running.take(ending ?? { type: 'hungUp', legId: leg.legId });
    return { slot: place };
  } catch (error) {
    if (ending) own.running.take(ending);
    throw error;
  }
}

function joinTwo({ handedOver }: Commanded, one: Own, two: Own): void {
  const done = handOver({
    initial: one.running,
    userLeg: one.leg,
    target: two.running,
    place: two.leg,
    ending: { type: 'hungUp', legId: one.leg.legId },
  });
  if (!done) throw wrongState('There is nobody to join.');
  handedOver(one.running, one.leg, two.leg.remote);
  handedOver(two.running, two.leg, one.leg.remote);
}
