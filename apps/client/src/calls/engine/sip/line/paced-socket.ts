import {
  sipConnectionTimeoutMs,
  sipReconnectionDelayMs,
  sipReconnectionMaxAttempts,
} from '@sidetone/contract/rules/call-timing.ts';
import type { Clock } from '../../../core/clock.ts';
import { createHeartbeat, type Heartbeat, keepAlive } from './heartbeat.ts';

/** The socket that JsSIP asks for, at our own pace: JsSIP asks every 2 s forever, and we decide when to really try. */
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
   * Tries immediately if it is waiting for a slow attempt. A connection that seems fine must prove it: the network may
   * have been away, or the machine asleep, and neither end has noticed.
   */
  hurry(): void;
  /** Gives up a connection that is no longer of use; JsSIP then asks for a new one. */
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

interface Attempts {
  readonly url: string;
  readonly pace: Pace;
  readonly heartbeat: Heartbeat;
  /** What JsSIP has of it, with the handlers that JsSIP sets. */
  readonly paced: PacedSocket;
  socket: WebSocket | null;
  /** Attempts since the line was good last. */
  count: number;
  /** Cancels the wait for a slow attempt; null while there is none. */
  cancelWait: (() => void) | null;
  cancelOpening: () => void;
}

/** A WebSocket that JsSIP may own without deciding about it. */
export function createPacedSocket(url: string, pace: Pace): PacedSocket {
  const address = new URL(url);
  const heartbeat = createHeartbeat(pace.clock, {
    isConnected: () => isConnected(attempts),
    ask: () => attempts.socket?.send(keepAlive),
    onDead: (code, reason) => lose(attempts, code, reason),
  });
  const paced: PacedSocket = {
    via_transport: address.protocol === 'wss:' ? 'WSS' : 'WS',
    url,
    sip_uri: `sip:${address.host};transport=ws`,
    connect: () => connect(attempts),
    disconnect: () => disconnect(attempts),
    send(message) {
      if (!isConnected(attempts)) return false;
      attempts.socket?.send(message);
      return true;
    },
    isConnected: () => isConnected(attempts),
    isConnecting: () => attempts.socket?.readyState === 0,
    onconnect() {},
    ondisconnect() {},
    ondata() {},
    hurry: () => hurry(attempts),
    drop: () => lose(attempts, 4000, 'dropped'),
    settle() {
      attempts.count = 0;
    },
    get isSlow() {
      return attempts.count > sipReconnectionMaxAttempts;
    },
  };
  const attempts: Attempts = {
    url,
    pace,
    heartbeat,
    paced,
    socket: null,
    count: 0,
    cancelWait: null,
    cancelOpening: () => {},
  };
  return paced;
}

const isConnected = ({ socket }: Attempts): boolean => socket?.readyState === 1;

function connect(attempts: Attempts) {
  const { clock, random, onSlow } = attempts.pace;
  if (attempts.socket !== null || attempts.cancelWait !== null) return;
  attempts.count += 1;
  if (attempts.count <= sipReconnectionMaxAttempts) {
    open(attempts);
    return;
  }
  if (attempts.count === sipReconnectionMaxAttempts + 1) onSlow();
  // JsSIP has waited 2 s of it already.
  const waitMs = slowMs.least + random() * (slowMs.most - slowMs.least) - sipReconnectionDelayMs;
  attempts.cancelWait = clock.after(waitMs, () => open(attempts));
}

function hurry(attempts: Attempts) {
  if (attempts.cancelWait !== null) {
    attempts.cancelWait();
    open(attempts);
  } else if (isConnected(attempts)) {
    attempts.heartbeat.hurry();
  }
}

function open(attempts: Attempts) {
  const { url, pace, heartbeat, paced } = attempts;
  attempts.cancelWait = null;
  const fresh = pace.open(url);
  fresh.binaryType = 'arraybuffer';
  attempts.socket = fresh;
  // The handlers of a socket that was given up must not act for the next one.
  const mine = () => attempts.socket === fresh;
  attempts.cancelOpening = pace.clock.after(sipConnectionTimeoutMs, () => {
    if (mine()) lose(attempts, 4001, 'connection timed out');
  });
  fresh.onopen = () => {
    if (!mine()) return;
    attempts.cancelOpening();
    heartbeat.start();
    paced.onconnect();
  };
  fresh.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!mine()) return;
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data as ArrayBuffer);
    heartbeat.heard(text);
    pace.onMessage?.(text);
    paced.ondata(text);
  };
  fresh.onclose = ({ code, reason }: CloseEvent) => {
    if (mine()) lose(attempts, code, reason);
  };
}

function disconnect(attempts: Attempts) {
  attempts.cancelWait?.();
  attempts.cancelWait = null;
  release(attempts)?.close();
}

function release(attempts: Attempts): WebSocket | null {
  attempts.cancelOpening();
  attempts.heartbeat.stop();
  const { socket } = attempts;
  attempts.socket = null;
  return socket;
}

function lose(attempts: Attempts, code: number, reason: string) {
  const old = release(attempts);
  if (old === null) return;
  old.close();
  attempts.paced.ondisconnect(true, code, reason);
}
