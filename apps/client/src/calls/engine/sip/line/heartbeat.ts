import { sipKeepAliveDebounceSeconds, sipKeepAliveSeconds } from '@sidetone/contract/rules/call-timing.ts';
import type { Clock } from '../../../core/clock.ts';

/**
 * The server asks every 10 s whether this page lives (RFC 5626 double CRLF). Once it has asked, a silence of this
 * length means that the connection is dead although the browser doesn't know it yet.
 */
const deadAfterMs = 26_000;
/** The question, and the answer to it. */
export const keepAlive = '\r\n\r\n';
/** A live server answers our own question within one round trip; TCP may first have to repeat what got lost. */
const answerWithinMs = 4_000;

export interface Heartbeat {
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
export function createHeartbeat(clock: Clock, { isConnected, ask, onDead }: HeartbeatParts): Heartbeat {
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
