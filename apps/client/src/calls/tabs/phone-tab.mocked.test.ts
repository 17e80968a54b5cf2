import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Order, orderOf, perform } from '../commands.ts';
import { createConductor } from '../conductor/conductor.ts';
import type { CallsState } from '../conductor/stage.ts';
import { createFakeExchange, type FakeExchange } from '../engine/fake/fake-exchange.ts';
import { handClock } from '../testing/hand-clock.ts';
import { joinTabs, type Tabs } from './phone-tab.ts';

interface Tab {
  readonly tabs: Tabs;
  shown(): { state: CallsState; elsewhere: boolean } | null;
  readonly problems: string[];
}

let open: Tab[] = [];
let exchange: FakeExchange;

beforeEach(() => {
  exchange = createFakeExchange();
  // Node has locks and channels; a page also has a document and events of its window.
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('addEventListener', () => {});
});

afterEach(async () => {
  for (const tab of open) tab.tabs.leave();
  open = [];
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
  vi.unstubAllGlobals();
});

/** A tab of the same browser. All ring the same number; only the one that is the phone is on duty. */
function openTab(): Tab {
  let shown: { state: CallsState; elsewhere: boolean } | null = null;
  const problems: string[] = [];
  const conductor = createConductor({
    engine: exchange.phone('11'),
    clock: handClock(),
    sounds: {
      ring() {},
      waitingTone() {},
      busyTone() {},
      quiet() {},
      playRemote() {},
      watchLocal() {},
      follow() {},
      stopRemote: () => null,
    },
    surroundings: {
      ground: () => ({ place: { country: 'DE', areaCode: '40' }, ownNumbers: ['11'] }),
      isDnd: () => false,
      isOnline: () => true,
      channel: () => null,
      hasNeoPbx: () => true,
      findRemote: async () => null,
      channelName: () => null,
      callWaiting: () => false,
      skipRecordingConsent: () => true,
      rememberConsent: async () => {},
      missingDevice: () => null,
      checkHangingCall: async () => {},
      addStatistics: async () => {},
      addFailedDial: async () => {},
    },
    report: (problem) => problems.push(problem),
    log: () => {},
    newSessionId: () => crypto.randomUUID(),
  });
  const tabs = joinTabs({
    conductor,
    perform: async (order: Order) => {
      await perform(conductor, order);
      return null;
    },
    show: (state, elsewhere) => {
      shown = { state, elsewhere };
    },
    tell: (problem) => problems.push(problem),
    log: () => {},
  });
  const tab: Tab = { tabs, shown: () => shown, problems };
  open.push(tab);
  return tab;
}

const registered = (tab: Tab) => vi.waitFor(() => expect(tab.shown()?.state.line.status).toBe('REGISTERED'));

test('the first tab is the phone, and the second shows and controls its call', async () => {
  const first = openTab();
  await registered(first);
  const second = openTab();
  await registered(second);
  expect([first.shown()?.elsewhere, second.shown()?.elsewhere]).toEqual([false, true]);

  const caller = exchange.callFromOutside('11', { number: '+493023125410' });
  await vi.waitFor(() => expect(second.shown()?.state.calls[0]?.state).toBe('Ringing'));
  const id = second.shown()?.state.calls[0]?.id ?? '';
  expect(await second.tabs.order(orderOf('accept', id))).toBeNull();
  await vi.waitFor(() => expect(first.shown()?.state.calls[0]?.state).toBe('Established'));
  await second.tabs.order(orderOf('toggleMute', id));
  expect(first.shown()?.state.calls[0]?.mute).toBe('USER');
  expect(caller.heard).toEqual(['180', '200']);
});

test('the next tab becomes the phone when the one that was closes', async () => {
  const first = openTab();
  await registered(first);
  const second = openTab();
  await registered(second);
  first.tabs.leave();
  await vi.waitFor(() => expect(second.shown()?.elsewhere).toBe(false));
});
