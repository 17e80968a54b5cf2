import { isHeldBy } from '../../calls/leg-hold.ts';
import type { CallCommands } from '../../commands.ts';
import { routeSecondLine } from '../handing-over/route-line.ts';
import { accountOf, type Commanded, channelOf, checkFree, checkTarget } from './command-parts.ts';
import { wrongState } from './named-calls.ts';

type TransferCommands = Pick<CallCommands, 'startTransfer' | 'setLines' | 'dropTransfer' | 'completeTransfer'>;

/** Transfers in which the user asks the target first. */
export function transferCommands(parts: Commanded): TransferCommands {
  const { table, transfers, desk, named } = parts;
  const { findTalking, transferOf } = named;
  return {
    async startTransfer(userId, name, { number, ownNumber, sessionId }) {
      checkTarget(number);
      const own = findTalking(userId, name);
      checkFree(parts, own);
      const { legId } = own.leg;
      const channelId = (await channelOf(parts, ownNumber)) ?? own.leg.event?.channelId ?? null;
      const wantsToShow = ownNumber;
      const request = { accountId: accountOf(own), userLeg: own.leg, number, channelId, wantsToShow, sessionId };
      const target = await routeSecondLine(request, desk);
      // While the number was looked up, the call may have ended, or another command may have come first.
      const still = findTalking(userId, name);
      if (still.leg.legId !== legId) throw wrongState('The call is not up.');
      checkFree(parts, still);
      const transferId = desk.newId();
      still.running.take({ type: 'holdAsked', legId, held: false });
      transfers.begin({
        transferId,
        userId,
        initialId: still.running.call.callId,
        targetId: target.callId,
        userLegId: legId,
        lineLegId: target.caller.legId,
        targetSessionId: target.sessionId,
        number,
        phase: 'dialling',
        lines: ['TARGET'],
        userHolds: isHeldBy(still.leg.hold, 'device'),
        outcome: null,
        reason: null,
      });
      table.begin(target);
      return { transferId };
    },

    async setLines(userId, name, transferId, lines) {
      const transfer = transferOf(userId, name, transferId);
      if (transfer.phase !== 'talking') throw wrongState('The target has not taken the call.');
      transfers.take(transferId, { type: 'linesAsked', lines });
    },

    async dropTransfer(userId, name, transferId) {
      if (transferOf(userId, name, transferId).phase === 'over') transfers.forget(transferId);
      else transfers.take(transferId, { type: 'dropAsked' });
    },

    async completeTransfer(userId, name, transferId) {
      if (transferOf(userId, name, transferId).phase === 'over') throw wrongState('The transfer is over.');
      transfers.take(transferId, { type: 'userLeft' });
    },
  };
}
