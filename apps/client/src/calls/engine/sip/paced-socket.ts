import {
  sipConnectionTimeoutMs,
  sipKeepAliveDebounceSeconds,
  sipKeepAliveSeconds,
  sipReconnectionDelayMs,
  sipReconnectionMaxAttempts,
} from '@sidetone/contract/rules/call-timing.ts';
import type { Clock } from '../../core/clock.ts';

/** What JsSIP wants of a socket, with our own pace: it asks again every 2 s for ever, and we decide when to really try. */
export interface PacedSocket {
  readonly via_transport: string;
  readonly url: string;
  readonly sip_uri: string;
  connect(): void;
  disconnect(): void;
  send(message: string): boolean;
  isConnected(): boolean;
  isConnecting(): boolean;
  onconnect(): void;
  ondisconnect(error: boolean, code?: number, reason?: string): void;
  ondata(data: string): void;
  /**
   * Tries at once if it is waiting for a slow attempt. A connection that seems fine must prove it: the network may have
   * been away, or the machine asleep, and neither end has noticed.
   */
  hurry(): void;
  /** Lets go of a connection that is no use any more; JsSIP then asks for a new one. */
  drop(): void;
  /** The line is good: the next loss begins with fast attempts again. */
  settle(): void;
  /** Whether the fast attempts are used up. */
  readonly isSlow: boolean;
}

export interface Pace {
  readonly clock: Clock;
  readonly random: () => number;
  readonly open: (url: string) => WebSocket;
  /** Called when the fast attempts are used up. */
  readonly onSlow: () => void;
}

/** Slow attempts come this far apart, at random between the two, so that a restarted server is not stormed. */
const slowMs = { least: 15_000, most: 60_000 };

/**
 * The server asks every 10 s whether this page lives (RFC 5626 double CRLF). Once it has asked, that long a silence
 * means that the connection is dead although the browser doesn't know it yet.
 */
const deadAfterMs = 26_000;
const keepAlive = '\r\n\r\n';
/** A live server answers our own question within one round trip; TCP may first have to repeat what got lost. */
const answerWithinMs = 4_000;

/** A WebSocket that JsSIP may own without deciding about it. */
export function createPacedSocket(url: string, { clock, random, open, onSlow }: Pace): PacedSocket {
  const address = new URL(url);
  let socket: WebSocket | null = null;
  let attempts = 0;
  let cancelWait: (() => void) | null = null;
  let cancelWatch: () => void = () => {};
  let cancelQuestion: (() => void) | null = null;
  let heardAt = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let cancelKeepAlive: () => void = () => {};

  const paced: PacedSocket = {
    via_transport: address.protocol === 'wss:' ? 'WSS' : 'WS',
    url,
    sip_uri: `sip:${address.host};transport=ws`,
    connect() {
      if (socket !== null || cancelWait !== null) return;
      attempts += 1;
      if (attempts <= sipReconnectionMaxAttempts) {
        start();
        return;
      }
      if (attempts === sipReconnectionMaxAttempts + 1) onSlow();
      // JsSIP has waited 2 s of it already.
      const waitMs = slowMs.least + random() * (slowMs.most - slowMs.least) - sipReconnectionDelayMs;
      cancelWait = clock.after(waitMs, start);
    },
    disconnect() {
      cancelWait?.();
      cancelWait = null;
      release()?.close();
    },
    send(message) {
      if (!paced.isConnected()) return false;
      socket?.send(message);
      return true;
    },
    isConnected: () => socket?.readyState === 1,
    isConnecting: () => socket?.readyState === 0,
    onconnect() {},
    ondisconnect() {},
    ondata() {},
    hurry() {
      if (cancelWait !== null) {
        cancelWait();
        start();
      } else if (paced.isConnected() && cancelQuestion === null) {
        ask();
        cancelQuestion = clock.after(answerWithinMs, () => lose(4003, 'no answer'));
      }
    },
    drop: () => lose(4000, 'dropped'),
    settle() {
      attempts = 0;
    },
    get isSlow() {
      return attempts > sipReconnectionMaxAttempts;
    },
  };

  function start() {
    cancelWait = null;
    const fresh = open(url);
    fresh.binaryType = 'arraybuffer';
    socket = fresh;
    // The handlers of a socket that was given up must not speak for the next one.
    const mine = () => socket === fresh;
    cancelWatch = clock.after(sipConnectionTimeoutMs, () => mine() && lose(4001, 'connection timed out'));
    fresh.onopen = () => {
      if (!mine()) return;
      cancelWatch();
      keepAsking();
      paced.onconnect();
    };
    fresh.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!mine()) return;
      const text = typeof data === 'string' ? data : new TextDecoder().decode(data as ArrayBuffer);
      heardAt = clock.now();
      stopAsking();
      if (text === keepAlive) watchSilence();
      paced.ondata(text);
    };
    fresh.onclose = ({ code, reason }: CloseEvent) => mine() && lose(code, reason);
  }

  /** Asks whether the connection lives; questions that come closer together than 2 s are one. */
  function ask() {
    if (clock.now() - askedAt < sipKeepAliveDebounceSeconds * 1000) return;
    askedAt = clock.now();
    socket?.send(keepAlive);
  }

  function keepAsking() {
    cancelKeepAlive();
    cancelKeepAlive = clock.after(sipKeepAliveSeconds * 1000, () => {
      if (!paced.isConnected()) return;
      ask();
      keepAsking();
    });
  }

  function watchSilence() {
    cancelWatch();
    cancelWatch = clock.after(deadAfterMs, () => {
      if (clock.now() - heardAt >= deadAfterMs) lose(4002, 'no keep-alive');
      else watchSilence();
    });
  }

  function stopAsking() {
    cancelQuestion?.();
    cancelQuestion = null;
  }

  function release(): WebSocket | null {
    cancelWatch();
    cancelKeepAlive();
    stopAsking();
    askedAt = Number.NEGATIVE_INFINITY;
    const old = socket;
    socket = null;
    return old;
  }

  function lose(code: number, reason: string) {
    const old = release();
    if (old === null) return;
    old.close();
    paced.ondisconnect(true, code, reason);
  }

  return paced;
}
