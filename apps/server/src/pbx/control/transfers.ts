import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import { isUp, type Remote } from '../calls/call.ts';
import type { CallFact } from '../calls/call-facts.ts';
import { stepTransfer, type Transfer, type TransferFact, type TransferOrder } from '../calls/transfer.ts';
import { legOf, partnerOf } from '../calls/turn.ts';
import { unreachable } from '../calls/unreachable.ts';
import { isHeld } from '../calls/waiting.ts';
import type { RunningCall } from './call-runner.ts';
import type { CallTable, Leg, OfLeg } from './call-table.ts';
import { goOnWithTarget, handOver } from './hand-over.ts';
import type { MediaQueue } from './media-orders.ts';

export interface Transfers {
  /** Begins the transfer of a call to another one whose caller is the user's second line. */
  begin(transfer: Transfer): void;
  /** A transfer of an earlier life; its calls go on as they are. */
  takeUp(transfer: Transfer): void;
  /** The transfer whose INITIAL this call is, also a while after it failed. */
  ofInitial(callId: string): Transfer | undefined;
  /** The live transfer that this call is INITIAL or TARGET of. */
  ofCall(callId: string): Transfer | undefined;
  /** INITIAL of the transfer, also a while after it failed, that this call is TARGET of. */
  ofTarget(callId: string): RunningCall | undefined;
  take(transferId: string, fact: TransferFact): void;
  /** Takes a fact of a leg that means something else while a transfer runs; false when it is the call's own. */
  legFact(running: RunningCall, fact: OfLeg | Extract<CallFact, { type: 'mediaFailed' | 'hungUp' }>): boolean;
  callChanged(running: RunningCall): void;
  /** The user's leg has another dialog, and perhaps another media endpoint, which their second line shares. */
  userLegReplaced(running: RunningCall, legId: string, by: ReplacedBy): void;
  /** The user has seen how it ended. */
  forget(transferId: string): void;
}

type ReplacedBy = Extract<CallFact, { type: 'legReplaced' }>['by'];

export interface TransferParts {
  readonly table: CallTable;
  readonly audio: MediaQueue;
  /** This leg's user handed its far side over to somebody. */
  handedOver(running: RunningCall, userLeg: Leg, to: Remote): void;
  warn(error: unknown, what: string): void;
}

