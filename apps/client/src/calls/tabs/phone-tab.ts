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
/** A tab that has the phone and doesn't answer within this is frozen, and a visible tab takes the phone over. */
const answerWithinMs = 2000;
/** A visible tab asks this often whether the one with the phone is awake; a frozen one gives no sign. */
const lookEveryMs = 5000;
/** An engine that could not start tries again after this. */
const startAgainMs = 15_000;
/** An order that no tab has carried out within this fails. */
const orderWithinMs = 60_000;

type Timer = ReturnType<typeof setTimeout>;

/** This tab, which is the phone or mirrors the one that is. */
interface Tab {
  readonly parts: TabParts;
  readonly channel: BroadcastChannel;
  readonly leaving: AbortController;
  /** Orders to the tab that is the phone. */
  readonly unanswered: Map<string, { readonly order: Order; readonly resolve: (problem: CallProblem | null) => void }>;
  /** Ends the wait for the phone. */
  waiting: AbortController;
  isPhone: boolean;
  /** Runs while the tab that is the phone has not answered. */
  silence: Timer | null;
  /** Runs until an engine that could not start is started again. */
  again: Timer | null;
}

/** Exactly one tab of a browser is the phone (Web Locks); the others show what it does and pass on what is asked. */
export function joinTabs(parts: TabParts): Tabs {
  const { conductor, perform, show, tell } = parts;
  const tab: Tab = {
    parts,
    channel: new BroadcastChannel(name),
    leaving: new AbortController(),
    unanswered: new Map(),
    waiting: new AbortController(),
    isPhone: false,
    silence: null,
    again: null,
  };
  const unsubscribe = conductor.store.subscribe((state) => {
    if (!tab.isPhone) return;
    show(state, false);
    post(tab, { type: 'state', state });
  });
  listen(tab);
  // Without a secure context there are no locks, and no microphone either: nothing to share.
  if (navigator.locks === undefined) void bePhone(tab);
  else void takePhone(tab, false);
  look(tab);
  const looking = setInterval(() => {
    if (!tab.isPhone) look(tab);
  }, lookEveryMs);
  return {
    order: (order) => (tab.isPhone ? perform(order) : passOn(tab, order)),
    report(problem) {
      if (document.hidden && tab.isPhone) post(tab, { type: 'problem', problem });
      else tell(problem);
    },
    hurry: () => hurry(tab),
    leave() {
      unsubscribe();
      clearInterval(looking);
      leave(tab);
    },
  };
}

const post = ({ channel }: Tab, message: TabMessage): void => channel.postMessage(message);

function listen(tab: Tab) {
  const { signal } = tab.leaving;
  const onLook = () => look(tab);
  tab.channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => heard(tab, data), { signal });
  document.addEventListener('visibilitychange', onLook, { signal });
  addEventListener('focus', onLook, { signal });
  addEventListener('online', onLook, { signal });
}

function leave(tab: Tab) {
  tab.leaving.abort();
  tab.waiting.abort();
  if (tab.silence !== null) clearTimeout(tab.silence);
  void stopBeingPhone(tab, 'end').finally(() => tab.channel.close());
}

// The phone.

/** Waits for the phone, or takes it from a tab that does not answer. */
async function takePhone(tab: Tab, steal: boolean): Promise<void> {
  const { signal } = tab.leaving;
  tab.waiting.abort();
  tab.waiting = new AbortController();
  try {
    // `steal` and `signal` exclude each other.
    await navigator.locks.request(name, steal ? { steal } : { signal: tab.waiting.signal }, () => bePhone(tab));
  } catch (error) {
    if (signal.aborted || tab.waiting.signal.aborted) return;
    if (!tab.isPhone) return;
    tab.parts.log('warn', 'another tab took the phone', { cause: String(error) });
    // The other tab continues the calls of this one.
    await stopBeingPhone(tab, 'handOver');
    if (signal.aborted) return;
    // From here on this tab mirrors: it asks what there is to see.
    post(tab, { type: 'ping' });
    await takePhone(tab, false);
  }
}

/** Holds the lock for as long as this tab is the phone. */
async function bePhone(tab: Tab) {
  const { conductor, show, perform } = tab.parts;
  const { signal } = tab.leaving;
  if (signal.aborted) return;
  tab.isPhone = true;
  show(conductor.store.getState(), false);
  startPhone(tab);
  // Orders from the time without a phone: the tabs before may be gone, and this one may just be starting.
  for (const [orderId, { order }] of tab.unanswered) {
    void perform(order).then((problem) => answer(tab, orderId, problem));
  }
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function startPhone(tab: Tab) {
  const { conductor, log } = tab.parts;
  tab.again = null;
  conductor.start().catch((error: unknown) => {
    log('error', 'phone not started', { problem: problemOf(error), cause: String(error) });
    if (tab.isPhone) tab.again = setTimeout(() => startPhone(tab), startAgainMs + Math.random() * startAgainMs);
  });
}

async function stopBeingPhone(tab: Tab, how: 'end' | 'handOver') {
  if (!tab.isPhone) return;
  tab.isPhone = false;
  if (tab.again !== null) clearTimeout(tab.again);
  await tab.parts.conductor.stop(how);
}

function hurry(tab: Tab) {
  if (!tab.isPhone) return;
  if (tab.again === null) {
    tab.parts.conductor.reconnect();
    return;
  }
  clearTimeout(tab.again);
  startPhone(tab);
}

// What tabs say to each other.

/** Asks the tab that is the phone whether it is awake, where the user sees this one. */
function look(tab: Tab) {
  if (tab.isPhone) {
    hurry(tab);
    return;
  }
  if (document.hidden || tab.silence !== null) return;
  tab.silence = setTimeout(() => {
    tab.silence = null;
    if (!tab.isPhone && !document.hidden) void takePhone(tab, true);
  }, answerWithinMs);
  post(tab, { type: 'ping' });
}

function heard(tab: Tab, message: TabMessage) {
  const { conductor, perform, show, tell } = tab.parts;
  switch (message.type) {
    case 'ping':
      if (tab.isPhone) post(tab, { type: 'state', state: conductor.store.getState() });
      return;
    case 'state':
      if (tab.silence !== null) clearTimeout(tab.silence);
      tab.silence = null;
      if (!tab.isPhone) show(message.state, true);
      return;
    case 'order': {
      const { orderId, order } = message;
      if (tab.isPhone) void perform(order).then((problem) => post(tab, { type: 'done', orderId, problem }));
      return;
    }
    case 'done':
      answer(tab, message.orderId, message.problem);
      return;
    case 'problem':
      if (!document.hidden) tell(message.problem);
  }
}

/** Has the tab that is the phone carry an order out. Nobody answers while the phone changes hands. */
function passOn(tab: Tab, order: Order): Promise<CallProblem | null> {
  const orderId = newId();
  return new Promise((resolve) => {
    tab.unanswered.set(orderId, { order, resolve });
    post(tab, { type: 'order', orderId, order });
    setTimeout(() => {
      if (!tab.unanswered.delete(orderId)) return;
      const { code } = new CallError('OFFLINE');
      tab.parts.tell(code);
      resolve(code);
    }, orderWithinMs);
  });
}

function answer(tab: Tab, orderId: string, problem: CallProblem | null) {
  tab.unanswered.get(orderId)?.resolve(problem);
  tab.unanswered.delete(orderId);
}
