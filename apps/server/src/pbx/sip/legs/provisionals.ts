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

/** A reliable answer that waits for its PRACK. */
interface Unacknowledged {
  readonly rseq: number;
  readonly carriesSdp: boolean;
  stop(): void;
}

/** What the caller said that it can do (RFC 3262 §3). */
interface Demands {
  /** It takes no provisional answers but reliable ones. */
  readonly demanded: boolean;
  readonly supported: boolean;
  /** Its INVITE had no offer, so that ours is its first. */
  readonly offerless: boolean;
}

interface Saying extends Demands {
  readonly transaction: ServerTransaction<Flow>;
  readonly clock: ExchangeClock;
  readonly onGiveUp: () => void;
  /** What waits behind an unacknowledged answer. */
  readonly queue: Provisional[];
  rseq: number;
  waiting: Unacknowledged | undefined;
  unsentOffer: string | undefined;
  /** The task that waits until nothing waits for a PRACK. */
  afterwards: (() => void) | undefined;
  cancelRefresh: () => void;
}

/** `onGiveUp` hears that a PRACK stayed away for 64·T1. */
export function openProvisionals(
  transaction: ServerTransaction<Flow>,
  clock: ExchangeClock,
  firstRSeq: number,
  onGiveUp: () => void,
): Provisionals {
  const saying: Saying = {
    ...demandsIn(transaction.request),
    transaction,
    clock,
    onGiveUp,
    queue: [],
    rseq: firstRSeq,
    waiting: undefined,
    unsentOffer: undefined,
    afterwards: undefined,
    cancelRefresh: () => {},
  };
  return {
    get unsentOffer() {
      return saying.unsentOffer;
    },
    send(provisional) {
      if (saying.waiting) saying.queue.push(provisional);
      else send(saying, provisional);
    },
    waitsFor: (prack) => waitsFor(saying, prack),
    acknowledge: () => saying.waiting?.stop(),
    goOn: () => goOn(saying),
    whenClear(task) {
      saying.cancelRefresh();
      saying.afterwards = task;
      if (!saying.waiting) goOn(saying);
    },
    stop() {
      saying.cancelRefresh();
      saying.queue.length = 0;
      saying.afterwards = undefined;
      saying.waiting?.stop();
    },
  };
}

function demandsIn({ headers, body }: SipRequest): Demands {
  const names = (field: string) => headers.list(field).some((one) => one.toLowerCase() === '100rel');
  const demanded = names('Require');
  return { demanded, supported: demanded || names('Supported'), offerless: body === '' };
}

function send(saying: Saying, provisional: Provisional) {
  const { demanded, supported, offerless, transaction } = saying;
  const isOffer = offerless && provisional.sdp !== undefined;
  if (demanded || (isOffer && supported)) return sendReliably(saying, provisional);
  if (isOffer) saying.unsentOffer = provisional.sdp;
  const said = isOffer ? { ...provisional, sdp: undefined } : provisional;
  reply(transaction, said, []);
  refreshLater(saying, said);
}

function refreshLater(saying: Saying, provisional: Provisional) {
  saying.cancelRefresh();
  saying.cancelRefresh = saying.clock.after(refreshMs, () => {
    reply(saying.transaction, provisional, []);
    refreshLater(saying, provisional);
  });
}

function sendReliably(saying: Saying, provisional: Provisional) {
  const { transaction, clock, onGiveUp } = saying;
  saying.rseq += 1;
  const extra: [string, string][] = [
    ['Require', '100rel'],
    ['RSeq', String(saying.rseq)],
  ];
  const stopRepeating = retransmit(clock, t1, Number.POSITIVE_INFINITY, () => reply(transaction, provisional, extra));
  const stopWaiting = clock.after(transactionTimeout, () => {
    saying.waiting?.stop();
    onGiveUp();
  });
  saying.waiting = {
    rseq: saying.rseq,
    carriesSdp: provisional.sdp !== undefined,
    stop() {
      saying.waiting = undefined;
      stopRepeating();
      stopWaiting();
    },
  };
  reply(transaction, provisional, extra);
}

function goOn(saying: Saying) {
  const { queue } = saying;
  for (let next = queue.shift(); next; next = saying.waiting ? undefined : queue.shift()) send(saying, next);
  if (saying.waiting) return;
  const task = saying.afterwards;
  saying.afterwards = undefined;
  task?.();
}

function waitsFor({ waiting, offerless, transaction }: Saying, prack: SipRequest) {
  const named = /^(\d+)\s+(\d+)\s+INVITE$/.exec(prack.headers.get('RAck')?.trim() ?? '');
  const invite = cseqOf(transaction.request).number;
  if (!waiting || Number(named?.[1]) !== waiting.rseq || Number(named?.[2]) !== invite) return undefined;
  return { offer: waiting.carriesSdp && offerless, answer: waiting.carriesSdp && !offerless };
}

const reply = (
  transaction: ServerTransaction<Flow>,
  { status, phrase, sdp }: Provisional,
  extra: readonly [string, string][],
) =>
  transaction.reply(status, {
    phrase,
    headers: [...capabilities(transaction.hop), ...extra],
    body: sdp === undefined ? undefined : sdpBody(sdp),
  });
