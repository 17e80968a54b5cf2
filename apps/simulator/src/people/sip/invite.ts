import { escapeUser, parseUri } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import { fromOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import { retransmit, t1, t2, transactionTimeout } from '@sidetone/sip/transactions/timing.ts';
import { type Extra, type Line, systemTimers } from './line.ts';

/** The INVITE that begins a call to a number; `tag` is ours. */
export function inviteTo(
  number: string,
  line: Line,
  given: {
    readonly id: string;
    readonly tag: string;
    readonly cseq: number;
    readonly extra: Extra;
    readonly body: string;
  },
): SipRequest {
  const uri = `sip:${escapeUser(number)}@${line.domain}`;
  const headers = new HeaderFields([
    ['Max-Forwards', '70'],
    ['From', `<${line.identity}>;tag=${given.tag}`],
    ['To', `<${uri}>`],
    ['Call-ID', given.id],
    ['CSeq', `${given.cseq} INVITE`],
    ['Contact', line.contact],
    ['Allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE'],
    ...given.extra,
    ['Content-Type', 'application/sdp'],
  ]);
  return { kind: 'request', method: 'INVITE', uri, headers, body: given.body };
}

/** Who calls, as the exchange says it. */
export interface Caller {
  readonly name: string;
  readonly number: string;
}

/** Whether an INVITE asks the phone to answer by itself, as the vendors of phones read it. */
export const asksToAnswer = ({ headers }: SipRequest): boolean =>
  /info=alert-autoanswer/i.test(headers.get('Alert-Info') ?? '') ||
  /answer-after=0/.test(headers.get('Call-Info') ?? '');

/** Reads the caller off an INVITE. */
export function callerOf(request: SipRequest): Caller {
  const { name, uri } = fromOf(request);
  const number = parseUri(uri)?.user ?? '';
  return { name: name ?? number, number };
}

/** Says a 2xx again and again until its ACK comes (RFC 3261 §13.3.1.4), or says that it never came. */
export function repeatUntilStopped(say: () => void, onSilence: () => void): () => void {
  say();
  const stopSaying = retransmit(systemTimers, t1, t2, say);
  const stop = () => {
    stopSaying();
    stopWaiting();
  };
  const stopWaiting = systemTimers.after(transactionTimeout, () => {
    stopSaying();
    onSilence();
  });
  return stop;
}
