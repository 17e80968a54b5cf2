import type { CallState } from '@sidetone/contract/rules/call-states.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Call } from '../core/call.ts';
import { type CallList, changeCall, findCall, moveCall, removeCall } from '../core/call-list.ts';
import type { Effect } from '../core/call-machine.ts';
import type { Clock } from '../core/clock.ts';
import { type DueOrder, deadlinesOf } from '../core/deadlines.ts';
import { showLines, type Transfer } from '../core/transfer.ts';
import type { EngineCall, LineState } from '../engine/call-engine.ts';
import type { Log, Parts } from './parts.ts';

/** The state that screens read. */
export interface CallsState {
  readonly calls: CallList;
  readonly line: LineState;
  /** The warm transfer that runs, if one does. */
  readonly transfer: Transfer | null;
}

/** The calls with everything that belongs to them; the only place where a call changes. */
export interface Stage {
  readonly store: StoreApi<CallsState>;
  readonly engineCalls: Map<string, EngineCall>;
  /** Calls whose audio can already flow. */
  readonly connected: Set<string>;
  /** Calls that their engine has ended; of every other one it may still have the microphone. */
  readonly released: WeakSet<EngineCall>;
  call(id: string): Call | null;
  setCalls(calls: CallList): void;
  change(id: string, change: Partial<Omit<Call, 'id' | 'state'>>): void;
  /** Moves through the table and performs the effects; false when the table has no such move. */
  go(id: string, to: CallState): boolean;
  /** Begins, changes or ends the warm transfer, and shows both lines as they are heard. */
  setTransfer(transfer: Transfer | null): void;
  close(id: string): void;
}

const nobodyCalls: CallsState = {
  calls: [],
  line: { status: 'INITIAL', reconnect: 'none' },
  transfer: null,
};

interface StageDirections {
  perform(effect: Effect, call: Call): void;
  due(order: DueOrder, call: Call): void;
}

/** Keeps the calls, moves them by the table, and watches the clock for them. */
export function createStage(parts: Pick<Parts, 'clock' | 'log'>, directions: StageDirections): Stage {
  const { clock, log } = parts;
  const store = createStore<CallsState>()(() => nobodyCalls);
  const engineCalls = new Map<string, EngineCall>();
  const connected = new Set<string>();
  const released = new WeakSet<EngineCall>();
  const enteredAt = new Map<string, number>();
  const watchDeadlines = createDeadlineWatch(clock, (sessionId, order) => {
    const due = call(sessionId);
    if (due !== null) directions.due(order, due);
  });

  const call = (id: string) => findCall(store.getState().calls, id);

  function setCalls(calls: CallList) {
    store.setState({ calls });
    // Invariant: others hear the user only through a call that is on the screen and can be hung up.
    for (const [id, engineCall] of [...engineCalls]) {
      if (findCall(calls, id) === null) endUnseen(id, engineCall, released, log);
    }
    // Nothing stays of a call that left the list, closed or replaced by the next one.
    for (const kept of [enteredAt, engineCalls, connected]) dropUnlisted(kept, calls);
    watchDeadlines(store.getState().calls, enteredAt);
  }

  return {
    store,
    engineCalls,
    connected,
    released,
    call,
    setCalls(calls) {
      for (const each of calls) if (!enteredAt.has(each.id)) enteredAt.set(each.id, clock.now());
      setCalls(calls);
    },
    change(id, change) {
      store.setState({ calls: changeCall(store.getState().calls, id, change) });
    },
    go(id, to) {
      const moved = moveCall(store.getState().calls, id, to, clock.now());
      if (moved === 'refused') {
        log('warn', 'move refused', { sessionId: id, from: call(id)?.state, to });
        return false;
      }
      enteredAt.set(id, clock.now());
      setCalls(moved.calls);
      for (const effect of moved.effects) {
        const now = call(id);
        if (now !== null) directions.perform(effect, now);
      }
      return true;
    },
    setTransfer(transfer) {
      const { calls } = store.getState();
      store.setState({ transfer, calls: transfer === null ? calls : showLines(calls, transfer) });
    },
    close: (id) => setCalls(removeCall(store.getState().calls, id)),
  };
}

/** One timer for all calls: the soonest thing that time will do. Called again whenever a call changed its state. */
function createDeadlineWatch(clock: Clock, due: (sessionId: string, order: DueOrder) => void) {
  let cancelTimer: () => void = () => {};
  return (calls: CallList, enteredAt: ReadonlyMap<string, number>) => {
    cancelTimer();
    cancelTimer = () => {};
    const [next] = deadlinesOf(calls, (id) => enteredAt.get(id) ?? clock.now());
    if (next === undefined) return;
    cancelTimer = clock.after(Math.max(0, next.at - clock.now()), () => due(next.sessionId, next.order));
  };
}

/** Removes entries whose call has left the list. */
function dropUnlisted(kept: Map<string, unknown> | Set<string>, calls: CallList): void {
  for (const id of [...kept.keys()]) if (findCall(calls, id) === null) kept.delete(id);
}

/** Hangs up a call that the screen no longer shows, once. Never throws. */
function endUnseen(id: string, engineCall: EngineCall, released: WeakSet<EngineCall>, log: Log): void {
  if (released.has(engineCall)) return;
  released.add(engineCall);
  log('warn', 'call ended because it is no longer shown', { sessionId: id });
  try {
    engineCall.hangUp();
  } catch (cause) {
    log('error', 'TERMINATE_FAILED', { sessionId: id, cause: String(cause) });
  }
}
