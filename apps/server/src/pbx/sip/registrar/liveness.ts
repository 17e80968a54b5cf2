import type { ExchangeClock } from '../../ports.ts';
import type { Flow } from '../wires/flow.ts';

/** Between two double CRLFs down a WebSocket. */
const pingIntervalMs = 10_000;
/** A page answers immediately; even a throttled tab does within this time. */
const answerWithinMs = 5_000;
const missesUntilSuspect = 2;
/** After so long without a byte the connection is closed; a page that wakes up reconnects. */
const silenceLimitMs = 180_000;
/** Registrations last an hour at most, so a client that knows no keep-alives speaks at least that often. */
const quietClientLimitMs = 2 * 60 * 60_000;
const strangerLimitMs = 60_000;

/**
 * Watches WebSockets by the keep-alive of RFC 5626 §4.4.1, which the page's own code answers: a WebSocket pong would
 * only prove that the browser lives, and a stopped page still gives those.
 */
export interface Liveness {
  watch(flow: Flow): void;
  /** Anything at all came over the flow; `pong` says that it was an answer to a ping. */
  heard(flow: Flow, pong: boolean): void;
  forget(flow: Flow): void;
  stop(): void;
}

interface Watched {
  /** A client that never answered a ping does not know them, and its silence proves nothing. */
  answers: boolean;
  heard: boolean;
  misses: number;
  lastHeard: number;
  readonly since: number;
  cancel: () => void;
}

/** `onSuspect` hears of flows that fell silent (true) and of those that speak again (false). */
export function openLiveness(clock: ExchangeClock, onSuspect: (flow: Flow, suspect: boolean) => void): Liveness {
  const watched = new Map<Flow, Watched>();

  const ping = (flow: Flow, state: Watched) => {
    const now = clock.now().getTime();
    const limit = !flow.trusted ? strangerLimitMs : state.answers ? silenceLimitMs : quietClientLimitMs;
    if (now - (flow.trusted ? state.lastHeard : state.since) >= limit) return flow.close();
    state.heard = false;
    flow.keepAlive('ping');
    state.cancel = clock.after(answerWithinMs, () => {
      if (!state.heard && state.answers) {
        state.misses += 1;
        if (state.misses === missesUntilSuspect) onSuspect(flow, true);
      }
      state.cancel = clock.after(pingIntervalMs - answerWithinMs, () => ping(flow, state));
    });
  };

  return {
    watch(flow) {
      const now = clock.now().getTime();
      const state: Watched = {
        answers: false,
        heard: false,
        misses: 0,
        lastHeard: now,
        since: now,
        cancel: () => undefined,
      };
      watched.set(flow, state);
      ping(flow, state);
    },
    heard(flow, pong) {
      const state = watched.get(flow);
      if (!state) return;
      state.heard = true;
      state.lastHeard = clock.now().getTime();
      if (pong) state.answers = true;
      if (state.misses >= missesUntilSuspect) onSuspect(flow, false);
      state.misses = 0;
    },
    forget(flow) {
      watched.get(flow)?.cancel();
      watched.delete(flow);
    },
    stop() {
      for (const state of watched.values()) state.cancel();
      watched.clear();
    },
  };
}
