import type { ExchangeClock } from '../ports.ts';
import type { RunningCall } from './running-call.ts';

/** A key by INFO and the same one in the audio are one key where they are no further apart. */
const sameKeyMs = 500;

interface Leg {
  usesInfo: boolean;
  heard: { readonly digit: string; readonly at: number } | null;
}

/**
 * Phones that send keys by INFO may send them in their audio as well, as events or tones. Of a leg that has sent one by INFO, keys in
 * the audio no longer count.
 */
export interface KeyWays {
  /** Whether a key that came by INFO was not heard already. */
  byInfo(running: RunningCall, legId: string, digit: string): boolean;
  /** Whether a key that was heard in the audio counts. */
  inAudio(running: RunningCall, legId: string, digit: string): boolean;
}

export function keyWays(clock: Pick<ExchangeClock, 'now'>): KeyWays {
  const calls = new WeakMap<RunningCall, Map<string, Leg>>();
  const legOf = (running: RunningCall, legId: string): Leg => {
    const legs = calls.get(running) ?? new Map<string, Leg>();
    const leg = legs.get(legId) ?? { usesInfo: false, heard: null };
    calls.set(running, legs.set(legId, leg));
    return leg;
  };
  return {
    byInfo(running, legId, digit) {
      const leg = legOf(running, legId);
      const { heard, usesInfo } = leg;
      leg.usesInfo = true;
      return usesInfo || heard?.digit !== digit || clock.now().getTime() - heard.at >= sameKeyMs;
    },
    inAudio(running, legId, digit) {
      const leg = legOf(running, legId);
      leg.heard = { digit, at: clock.now().getTime() };
      return !leg.usesInfo;
    },
  };
}
