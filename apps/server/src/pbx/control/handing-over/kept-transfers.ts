import type { Transfer } from '../../calls/transfer.ts';

/** Transfers by their ids, and by the calls that they are between. */
export interface KeptTransfers {
  byId(transferId: string): Transfer | undefined;
  /** Begins to keep it under the names of both calls. */
  keep(transfer: Transfer): void;
  /** As it is now. One that is over is no longer TARGET's. */
  change(transfer: Transfer): void;
  /** The transfer whose INITIAL this call is, also a while after it failed. */
  ofInitial(callId: string): Transfer | undefined;
  /** The live transfer that this call is INITIAL or TARGET of. */
  ofCall(callId: string): Transfer | undefined;
  /** The transfer that this call is TARGET of, also a while after it failed. */
  ofTarget(callId: string): Transfer | undefined;
  /** The call is over, or its user has seen how its transfer ended. */
  forgetCall(callId: string): void;
  /** Another transfer of this INITIAL begins. */
  forgetEarlier(initialId: string): void;
}

export function keptTransfers(): KeptTransfers {
  const byId = new Map<string, Transfer>();
  const byCall = new Map<string, string>();
  const named = (callId: string): Transfer | undefined => byId.get(byCall.get(callId) ?? '');
  return {
    byId: (transferId) => byId.get(transferId),
    keep(transfer) {
      byId.set(transfer.transferId, transfer);
      byCall.set(transfer.initialId, transfer.transferId);
      byCall.set(transfer.targetId, transfer.transferId);
    },
    change(transfer) {
      byId.set(transfer.transferId, transfer);
      if (transfer.phase === 'over') byCall.delete(transfer.targetId);
    },
    ofInitial(callId) {
      const transfer = named(callId);
      return transfer?.initialId === callId ? transfer : undefined;
    },
    ofCall(callId) {
      const transfer = named(callId);
      return transfer && transfer.phase !== 'over' ? transfer : undefined;
    },
    ofTarget: (callId) => [...byId.values()].find(({ targetId }) => targetId === callId),
    forgetCall(callId) {
      const transferId = byCall.get(callId);
      byCall.delete(callId);
      if (transferId !== undefined && byId.get(transferId)?.initialId === callId) byId.delete(transferId);
    },
    forgetEarlier(initialId) {
      const earlier = byCall.get(initialId);
      if (earlier !== undefined) byId.delete(earlier);
    },
  };
}
