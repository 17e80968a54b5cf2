import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { invalidTargetMessage, isTransferTarget, ownTransferNumber } from '@sidetone/contract/rules/transfer-target.ts';
import type { Caller, Remote, ReturnTo } from '../calls/call.ts';
import type { CallFact } from '../calls/call-facts.ts';
import type { InviteDesk } from '../calls/invite/steps.ts';
import { isHeldBy } from '../calls/leg-hold.ts';
import { partnerOf } from '../calls/turn.ts';
import { CallCommandError, type CallCommands } from '../commands.ts';
import { MediaError } from '../media/media.ts';
import type { Absences } from './absences.ts';
import type { RunningCall } from './call-runner.ts';
import { type CallTable, type Leg, legsOf } from './call-table.ts';
import type { Clicks } from './clicks.ts';
import { beginHandOver, cameInOnOf, giveBack, handOver, returnToOf } from './hand-over.ts';
import { legIn, namedCalls, type Own, wrongState } from './named-calls.ts';
import type { RecordingDesk } from './recording-desk.ts';
import { routeClick, routeHandOver, routeSecondLine, withCaller } from './route-line.ts';
import type { Transfers } from './transfers.ts';

export interface CommandParts {
  readonly table: CallTable;
  readonly transfers: Transfers;
  readonly recordings: RecordingDesk;
  readonly desk: InviteDesk;
  readonly clicks: Clicks;
  readonly absences: Absences;
  /** The caller, who left this call, rings the user. */
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
  handedOver(running: RunningCall, userLeg: Leg, to: Remote): void;
}

/** A click rings all devices of its user: who has so many calls starts no more. */
const mostCallsOfUser = 20;

