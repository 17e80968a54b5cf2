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
  let state: State = 'trying';
  let last: string | undefined;
  let running: (() => void)[] = [];

  const stopTimers = () => {
    for (const stop of running) stop();
    running = [];
  };
  const end = () => {
    if (state === 'ended') return;
    stopTimers();
    state = 'ended';
    events.onEnd();
  };
  const resend = () => {
    if (last !== undefined) hop.send(last);
  };
  const linger = (next: State, ms: number) => {
    stopTimers();
    state = next;
    if (ms === 0) end();
    else running = [timers.after(ms, end)];
  };

  const reply = (status: number, content: ResponseContent = {}) => {
    const open = state === 'trying' || state === 'proceeding';
    if (!open && !(state === 'accepted' && status >= 200 && status < 300)) return;
    const text = serializeMessage(responseTo(request, status, { toTag: localTag, ...content }));
    hop.send(text);
    if (!open) return;
    last = text;
    if (status < 200) {
      if (isInvite) stopTimers();
      state = 'proceeding';
    } else if (!isInvite) {
      linger('completed', hop.reliable ? 0 : transactionTimeout);
    } else if (status < 300) {
      // RFC 6026 §7.1: the request stays known, so that a late copy of it starts no second call.
      linger('accepted', transactionTimeout);
    } else {
      linger('completed', transactionTimeout);
      // Timer G.
      if (!hop.reliable) running.push(retransmit(timers, t1, t2, resend));
    }
  };

  if (isInvite) running = [timers.after(tryingDelay, () => reply(100))];
  // The receiver has no use for the request after the client gave up.
  else running = [timers.after(transactionTimeout, end)];

  return {
    request,
    hop,
    localTag,
    get answered() {
      return state !== 'trying' && state !== 'proceeding';
    },
    reply,
    repeat() {
      // In `accepted` the 2xx is repeated by the dialog's owner, and in `confirmed` nobody waits for anything.
      if (state === 'proceeding' || state === 'completed') resend();
    },
    acknowledge() {
      if (state === 'accepted') return false;
      if (state === 'completed') linger('confirmed', hop.reliable ? 0 : t4);
      return true;
    },
    end,
  };
}
