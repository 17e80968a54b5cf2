import { cseqOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { retransmit, t1, t2, transactionTimeout } from '@sidetone/sip/transactions/timing.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Flow } from '../wires/flow.ts';
import { capabilities, sdpBody } from './leg.ts';

/** Repeats every 200 to an INVITE until its ACK is there (RFC 3261 §13.3.1.4, over every transport). */
export interface AnswerRepeater {
  /** `sdp` is empty where the descriptions were exchanged before (RFC 3262 §5); `extra` are more header fields. */
  answer(transaction: ServerTransaction<Flow>, sdp: string, extra?: readonly (readonly [string, string])[]): void;
  /** True when this ACK ends a repetition; false when it only came again. */
  acknowledge(ack: SipRequest): boolean;
  readonly waiting: boolean;
  stop(): void;
}

/** `onGiveUp` hears that no ACK came within 64·T1. */
export function openAnswerRepeater(clock: ExchangeClock, onGiveUp: () => void): AnswerRepeater {
  const pending = new Map<number, () => void>();
  return {
    get waiting() {
      return pending.size > 0;
    },
    answer(transaction, sdp, extra = []) {
      const cseq = cseqOf(transaction.request).number;
      const headers = [...capabilities(transaction.hop), ...extra];
      const send = () => transaction.reply(200, { headers, body: sdp === '' ? undefined : sdpBody(sdp) });
      const stopRepeating = retransmit(clock, t1, t2, send);
      const stopWaiting = clock.after(transactionTimeout, () => {
        pending.get(cseq)?.();
        onGiveUp();
      });
      pending.set(cseq, () => {
        pending.delete(cseq);
        stopRepeating();
        stopWaiting();
      });
      send();
    },
    acknowledge(ack) {
      const stop = pending.get(cseqOf(ack).number);
      stop?.();
      return stop !== undefined;
    },
    stop() {
      for (const stop of [...pending.values()]) stop();
    },
  };
}
