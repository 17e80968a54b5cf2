import type { StoreApi } from 'zustand/vanilla';
import { followHeadset, type HeadsetCalls, type HeadsetView } from '#audio/headset.ts';
import type { CallsState } from '../conductor/stage.ts';
import type { Call } from '../core/call.ts';
import { isOver } from '../core/call-machine.ts';

/** The calls that are shown, and whether another tab is the phone. */
interface Shown extends CallsState {
  readonly elsewhere: boolean;
}

/**
 * Lets headsets control the calls of this browser. Only the tab that is the phone listens to them: a press heard by two
 * tabs would be two presses. Returns the way to stop.
 */
export function steerByHeadset(
  view: Pick<StoreApi<Shown>, 'getState' | 'subscribe'>,
  orders: Pick<HeadsetCalls, 'accept' | 'hangUp' | 'toggleMute'>,
  follow: (calls: HeadsetCalls) => () => void = followHeadset,
): () => void {
  let stop: (() => void) | null = null;

  function look({ elsewhere, line }: Shown) {
    // A tab that has just been opened does not know yet whether it is the phone.
    const isPhone = !elsewhere && line.status !== 'INITIAL';
    if (isPhone === (stop !== null)) return;
    stop?.();
    stop = isPhone
      ? follow({ ...orders, view: () => headsetView(view.getState().calls), subscribe: (on) => view.subscribe(on) })
      : null;
  }

  const unsubscribe = view.subscribe(look);
  look(view.getState());
  return () => {
    unsubscribe();
    stop?.();
  };
}

/** The calls as a headset sees them: of two that run, the one that is not on hold. */
export function headsetView(calls: readonly Call[]): HeadsetView {
  const live = calls.filter(({ state }) => !isOver(state) && state !== 'Terminating' && state !== 'Transferring');
  const ringing = live.find(({ direction, state }) => direction === 'INCOMING' && state === 'Ringing');
  const running = live.filter((call) => call !== ringing && call.state !== 'Initial');
  const active = running.findLast(({ hold }) => hold !== 'held') ?? running.at(-1);
  return { ringing: ringing?.id ?? null, active: active?.id ?? null, muted: active?.mute === 'USER' };
}
