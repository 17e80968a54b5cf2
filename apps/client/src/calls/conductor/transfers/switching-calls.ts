import type { CallList } from '../../core/call-list.ts';
import { isOver } from '../../core/call-machine.ts';
import type { Hold } from '../hold.ts';

/** `id` is the call to be heard next, or null for the one that isn't heard now. */
type SwitchCalls = (calls: CallList, id: string | null) => Promise<void>;

/** Holds the call that is heard and takes the other one back, where they are no transfer. */
export function createSwitching(hold: Pick<Hold, 'hold' | 'resume'>): SwitchCalls {
  /** The one to be heard next. */
  let switchingTo: string | null = null;

  return async (calls, id) => {
    const live = calls.filter(({ state }) => !isOver(state));
    // Another press while the calls are still being switched switches them back.
    const heard = live.find(({ id: each }) => each === switchingTo) ?? live.find(({ hold }) => hold !== 'held');
    const to = live.find((call) => (id === null ? call.id !== heard?.id : call.id === id));
    if (to === undefined) return;
    switchingTo = to.id;
    const isStillWished = () => switchingTo === to.id;
    for (const other of live) {
      if (other.id === to.id || (await hold.hold(other.id))) continue;
      if (isStillWished()) switchingTo = null;
      return;
    }
    if (!isStillWished()) return;
    await hold.resume(to.id);
    if (isStillWished()) switchingTo = null;
  };
}
