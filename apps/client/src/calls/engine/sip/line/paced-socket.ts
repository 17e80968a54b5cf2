import {
  sipConnectionTimeoutMs,
  sipKeepAliveDebounceSeconds,
  sipKeepAliveSeconds,
  sipReconnectionDelayMs,
  sipReconnectionMaxAttempts,
} from '@sidetone/contract/rules/call-timing.ts';
import type { Clock } from '../../../core/clock.ts';

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
  /** Called with each message of the server, before JsSIP has it. */
  readonly onMessage?: (message: string) => void;
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
export function createPacedSocket(url: string, { clock, random, open, onSlow, onMessage }: Pace): PacedSocket {
  const address = new URL(url);
  let socket: WebSocket | null = null;
  let attempts = 0;
  let cancelWait: (() => void) | null = null;
  let cancelOpening: () => void = () => {};
  const heartbeat = createHeartbeat(clock, {
    isConnected: () => paced.isConnected(),
    ask: () => socket?.send(keepAlive),
    onDead: lose,
  });

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
      } else if (paced.isConnected()) {
        heartbeat.hurry();
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
    cancelOpening = clock.after(sipConnectionTimeoutMs, () => mine() && lose(4001, 'connection timed out'));
    fresh.onopen = () => {
      if (!mine()) return;
      cancelOpening();
      heartbeat.start();
      paced.onconnect();
    };
    fresh.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!mine()) return;
      const text = typeof data === 'string' ? data : new TextDecoder().decode(data as ArrayBuffer);
      heartbeat.heard(text);
      onMessage?.(text);
      paced.ondata(text);
    };
    fresh.onclose = ({ code, reason }: CloseEvent) => mine() && lose(code, reason);
  }

  function release(): WebSocket | null {
    cancelOpening();
    heartbeat.stop();
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

interface Heartbeat {
  /** A connection is open. */
  start(): void;
  /** The connection must prove that it lives. */
  hurry(): void;
  heard(text: string): void;
  /** The connection is gone. */
  stop(): void;
}

interface HeartbeatParts {
  isConnected(): boolean;
  /** Asks the server whether the connection lives. */
  ask(): void;
  onDead(code: number, reason: string): void;
}

/** Whether a connection lives: asks the server, and listens for its own questions. */
function createHeartbeat(clock: Clock, { isConnected, ask, onDead }: HeartbeatParts): Heartbeat {
  let heardAt = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let cancelSilence = () => {};
  let cancelNext = () => {};
  let cancelHurry: (() => void) | null = null;
  const mayAskInMs = () => Math.max(0, askedAt + sipKeepAliveDebounceSeconds * 1000 - clock.now());

  /** Questions that come closer together than 2 s are one. */
  function askOnce() {
    if (mayAskInMs() > 0) return;
    askedAt = clock.now();
    ask();
  }

  function watchSilence() {
    cancelSilence();
    cancelSilence = clock.after(deadAfterMs, () => {
      if (clock.now() - heardAt >= deadAfterMs) onDead(4002, 'no keep-alive');
      else watchSilence();
    });
  }

  function start() {
    cancelNext();
    cancelNext = clock.after(sipKeepAliveSeconds * 1000, () => {
      if (!isConnected()) return;
      askOnce();
      start();
    });
  }

  return {
    start,
    hurry() {
      if (cancelHurry !== null) return;
      const ask = () => {
        askOnce();
        cancelHurry = clock.after(answerWithinMs, () => onDead(4003, 'no answer'));
      };
      // A question of a moment ago may have been answered before the network went.
      if (mayAskInMs() === 0) ask();
      else cancelHurry = clock.after(mayAskInMs(), ask);
    },
    heard(text) {
      heardAt = clock.now();
      cancelHurry?.();
      cancelHurry = null;
      if (text === keepAlive) watchSilence();
    },
    stop() {
      for (const cancel of [cancelSilence, cancelNext, cancelHurry]) cancel?.();
      cancelHurry = null;
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
