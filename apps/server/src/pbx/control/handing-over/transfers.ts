import { type Call, isUp } from '../../calls/call.ts';
import type { CallFact } from '../../calls/call-facts.ts';
import { stepTransfer, type Transfer, type TransferFact } from '../../calls/transfer.ts';
import { legOf, partnerOf } from '../../calls/turn.ts';
import { isHeld } from '../../calls/waiting.ts';
import type { CallTable } from '../call-table.ts';
import type { FactOfLeg, Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';
import { keptTransfers } from './kept-transfers.ts';
import { performTransfer, type TransferParts } from './transfer-orders.ts';

export interface Transfers extends Follower {
  /** Begins the transfer of a call to another one whose caller is the user's second line. */
  begin(transfer: Transfer): void;
  /** The transfer whose INITIAL this call is, also a while after it failed. */
  ofInitial(callId: string): Transfer | undefined;
  /** The live transfer that this call is INITIAL or TARGET of. */
  ofCall(callId: string): Transfer | undefined;
  /** INITIAL of the transfer, also a while after it failed, that this call is TARGET of. */
  ofTarget(callId: string): RunningCall | undefined;
  take(transferId: string, fact: TransferFact): void;
  /** Takes a fact of a leg that means something else while a transfer runs; false when it is the call's own. */
  fact(running: RunningCall, fact: FactOfLeg | Extract<CallFact, { type: 'hungUp' }>): boolean;
  /** The user's leg has another dialog, and perhaps another media endpoint, which their second line shares. */
  userLegReplaced(running: RunningCall, legId: string, by: ReplacedBy): void;
  /** Media endpoints of others who have joined this call without being a part of it. */
  guestsIn(callId: string): readonly string[];
  /** The user has seen how it ended. */
  forget(transferId: string): void;
}

type ReplacedBy = Extract<CallFact, { type: 'legReplaced' }>['by'];

/** Runs the transfers between running calls: performs what the transfer core decides. */
export function transferDesk(parts: TransferParts): Transfers {
  const { table } = parts;
  const kept = keptTransfers();

  const take = (transferId: string, fact: TransferFact, ending?: CallFact): void => {
    const before = kept.byId(transferId);
    if (!before) return;
    const { transfer, orders } = stepTransfer(before, fact);
    kept.change(transfer);
    for (const order of orders) performTransfer(parts, transfer, order, ending);
  };

  return {
    // Its calls go on as they are; TARGET may have been taken after INITIAL was stored.
    takeUp({ snapshot: { transfer } }) {
      if (!transfer) return;
      kept.keep(transfer);
      const target = table.byId(transfer.targetId);
      if (target && isUp(target.call)) take(transfer.transferId, { type: 'targetTook' });
    },
    begin(transfer) {
      kept.forgetEarlier(transfer.initialId);
      kept.keep(transfer);
      take(transfer.transferId, { type: 'begun' });
    },
    guestsIn: parts.guestsIn,
    ofInitial: kept.ofInitial,
    ofCall: kept.ofCall,
    ofTarget(callId) {
      const transfer = kept.ofTarget(callId);
      return transfer && table.byId(transfer.initialId);
    },
    take: (transferId, fact) => take(transferId, fact),
    fact(running, fact) {
      const transfer = kept.ofCall(running.call.callId);
      if (transfer?.initialId !== running.call.callId) return false;
      if (fact.type === 'info' && fact.legId === transfer.userLegId) return passKey(table, transfer, fact);
      if (fact.type !== 'ended' && fact.type !== 'mediaFailed' && fact.type !== 'hungUp') return false;
      const who = whoLeft(running, transfer, fact.legId);
      if (who) take(transfer.transferId, { type: who }, fact);
      return who !== null;
    },
    forget: (transferId) => kept.forgetCall(kept.byId(transferId)?.initialId ?? ''),
    userLegReplaced(running, legId, by) {
      const transfer = kept.ofCall(running.call.callId);
      const target = transfer && table.byId(transfer.targetId);
      if (!transfer || !target) return;
      if (legId === transfer.userLegId) target.take({ type: 'legReplaced', legId: transfer.lineLegId, by });
      take(transfer.transferId, { type: 'rewire' });
    },
    changed({ call }) {
      const transfer = kept.ofCall(call.callId);
      const fact = transfer && factOfChange(transfer, call);
      if (fact) take(transfer.transferId, fact);
      else if (!transfer && call.state === 'over') kept.forgetCall(call.callId);
    },
  };
}

/** A key of the user is for the lines that hear them. False where INITIAL is among those, who is told of it as ever. */
function passKey(table: CallTable, transfer: Transfer, fact: Extract<FactOfLeg, { type: 'info' }>): boolean {
  if (!transfer.lines.includes('TARGET') || transfer.phase !== 'talking') return false;
  table.byId(transfer.targetId)?.take({ ...fact, legId: transfer.lineLegId });
  return !transfer.lines.includes('INITIAL');
}

/** Which of the two sides of INITIAL this leg is. */
function whoLeft({ call }: RunningCall, transfer: Transfer, legId: string): 'userLeft' | 'initialLeft' | null {
  if (legId === transfer.userLegId) return 'userLeft';
  const userLeg = legOf(call, transfer.userLegId);
  return userLeg && partnerOf(call, userLeg.legId)?.legId === legId ? 'initialLeft' : null;
}

/** What a change of one of its calls means for a transfer. */
function factOfChange(transfer: Transfer, call: Call): TransferFact | null {
  if (transfer.initialId === call.callId) {
    const userLeg = legOf(call, transfer.userLegId);
    if (call.state === 'over') return { type: 'lost' };
    return userLeg ? { type: 'userHeld', held: isHeld(userLeg) } : null;
  }
  if (call.state === 'over') return { type: 'targetLeft', reason: call.ended };
  if (isUp(call)) return { type: 'targetTook' };
  return call.forks.some((fork) => fork.state === 'ringing') ? { type: 'targetRang' } : null;
}

/** Media endpoints of everybody whom this leg hears, on both lines of a transfer; who is kept waiting is not heard. */
export function whoIsWith(table: CallTable, transfers: Transfers, legId: string): string[] {
  const running = table.ofLeg(legId);
  const far = running && partnerOf(running.call, legId);
  const transfer = running && transfers.ofCall(running.call.callId);
  const target = transfer && table.byId(transfer.targetId);
  const other = target && partnerOf(target.call, transfer.lineLegId);
  const heard = [far, other].flatMap((leg) => (leg && leg.hears !== 'music' ? leg.mediaId : []));
  return running ? [...heard, ...transfers.guestsIn(running.call.callId)] : heard;
}
