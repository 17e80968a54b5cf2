import { cseqOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { retransmit, t1, transactionTimeout } from '@sidetone/sip/transactions/timing.ts';
import type { ExchangeClock } from '../../ports.ts';
import { capabilities, sdpBody } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';

/** RFC 3261 §13.3.1.1: proxies forget an INVITE that nobody speaks of for three minutes. */
const refreshMs = 60_000;

interface Provisional {
  readonly status: number;
  readonly phrase: string | undefined;
  readonly sdp: string | undefined;
}

/**
 * The provisional answers of one INVITE, reliable ones (RFC 3262) when the caller demands them, and where one carries our
 * offer because the INVITE had none: nothing else may carry it before the call is answered (RFC 3261 §13.2.1).
 */
export interface Provisionals {
  send(provisional: Provisional): void;
  /** What the answer that waits for this PRACK carried; undefined when there is no such answer. */
  waitsFor(prack: SipRequest): { readonly offer: boolean; readonly answer: boolean } | undefined;
  /** The PRACK of the answer that waits came; `goOn` sends what waited behind it. */
  acknowledge(): void;
  goOn(): void;
  /** Our offer, if it could not be sent: the caller takes no reliable answers. */
  readonly unsentOffer: string | undefined;
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
  const { headers, body } = transaction.request;
  const names = (field: string) => headers.list(field).some((one) => one.toLowerCase() === '100rel');
  const demanded = names('Require');
  const supported = demanded || names('Supported');
  const offerless = body === '';
  let unsentOffer: string | undefined;
  const queue: Provisional[] = [];
  let rseq = firstRSeq;
  let waiting: { readonly rseq: number; readonly carriesSdp: boolean; stop(): void } | undefined;
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
      carriesSdp: provisional.sdp !== undefined,
      stop() {
        waiting = undefined;
        stopRepeating();
        stopWaiting();
      },
    };
    reply(provisional, extra);
  };
  const send = (provisional: Provisional) => {
    const isOffer = offerless && provisional.sdp !== undefined;
    if (demanded || (isOffer && supported)) return sendReliably(provisional);
    if (isOffer) unsentOffer = provisional.sdp;
    const said = isOffer ? { ...provisional, sdp: undefined } : provisional;
    reply(said, []);
    refresh(said);
  };
  const goOn = () => {
    for (let next = queue.shift(); next; next = waiting ? undefined : queue.shift()) send(next);
    if (waiting) return;
    const task = afterwards;
    afterwards = undefined;
    task?.();
  };

  return {
    get unsentOffer() {
      return unsentOffer;
    },
    send(provisional) {
      if (waiting) queue.push(provisional);
      else send(provisional);
    },
    waitsFor(prack) {
      const named = /^(\d+)\s+(\d+)\s+INVITE$/.exec(prack.headers.get('RAck')?.trim() ?? '');
      const invite = cseqOf(transaction.request).number;
      if (!waiting || Number(named?.[1]) !== waiting.rseq || Number(named?.[2]) !== invite) return undefined;
      return { offer: waiting.carriesSdp && offerless, answer: waiting.carriesSdp && !offerless };
    },
    acknowledge: () => waiting?.stop(),
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
