import { HeaderFields } from '../messages/headers.ts';
import { cseqOf, type SipRequest, type SipResponse } from '../messages/message.ts';
import { serializeMessage } from '../messages/serialize.ts';
import type { Hop } from './hop.ts';
import { retransmit, type Timers, t1, t2, t4, timerD, transactionTimeout } from './timing.ts';

export interface ClientListener {
  /** Every provisional response but no repeated final one, except that every 2xx to an INVITE comes (RFC 6026). */
  onResponse(response: SipResponse): void;
  /** No final response came, or the request could not be sent. Said at most once, and never after a final response. */
  onFailure(cause: 'timeout' | 'unreachable'): void;
}

export interface ClientTransaction {
  readonly request: SipRequest;
  readonly hop: Hop;
  /** Takes a response that belongs to this transaction. */
  receive(response: SipResponse): void;
  /** The connection is gone. */
  fail(): void;
  /** Forgets everything at once. */
  end(): void;
}

type State = 'calling' | 'proceeding' | 'completed' | 'accepted' | 'ended';

/** RFC 3261 §17.1 with the accepted state of RFC 6026. `onEnd` tells that the transaction may be forgotten. */
export function startClientTransaction(
  request: SipRequest,
  hop: Hop,
  timers: Timers,
  listener: ClientListener,
  onEnd: () => void,
): ClientTransaction {
  const isInvite = request.method === 'INVITE';
  const text = serializeMessage(request);
  let state: State = 'calling';
  let ack: string | undefined;
  let running: (() => void)[] = [];

  const stopTimers = () => {
    for (const stop of running) stop();
    running = [];
  };
  const end = () => {
    if (state === 'ended') return;
    stopTimers();
    state = 'ended';
    onEnd();
  };
  const failWith = (cause: 'timeout' | 'unreachable') => {
    if (state !== 'calling' && state !== 'proceeding') return end();
    end();
    listener.onFailure(cause);
  };
  const resend = () => {
    if (!hop.send(text)) failWith('unreachable');
  };
  /** Waits for late retransmissions; nothing can come late over a reliable transport. */
  const linger = (next: State, ms: number) => {
    stopTimers();
    state = next;
    if (ms === 0) end();
    else running = [timers.after(ms, end)];
  };

  const receive = (response: SipResponse) => {
    if (state === 'ended') return;
    if (response.status < 200) {
      if (state !== 'calling' && state !== 'proceeding') return;
      // Timers A and B stop for an INVITE; E slows down to T2 and F goes on for the rest.
      if (isInvite) stopTimers();
      else if (state === 'calling' && !hop.reliable) {
        running[0]?.();
        running[0] = retransmit(timers, t2, t2, resend);
      }
      state = 'proceeding';
      listener.onResponse(response);
    } else if (isInvite && response.status < 300) {
      if (state === 'completed') return;
      if (state !== 'accepted') linger('accepted', transactionTimeout);
      listener.onResponse(response);
    } else if (state === 'calling' || state === 'proceeding') {
      if (isInvite) {
        ack = serializeMessage(ackTo(request, response));
        hop.send(ack);
      }
      linger('completed', hop.reliable ? 0 : isInvite ? timerD : t4);
      listener.onResponse(response);
    } else if (ack !== undefined) {
      hop.send(ack);
    }
  };

  running = [
    hop.reliable ? () => undefined : retransmit(timers, t1, isInvite ? Number.POSITIVE_INFINITY : t2, resend),
    timers.after(transactionTimeout, () => failWith('timeout')),
  ];
  if (!hop.send(text)) {
    stopTimers();
    // The caller must have its transaction in hand before it hears of the failure.
    running = [timers.after(0, () => failWith('unreachable'))];
  }
  return { request, hop, receive, fail: () => failWith('unreachable'), end };
}

/** The ACK of a refusal (RFC 3261 §17.1.1.3): the To is that of the response. */
const ackTo = (request: SipRequest, response: SipResponse): SipRequest =>
  onSameBranch(request, 'ACK', response.headers.get('To'));

/** The CANCEL of a request (RFC 3261 §9.1). */
export function cancelOf(request: SipRequest, extra: Iterable<readonly [string, string]> = []): SipRequest {
  const cancel = onSameBranch(request, 'CANCEL', request.headers.get('To'));
  for (const [name, value] of extra) cancel.headers.add(name, value);
  return cancel;
}

/** A request that belongs to another one's transaction: same Request-URI, topmost Via, route, From and CSeq number. */
const onSameBranch = (request: SipRequest, method: 'ACK' | 'CANCEL', to: string | undefined): SipRequest => {
  const headers = new HeaderFields([
    ['Via', request.headers.list('Via')[0] ?? ''],
    ['Max-Forwards', '70'],
    ['From', request.headers.get('From') ?? ''],
    ['To', to ?? ''],
    ['Call-ID', request.headers.get('Call-ID') ?? ''],
    ['CSeq', `${cseqOf(request).number} ${method}`],
  ]);
  for (const route of request.headers.lines('Route')) headers.add('Route', route);
  return { kind: 'request', method, uri: request.uri, headers, body: '' };
};
