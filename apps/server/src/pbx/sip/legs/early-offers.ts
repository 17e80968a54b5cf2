import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder } from '../../calls/legs.ts';
import { capabilities, type LegGround, sdpBody } from '../dialogs/leg.ts';
import { openPendingOffer } from '../dialogs/pending-offer.ts';
import type { Flow } from '../wires/flow.ts';

/** New offers of the far side before its call is answered: in an UPDATE (RFC 3311) or a PRACK (RFC 3262 §5). */
export interface EarlyOffers {
  /** Takes an offer whose dialog has settled an offer before. */
  receive(transaction: ServerTransaction<Flow>): void;
  /** Whether the order was for an offer that waits here. */
  order(order: LegOrder): boolean;
  /** The call was answered, refused or given up: what still waits must come again. */
  stop(): void;
}

/** Neither request may stay without an answer. */
const answerWithinMs = 10_000;

/** `onAnswered` hears which description of this side's audio counts now. */
export function openEarlyOffers(ground: LegGround, legId: string, onAnswered: (sdp: string) => void): EarlyOffers {
  const theirs = openPendingOffer(ground.clock);
  const postpone = (transaction: ServerTransaction<Flow> | undefined) =>
    transaction?.reply(500, { headers: [['Retry-After', String(1 + Math.floor(ground.random() * 9))]] });

  return {
    receive(transaction) {
      // RFC 3311 §5.2: one after the other.
      if (theirs.transaction) return postpone(transaction);
      theirs.holdFor(answerWithinMs, transaction, postpone);
      ground.emit({ type: 'reoffered', legId, sdp: transaction.request.body });
    },
    order(order) {
      if (order.do !== 'answerReoffer' && order.do !== 'refuseReoffer') return false;
      const transaction = theirs.take();
      if (!transaction) return true;
      if (order.do === 'answerReoffer') {
        onAnswered(order.sdp);
        transaction.reply(200, { headers: capabilities(transaction.hop), body: sdpBody(order.sdp) });
        // A 481 would end the dialog (RFC 3261 §12.2.1.2), and only the offer was refused.
      } else transaction.reply(order.status === 481 ? 488 : order.status);
      return true;
    },
    stop: () => postpone(theirs.take()),
  };
}
