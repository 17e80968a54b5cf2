import { type ResponseContent, responseTo, type SipRequest } from '../messages/message.ts';
import { serializeMessage } from '../messages/serialize.ts';
import type { Hop } from './hop.ts';
import { retransmit, type Timers, t1, t2, t4, transactionTimeout, tryingDelay } from './timing.ts';

export interface ServerTransaction<H extends Hop = Hop> {
  readonly request: SipRequest;
  readonly hop: H;
  /** Tag that every response of ours adds to To. */
  readonly localTag: string;
  /** Whether a final response was sent. */
  readonly answered: boolean;
  /**
   * Sends a response. After a final one, only the same 2xx to an INVITE may go again (RFC 3261 §13.3.1.4); anything
   * else is ignored.
   */
  reply(status: number, content?: ResponseContent): void;
  /** Takes the same request again. */
  repeat(): void;
  /** Takes an ACK of this INVITE; false when it acknowledges a 2xx and so belongs to the dialog. */
  acknowledge(): boolean;
  end(): void;
}

type State = 'trying' | 'proceeding' | 'completed' | 'confirmed' | 'accepted' | 'ended';

export interface ServerEvents {
  /** A refusal was never acknowledged or the connection is gone; nothing can be done about it. */
  onEnd(): void;
  /** What is no INVITE has its final response. From here on only this text is needed, for copies of the request. */
  onAnswered(text: string): void;
}

interface Running<H extends Hop> {
  readonly request: SipRequest;
  readonly hop: H;
  readonly localTag: string;
  readonly timers: Timers;
  readonly events: ServerEvents;
  readonly isInvite: boolean;
  state: State;
  /** The last response, as it was sent. */
  last: string | undefined;
  running: (() => void)[];
}

/** RFC 3261 §17.2 with the accepted state of RFC 6026. */
export function startServerTransaction<H extends Hop>(
  request: SipRequest,
  hop: H,
  localTag: string,
  timers: Timers,
  events: ServerEvents,
): ServerTransaction<H> {
  const isInvite = request.method === 'INVITE';
  const self: Running<H> = {
    request,
    hop,
    localTag,
    timers,
    events,
    isInvite,
    state: 'trying',
    last: undefined,
    running: [],
  };
  if (isInvite) self.running = [timers.after(tryingDelay, () => reply(self, 100))];
  // The receiver has no use for the request after the client gave up.
  else self.running = [timers.after(transactionTimeout, () => end(self))];

  return {
    request,
    hop,
    localTag,
    get answered() {
      return !isOpen(self);
    },
    reply: (status, content) => reply(self, status, content),
    repeat() {
      // In `accepted` the 2xx is repeated by the dialog's owner, and in `confirmed` nobody waits for anything.
      if (self.state === 'proceeding' || self.state === 'completed') resend(self);
    },
    acknowledge() {
      if (self.state === 'accepted') return false;
      if (self.state === 'completed') linger(self, 'confirmed', hop.reliable ? 0 : t4);
      return true;
    },
    end: () => end(self),
  };
}

const isOpen = ({ state }: { state: State }): boolean => state === 'trying' || state === 'proceeding';

function reply<H extends Hop>(self: Running<H>, status: number, content: ResponseContent = {}): void {
  const { request, hop, localTag, isInvite, timers } = self;
  const open = isOpen(self);
  if (!open && !(self.state === 'accepted' && status >= 200 && status < 300)) return;
  const text = serializeMessage(responseTo(request, status, { toTag: localTag, ...content }));
  hop.send(text);
  if (!open) return;
  self.last = text;
  if (status < 200) {
    if (isInvite) stopTimers(self);
    self.state = 'proceeding';
  } else if (!isInvite) {
    stopTimers(self);
    self.state = 'completed';
    if (hop.reliable) end(self);
    else self.events.onAnswered(text);
  } else if (status < 300) {
    // RFC 6026 §7.1: the request stays known, so that a late copy of it starts no second call.
    linger(self, 'accepted', transactionTimeout);
  } else {
    linger(self, 'completed', transactionTimeout);
    // Timer G.
    if (!hop.reliable) self.running.push(retransmit(timers, t1, t2, () => resend(self)));
  }
}

function resend<H extends Hop>({ hop, last }: Running<H>): void {
  if (last !== undefined) hop.send(last);
}

function linger<H extends Hop>(self: Running<H>, next: State, ms: number): void {
  stopTimers(self);
  self.state = next;
  if (ms === 0) end(self);
  else self.running = [self.timers.after(ms, () => end(self))];
}

function stopTimers<H extends Hop>(self: Running<H>): void {
  for (const stop of self.running) stop();
  self.running = [];
}

function end<H extends Hop>(self: Running<H>): void {
  if (self.state === 'ended') return;
  stopTimers(self);
  self.state = 'ended';
  self.events.onEnd();
}
