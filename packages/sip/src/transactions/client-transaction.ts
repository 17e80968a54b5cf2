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

interface Running {
  readonly request: SipRequest;
  readonly text: string;
  readonly hop: Hop;
  readonly timers: Timers;
  readonly listener: ClientListener;
  readonly onEnd: () => void;
  readonly isInvite: boolean;
  state: State;
  /** Of a refusal, sent again with each copy of it. */
  ack: string | undefined;
  running: (() => void)[];
}

/** RFC 3261 §17.1 with the accepted state of RFC 6026. `onEnd` tells that the transaction may be forgotten. */
export function startClientTransaction(
  request: SipRequest,
  hop: Hop,
  timers: Timers,
  listener: ClientListener,
  onEnd: () => void,
): ClientTransaction {
  const self: Running = {
    request,
    text: serializeMessage(request),
    hop,
    timers,
    listener,
    onEnd,
    isInvite: request.method === 'INVITE',
    state: 'calling',
    ack: undefined,
    running: [],
  };
  const most = self.isInvite ? Number.POSITIVE_INFINITY : t2;
  self.running = [
    hop.reliable ? () => undefined : retransmit(timers, t1, most, () => resend(self)),
    timers.after(transactionTimeout, () => failWith(self, 'timeout')),
  ];
  if (!hop.send(self.text)) {
    stopTimers(self);
    // The caller must have its transaction in hand before it hears of the failure.
    self.running = [timers.after(0, () => failWith(self, 'unreachable'))];
  }
  return {
    request,
    hop,
    receive: (response) => receive(self, response),
    fail: () => failWith(self, 'unreachable'),
    end: () => end(self),
  };
}

function receive(self: Running, response: SipResponse): void {
  const { state, isInvite, listener, hop } = self;
  if (state === 'ended') return;
  if (response.status < 200) receiveProvisional(self, response);
  else if (isInvite && response.status < 300) {
    if (state === 'completed') return;
    if (state !== 'accepted') linger(self, 'accepted', transactionTimeout);
    listener.onResponse(response);
  } else if (state === 'calling' || state === 'proceeding') {
    if (isInvite) {
      self.ack = serializeMessage(ackTo(self.request, response));
      hop.send(self.ack);
    }
    linger(self, 'completed', hop.reliable ? 0 : isInvite ? timerD : t4);
    listener.onResponse(response);
  } else if (self.ack !== undefined) {
    hop.send(self.ack);
  }
}

function receiveProvisional(self: Running, response: SipResponse): void {
  const { state, isInvite, hop, timers } = self;
  if (state !== 'calling' && state !== 'proceeding') return;
  // Timers A and B stop for an INVITE; E slows down to T2 and F goes on for the rest.
  if (isInvite) stopTimers(self);
  else if (state === 'calling' && !hop.reliable) {
    self.running[0]?.();
    self.running[0] = retransmit(timers, t2, t2, () => resend(self));
  }
  self.state = 'proceeding';
  self.listener.onResponse(response);
}

function resend(self: Running): void {
  if (!self.hop.send(self.text)) failWith(self, 'unreachable');
}

function failWith(self: Running, cause: 'timeout' | 'unreachable'): void {
  const isOpen = self.state === 'calling' || self.state === 'proceeding';
  end(self);
  if (isOpen) self.listener.onFailure(cause);
}

/** Waits for late retransmissions; nothing can come late over a reliable transport. */
function linger(self: Running, next: State, ms: number): void {
  stopTimers(self);
  self.state = next;
  if (ms === 0) end(self);
  else self.running = [self.timers.after(ms, () => end(self))];
}

function stopTimers(self: Running): void {
  for (const stop of self.running) stop();
  self.running = [];
}

function end(self: Running): void {
  if (self.state === 'ended') return;
  stopTimers(self);
  self.state = 'ended';
  self.onEnd();
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
