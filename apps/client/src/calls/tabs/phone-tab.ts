import { newId } from '#platform/new-id.ts';
import type { Order } from '../commands.ts';
import type { Conductor } from '../conductor/conductor.ts';
import type { Log } from '../conductor/parts.ts';
import type { CallsState } from '../conductor/stage.ts';
import { CallError, type CallProblem, problemOf } from '../engine/call-error.ts';
import type { TabMessage } from './messages.ts';

/** One tab of several. */
export interface Tabs {
  order(order: Order): Promise<CallProblem | null>;
  /** Shows a problem where the user is looking. */
  report(problem: CallProblem): void;
  /** The way to the server is open again: no need to wait for the next attempt. */
  hurry(): void;
  leave(): void;
}

interface TabParts {
  readonly conductor: Conductor;
  perform(order: Order): Promise<CallProblem | null>;
  show(state: CallsState, elsewhere: boolean): void;
  tell(problem: CallProblem): void;
  readonly log: Log;
}

const name = 'sidetone.phone';
/** A tab that has the phone and doesn't answer within this is frozen: one that the user sees takes the phone over. */
const answerWithinMs = 2000;
/** A tab that the user sees asks this often whether the one with the phone is awake; nobody tells when it freezes. */
const lookEveryMs = 5000;
/** An engine that could not start tries again after this. */
const startAgainMs = 15_000;

/** Exactly one tab of a browser is the phone (Web Locks); the others show what it does and pass on what is asked. */
export function joinTabs({ conductor, perform, show, tell, log }: TabParts): Tabs {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const { signal } = leaving;
  const unanswered = new Map<string, { order: Order; resolve: (problem: CallProblem | null) => void }>();
  let waiting = new AbortController();
  let owner = false;
  let silence: ReturnType<typeof setTimeout> | null = null;
  let again: ReturnType<typeof setTimeout> | null = null;

  const post = (message: TabMessage) => channel.postMessage(message);
  const unsubscribe = conductor.store.subscribe((state) => {
    if (!owner) return;
    show(state, false);
    post({ type: 'state', state });
  });

  function startPhone() {
    again = null;
    conductor.start().catch((error: unknown) => {
      log('error', 'phone not started', { problem: problemOf(error), cause: String(error) });
      if (owner) again = setTimeout(startPhone, startAgainMs + Math.random() * startAgainMs);
    });
  }

  function answer(orderId: string, problem: CallProblem | null) {
    unanswered.get(orderId)?.resolve(problem);
    unanswered.delete(orderId);
  }

  /** Holds the lock for as long as this tab is the phone. */
  async function bePhone() {
    if (signal.aborted) return;
    owner = true;
    show(conductor.store.getState(), false);
    startPhone();
    // What was asked of a phone that nobody was: the tabs before may be gone, and this one may just be starting.
    for (const [orderId, { order }] of unanswered) void perform(order).then((problem) => answer(orderId, problem));
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  function hurry() {
    if (!owner) return;
    if (again === null) {
      conductor.reconnect();
      return;
    }
    clearTimeout(again);
    startPhone();
  }

  async function stopBeingPhone(how: 'end' | 'handOver') {
    if (!owner) return;
    owner = false;
    if (again !== null) clearTimeout(again);
    await conductor.stop(how);
  }

  async function takePhone(steal: boolean) {
    waiting.abort();
    waiting = new AbortController();
    try {
      // `steal` and `signal` exclude each other.
      await navigator.locks.request(name, steal ? { steal } : { signal: waiting.signal }, bePhone);
    } catch (error) {
      if (signal.aborted || waiting.signal.aborted) return;
      if (!owner) return;
      log('warn', 'another tab took the phone', { cause: String(error) });
      // The other tab goes on with what runs here.
      await stopBeingPhone('handOver');
      if (signal.aborted) return;
      // From here on this tab mirrors: it asks what there is to see.
      post({ type: 'ping' });
      await takePhone(false);
    }
  }

  function look() {
    if (owner) {
      hurry();
      return;
    }
    if (document.hidden || silence !== null) return;
    silence = setTimeout(() => {
      silence = null;
      if (!owner && !document.hidden) void takePhone(true);
    }, answerWithinMs);
    post({ type: 'ping' });
  }

  function heard({ data }: MessageEvent<TabMessage>) {
    switch (data.type) {
      case 'ping':
        if (owner) post({ type: 'state', state: conductor.store.getState() });
        return;
      case 'state':
        if (silence !== null) clearTimeout(silence);
        silence = null;
        if (!owner) show(data.state, true);
        return;
      case 'order':
        if (owner) void perform(data.order).then((problem) => post({ type: 'done', orderId: data.orderId, problem }));
        return;
      case 'done':
        answer(data.orderId, data.problem);
        return;
      case 'problem':
        if (!document.hidden) tell(data.problem);
    }
  }

  channel.addEventListener('message', heard, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('focus', look, { signal });
  addEventListener('online', look, { signal });
  // Without a secure context there are no locks, and no microphone either: nothing to share.
  if (navigator.locks === undefined) void bePhone();
  else void takePhone(false);
  look();
  const looking = setInterval(() => {
    if (!owner) look();
  }, lookEveryMs);

  return {
    order(order) {
      if (owner) return perform(order);
      const orderId = newId();
      return new Promise((resolve) => {
        unanswered.set(orderId, { order, resolve });
        post({ type: 'order', orderId, order });
        // Nobody answers while the phone changes hands.
        setTimeout(() => {
          if (!unanswered.delete(orderId)) return;
          const { code } = new CallError('OFFLINE');
          tell(code);
          resolve(code);
        }, 60_000);
      });
    },
    report(problem) {
      if (document.hidden && owner) post({ type: 'problem', problem });
      else tell(problem);
    },
    hurry,
    leave() {
      unsubscribe();
      leaving.abort();
      waiting.abort();
      clearInterval(looking);
      if (silence !== null) clearTimeout(silence);
      void stopBeingPhone('end').finally(() => channel.close());
    },
  };
}