/** The commands of users, on the calls that run now. */
export function callCommands(parts: CommandParts): CallCommands {
  const { table, transfers, recordings, desk, clicks, absences, ringBack, handedOver } = parts;
  const { find, findTalking, transferOf, recordedLeg } = namedCalls(parts);

  return {
    hold: async (userId, name, held) => await holdLeg(findTalking(userId, name), held),

    async sendTones(userId, name, digits) {
      const { running, leg } = findTalking(userId, name);
      const transfer = transfers.ofCall(running.call.callId);
      const lines = transfer?.phase === 'talking' ? transfer.lines : (['INITIAL'] satisfies TransferLine[]);
      const target = transfer && table.byId(transfer.targetId);
      const sides = [
        ...(lines.includes('INITIAL') ? [{ on: running, legId: leg.legId }] : []),
        ...(transfer && target && lines.includes('TARGET') ? [{ on: target, legId: transfer.lineLegId }] : []),
      ];
      for (const { on, legId } of sides) {
        const done = await on.takeAndWait({ type: 'tonesAsked', legId, digits }).catch(mediaFailed);
        if (!done) throw wrongState('Nobody is there to hear the tones.');
      }
    },

    startRecording: async (userId, name, how) =>
      await recordings.start(recordedLeg(findTalking(userId, name)), how).catch(mediaFailed),

    async changeRecording(userId, name, recordingId, state) {
      await recordings.change(recordedLeg(findTalking(userId, name)), recordingId, state).catch(mediaFailed);
    },

    async startTransfer(userId, name, { number, ownNumber, sessionId }) {
      checkTarget(number);
      const own = findTalking(userId, name);
      checkFree(own);
      const { legId } = own.leg;
      const channelId = (await channelOf(ownNumber)) ?? own.leg.event?.channelId ?? null;
      const wantsToShow = ownNumber;
      const request = { accountId: accountOf(own), userLeg: own.leg, number, channelId, wantsToShow, sessionId };
      const target = await routeSecondLine(request, desk);
      // While the number was looked up, the call may have ended, or another command may have come first.
      const still = findTalking(userId, name);
      if (still.leg.legId !== legId) throw wrongState('The call is not up.');
      checkFree(still);
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

    async transferBlindly(userId, name, number) {
      checkTarget(number);
      const own = findTalking(userId, name);
      const request = (from: Own) => {
        checkFree(from);
        const far = partnerOf(from.running.call, from.leg.legId);
        if (!far) throw wrongState('There is nobody to hand over.');
        return {
          far,
          returnTo: returnToOf(from.running, from.leg, far),
          cameInOn: cameInOnOf(from.running, from.leg),
        };
      };
      const before = request(own);
      const comeBack = absences.begin(own.leg.legId);
      if (!comeBack) throw wrongState('The call is being handed over already.');
      const initial = own.running;
      let ending = null as CallFact | null;
      try {
        const routed = await routeHandOver(
          { ...before, accountId: accountOf(own), userLeg: own.leg, number, channelId: null, sessionId: null },
          desk,
        ).finally(() => {
          ending = comeBack();
        });
        const { running, leg } = findTalking(userId, name);
        const { far } = request({ running, leg });
        beginHandOver({ table, initial: running, userLeg: leg, far, call: withCaller(routed, far) });
        handedOver(running, leg, routed.caller.remote);
        running.take(ending ?? { type: 'hungUp', legId: leg.legId });
      } catch (error) {
        if (ending) giveBack({ initial, userLeg: own.leg, returnTo: before.returnTo, ending, ringBack });
        throw error;
      }
    },

    async joinCalls(userId, name, other) {
      const [one, two] = [findTalking(userId, name), findTalking(userId, other)];
      if (one.running === two.running) throw wrongState('These are one call.');
      checkFree(one);
      checkFree(two);
      joinTwo(one, two);
    },

    async startCall(userId, { number, ownNumber, channelId, sessionId }) {
      const shownAs = (await channelOf(ownNumber)) ?? channelId;
      const { own, onward } = await routeClick(
        { userId, number, channelId: shownAs, wantsToShow: ownNumber, sessionId },
        desk,
      );
      // After all that takes its time, so that clicks at once count each other. Nothing keeps anybody from calling help.
      if (!onward.isForHelp && callsOf(userId) >= mostCallsOfUser) throw wrongState('You have too many calls.');
      clicks.begin(own, onward);
      return { callId: own.callId, sessionId: onward.sessionId };
    },

    async hangUp(userId, name) {
      const { running, leg } = find(userId, name);
      const fact: CallFact = { type: 'hungUp', legId: leg.legId };
      if (!transfers.legFact(running, fact)) running.take(fact);
    },
  };

  function callsOf(userId: string): number {
    return [...table.calls].filter(
      ({ call }) => call.state !== 'over' && legsOf(call).some((leg) => leg.userId === userId && leg.state !== 'over'),
    ).length;
  }

  /** The channel whose number the target is to see; identifyCaller makes sure that the user is in it. */
  async function channelOf(ownNumber: string | null): Promise<string | null> {
    const number = ownTransferNumber(ownNumber);
    if (number === null) return null;
    return (await desk.directory.channelByNumber(`+${number.replace(/^\+/, '')}`))?.channelId ?? null;
  }

  function checkFree({ running, leg }: Own): void {
    if (!partnerOf(running.call, leg.legId)) throw wrongState('The other side has gone.');
    if (transfers.ofCall(running.call.callId)) throw wrongState('The call is in a transfer already.');
  }

  function joinTwo(one: Own, two: Own): void {
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
}

/** Rejects with MEDIA_FAILED, and leaves the leg as it was, where media cannot do it. */
async function holdLeg({ running, leg: { legId, hold } }: Own, held: boolean): Promise<void> {
  const before = isHeldBy(hold, 'user');
  const undo = (error: unknown): never => {
    // What was before still holds, unless another command has come meanwhile.
    const now = legIn(running, legId);
    const isWished = now !== undefined && isHeldBy(now.hold, 'user') === held;
    if (isWished && before !== held) running.take({ type: 'holdAsked', legId, held: before });
    return mediaFailed(error);
  };
  const done = await running.takeAndWait({ type: 'holdAsked', legId, held }).catch(undo);
  if (!done) throw wrongState('The call is not up.');
}

const accountOf = ({ running, leg }: Own): string => leg.event?.accountId ?? running.call.accountId;

function checkTarget(number: string): void {
  if (!isTransferTarget(number)) throw new CallCommandError('BAD_TARGET', invalidTargetMessage);
}

function mediaFailed(error: unknown): never {
  if (error instanceof MediaError) {
    throw new CallCommandError('MEDIA_FAILED', 'The audio of the call could not be changed.', { cause: error });
  }
  throw error;
}
