import { cseqOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { retransmit, t1, t2, transactionTimeout } from '@sidetone/sip/transactions/timing.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Flow } from '../wires/flow.ts';
import { capabilities, sdpBody } from './leg.ts';

/** Repeats every 200 to an INVITE until its ACK is there (RFC 3261 §13.3.1.4, over every transport). */
export interface AnswerRepeater {
  /** `sdp` is empty where the descriptions were exchanged before (RFC 3262 §5). */
  answer(transaction: ServerTransaction<Flow>, sdp: string, more?: AnswerMore): void;
  /** True when this ACK ends a repetition; false when it only came again. */
  acknowledge(ack: SipRequest): boolean;
  readonly waiting: boolean;
  /** Repeats nothing any longer; a request whose 200 has not left yet is refused (RFC 3261 §15.1.2). */
  stop(): void;
}

interface AnswerMore {
  readonly headers?: readonly (readonly [string, string])[];
  /** The answer is on its way, and leaves when this fulfils. */
  readonly after?: Promise<void>;
}

interface Pending {
  readonly transaction: ServerTransaction<Flow>;
  /** Repeats its 200 no longer. */
  stop(): void;
}

/** `onGiveUp` hears that no ACK came within 64·T1. */
export function openAnswerRepeater(clock: ExchangeClock, onGiveUp: () => void): AnswerRepeater {
  const pending = new Map<number, Pending>();
  return {
    get waiting() {
      return pending.size > 0;
    },
    answer(transaction, sdp, { headers = [], after } = {}) {
      const cseq = cseqOf(transaction.request).number;
      const all = [...capabilities(transaction.hop), ...headers];
      const send = () => transaction.reply(200, { headers: all, body: sdp === '' ? undefined : sdpBody(sdp) });
      let stopRepeating = () => {};
      const stopWaiting = clock.after(transactionTimeout, () => {
        pending.get(cseq)?.stop();
        onGiveUp();
      });
      const stop = () => {
        pending.delete(cseq);
        stopRepeating();
        stopWaiting();
      };
      const begin = () => {
        if (pending.get(cseq)?.stop !== stop) return;
        stopRepeating = retransmit(clock, t1, t2, send);
        send();
      };
      pending.set(cseq, { transaction, stop });
      if (after) void after.then(begin);
      else begin();
    },
    acknowledge(ack) {
      const one = pending.get(cseqOf(ack).number);
      one?.stop();
      return one !== undefined;
    },
    stop() {
      for (const { transaction, stop } of [...pending.values()]) {
        stop();
        // Where its 200 has left, this says nothing.
        transaction.reply(487);
      }
    },
  };
}