/** Runs the transfers between running calls: performs what the transfer core decides. */
export function transferDesk({ table, audio, handedOver, warn }: TransferParts): Transfers {
  const byId = new Map<string, Transfer>();
  const byCall = new Map<string, string>();

  const ofCall = (callId: string): Transfer | undefined => {
    const transfer = byId.get(byCall.get(callId) ?? '');
    return transfer && transfer.phase !== 'over' ? transfer : undefined;
  };

  const take = (transferId: string, fact: TransferFact, ending?: CallFact): void => {
    const before = byId.get(transferId);
    if (!before) return;
    const { transfer, orders } = stepTransfer(before, fact);
    byId.set(transferId, transfer);
    if (transfer.phase === 'over') byCall.delete(transfer.targetId);
    for (const order of orders) perform(transfer, order, ending);
  };

  function perform(transfer: Transfer, order: TransferOrder, ending?: CallFact): void {
    const initial = table.byId(transfer.initialId);
    const target = table.byId(transfer.targetId);
    const userLeg = initial && legOf(initial.call, transfer.userLegId);
    if (!initial || !userLeg) return;
    switch (order.do) {
      case 'steerInitial':
        initial.take({ type: 'steered', value: true });
        break;
      case 'hearLines':
        hearLines(initial, userLeg, target, order.lines);
        break;
      case 'waits': {
        const far = partnerOf(initial.call, userLeg.legId);
        const other = target && partnerOf(target.call, transfer.lineLegId);
        if (far) initial.take({ type: 'waits', legId: far.legId, hears: order.initial });
        if (target && other) target.take({ type: 'waits', legId: other.legId, hears: order.target });
        break;
      }
      case 'endTarget':
        target?.take({ type: 'hungUp', legId: transfer.lineLegId });
        break;
      case 'returnToInitial':
        initial.take({ type: 'steered', value: false });
        break;
      case 'handOver': {
        const place = target && legOf(target.call, transfer.lineLegId);
        const leaving = ending ?? { type: 'hungUp', legId: userLeg.legId };
        if (!target || !place || !handOver({ initial, userLeg, target, place, ending: leaving })) {
          initial.take(leaving);
        } else handedOver(initial, userLeg, place.remote);
        break;
      }
      case 'goOnWithTarget':
        if (target) goOnWithTarget(initial, userLeg, target);
        if (ending) initial.take(ending);
        break;
      default:
        unreachable(order);
    }
  }

  function hearLines(
    initial: RunningCall,
    userLeg: Leg,
    target: RunningCall | undefined,
    lines: readonly TransferLine[],
  ): void {
    const attempt = (ids: readonly string[], what: string, task: () => Promise<void>) =>
      void audio.inTurn(ids, task).catch((error: unknown) => warn(error, what));
    const { mediaId } = userLeg;
    if (lines.length === 0) {
      attempt([mediaId], 'unbridge', () => audio.media.unbridge(mediaId));
    } else if (lines.length === 1) {
      (lines[0] === 'INITIAL' ? initial : target)?.take({ type: 'joinAsked' });
    } else {
      const far = partnerOf(initial.call, userLeg.legId);
      const other = target && partnerOf(target.call, target.call.caller.legId);
      if (!far || !other) return;
      const everybody = [mediaId, far.mediaId, other.mediaId];
      attempt(everybody, 'confer', () => audio.media.confer(everybody));
    }
  }

  return {
    takeUp: keep,
    begin(transfer) {
      const earlier = byCall.get(transfer.initialId);
      if (earlier !== undefined) byId.delete(earlier);
      keep(transfer);
      take(transfer.transferId, { type: 'begun' });
    },
    ofInitial(callId) {
      const transfer = byId.get(byCall.get(callId) ?? '');
      return transfer?.initialId === callId ? transfer : undefined;
    },
    ofCall,
    ofTarget(callId) {
      const transfer = [...byId.values()].find(({ targetId }) => targetId === callId);
      return transfer && table.byId(transfer.initialId);
    },
    take: (transferId, fact) => take(transferId, fact),

    legFact(running, fact) {
      const transfer = ofCall(running.call.callId);
      if (transfer?.initialId !== running.call.callId) return false;
      const isUser = fact.legId === transfer.userLegId;
      if (fact.type === 'info' && isUser) {
        // The key is for whoever hears the user.
        if (!transfer.lines.includes('TARGET') || transfer.phase !== 'talking') return false;
        table.byId(transfer.targetId)?.take({ ...fact, legId: transfer.lineLegId });
        return !transfer.lines.includes('INITIAL');
      }
      if (fact.type !== 'ended' && fact.type !== 'mediaFailed' && fact.type !== 'hungUp') return false;
      const userLeg = legOf(running.call, transfer.userLegId);
      const isFar = userLeg !== undefined && partnerOf(running.call, userLeg.legId)?.legId === fact.legId;
      if (!isUser && !isFar) return false;
      take(transfer.transferId, { type: isUser ? 'userLeft' : 'initialLeft' }, fact);
      return true;
    },

    forget(transferId) {
      const transfer = byId.get(transferId);
      if (transfer) forgetCall(transfer.initialId);
    },

    userLegReplaced(running, legId, by) {
      const transfer = ofCall(running.call.callId);
      const target = transfer && table.byId(transfer.targetId);
      if (!transfer || !target) return;
      if (legId === transfer.userLegId) target.take({ type: 'legReplaced', legId: transfer.lineLegId, by });
      take(transfer.transferId, { type: 'rewire' });
    },

    callChanged(running) {
      const { call } = running;
      const transfer = ofCall(call.callId);
      if (!transfer) {
        if (call.state === 'over') forgetCall(call.callId);
        return;
      }
      const { transferId } = transfer;
      if (transfer.initialId === call.callId) {
        const userLeg = legOf(call, transfer.userLegId);
        if (call.state === 'over') take(transferId, { type: 'lost' });
        else if (userLeg) take(transferId, { type: 'userHeld', held: isHeld(userLeg) });
      } else if (call.state === 'over') {
        take(transferId, { type: 'targetLeft', reason: call.ended });
      } else if (isUp(call)) {
        take(transferId, { type: 'targetTook' });
      } else if (call.forks.some((fork) => fork.state === 'ringing')) {
        take(transferId, { type: 'targetRang' });
      }
    },
  };

  function keep(transfer: Transfer): void {
    byId.set(transfer.transferId, transfer);
    byCall.set(transfer.initialId, transfer.transferId);
    byCall.set(transfer.targetId, transfer.transferId);
  }

  function forgetCall(callId: string): void {
    const transferId = byCall.get(callId);
    byCall.delete(callId);
    if (transferId !== undefined && byId.get(transferId)?.initialId === callId) byId.delete(transferId);
  }
}

/** Media endpoints of everybody whom this leg hears, on both lines of a transfer; who is kept waiting is not heard. */
export function whoIsWith(table: CallTable, transfers: Transfers, legId: string): string[] {
  const running = table.ofLeg(legId);
  const far = running && partnerOf(running.call, legId);
  const transfer = running && transfers.ofCall(running.call.callId);
  const target = transfer && table.byId(transfer.targetId);
  const other = target && partnerOf(target.call, transfer.lineLegId);
  return [far, other].flatMap((leg) => (leg && leg.hears !== 'music' ? leg.mediaId : []));
}
