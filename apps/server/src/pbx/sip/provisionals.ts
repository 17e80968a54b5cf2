import { cseqOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { retransmit, t1, transactionTimeout } from '@sidetone/sip/transactions/timing.ts';
import type { ExchangeClock } from '../ports.ts';
import type { Flow } from './flow.ts';
import { capabilities, sdpBody } from './leg.ts';

/** RFC 3261 §13.3.1.1: proxies forget an INVITE that nobody speaks of for three minutes. */
const refreshMs = 60_000;

interface Provisional {
  readonly status: number;
  readonly phrase: string | undefined;
  readonly sdp: string | undefined;
}

/** The provisional answers of one INVITE, reliable ones (RFC 3262) when the caller demands them. */
export interface Provisionals {
  send(provisional: Provisional): void;
  /** Whether this PRACK names the answer that waits for it; `goOn` sends what waited behind it. */
  acknowledge(prack: SipRequest): boolean;
  goOn(): void;
  /** Runs a task once nothing waits for a PRACK. */
  whenClear(task: () => void): void;
  stop(): void;
}

/** `onGiveUp` hears that a PRACK stayed away for 64·T1. */
export function openProvisionals(
  transaction: ServerTransaction<Flow>,
  clock: ExchangeClock,
  firstRSeq: number,
  onGiveUp: () => void,
): Provisionals {
  const reliable = transaction.request.headers.list('Require').some((one) => one.toLowerCase() === '100rel');
  const queue: Provisional[] = [];
  let rseq = firstRSeq;
  let waiting: { readonly rseq: number; stop(): void } | undefined;
  let afterwards: (() => void) | undefined;
  let cancelRefresh = () => {};

  const reply = ({ status, phrase, sdp }: Provisional, extra: [string, string][]) =>
    transaction.reply(status, {
      phrase,
      headers: [...capabilities(transaction.hop), ...extra],
      body: sdp === undefined ? undefined : sdpBody(sdp),
    });
  const refresh = (provisional: Provisional) => {
    cancelRefresh();
    cancelRefresh = clock.after(refreshMs, () => {
      reply(provisional, []);
      refresh(provisional);
    });
  };
  const sendReliably = (provisional: Provisional) => {
    rseq += 1;
    const extra: [string, string][] = [
      ['Require', '100rel'],
      ['RSeq', String(rseq)],
    ];
    const stopRepeating = retransmit(clock, t1, Number.POSITIVE_INFINITY, () => reply(provisional, extra));
    const stopWaiting = clock.after(transactionTimeout, () => {
      waiting?.stop();
      onGiveUp();
    });
    waiting = {
      rseq,
      stop() {
        waiting = undefined;
        stopRepeating();
        stopWaiting();
      },
    };
    reply(provisional, extra);
  };
  const goOn = () => {
    const next = queue.shift();
    if (next) return sendReliably(next);
    const task = afterwards;
    afterwards = undefined;
    task?.();
  };

  return {
    send(provisional) {
      if (!reliable) {
        reply(provisional, []);
        refresh(provisional);
      } else if (waiting) queue.push(provisional);
      else sendReliably(provisional);
    },
    acknowledge(prack) {
      const named = /^(\d+)\s+(\d+)\s+INVITE$/.exec(prack.headers.get('RAck')?.trim() ?? '');
      const invite = cseqOf(transaction.request).number;
      if (!waiting || Number(named?.[1]) !== waiting.rseq || Number(named?.[2]) !== invite) return false;
      waiting.stop();
      return true;
    },
    goOn,
    whenClear(task) {
      cancelRefresh();
      afterwards = task;
      if (!waiting) goOn();
    },
    stop() {
      cancelRefresh();
      queue.length = 0;
      afterwards = undefined;
      waiting?.stop();
    },
  };
}
