import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Flow } from '../wires/flow.ts';

/** An offer of the far side that the call core has not answered yet; there is one at most. */
export interface PendingOffer {
  readonly transaction: ServerTransaction<Flow> | undefined;
  hold(transaction: ServerTransaction<Flow>): void;
  /** Likewise, for a request that may not stay without an answer: `onLate` gets it once that time is over. */
  holdFor(ms: number, transaction: ServerTransaction<Flow>, onLate: (late: ServerTransaction<Flow>) => void): void;
  /** The caller of this function has to answer the offer. */
  take(): ServerTransaction<Flow> | undefined;
}

export function openPendingOffer(clock: ExchangeClock): PendingOffer {
  let pending: ServerTransaction<Flow> | undefined;
  let cancelGuard = () => {};
  const take = () => {
    const transaction = pending;
    pending = undefined;
    cancelGuard();
    return transaction;
  };
  return {
    get transaction() {
      return pending;
    },
    hold(transaction) {
      pending = transaction;
    },
    holdFor(ms, transaction, onLate) {
      pending = transaction;
      cancelGuard = clock.after(ms, () => {
        const late = take();
        if (late) onLate(late);
      });
    },
    take,
  };
}
