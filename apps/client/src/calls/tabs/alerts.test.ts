import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { startWords } from '#i18n/language.ts';
import type { CallsState } from '../conductor/stage.ts';
import type { Call } from '../core/call.ts';
import { testCall } from '../core/testing/test-call.ts';
import { followCalls } from './alerts.ts';

const page = { title: 'Inbox', hidden: true, documentElement: {}, querySelector: () => null };
let shown: string[] = [];

beforeEach(async () => {
  shown = [];
  Object.assign(page, { title: 'Inbox', hidden: true });
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted';
      readonly title: string;
      constructor(title: string) {
        this.title = title;
        shown = [...shown, title];
      }
      close() {
        shown = shown.filter((title) => title !== this.title);
      }
    },
  );
  await startWords('en');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const view = (...calls: readonly Call[]) => {
  const store = createStore<CallsState>()(() => ({
    calls,
    transfer: null,
    line: { status: 'REGISTERED', reconnect: 'none' },
  }));
  return { follow: () => followCalls(store), now: (...next: readonly Call[]) => store.setState({ calls: next }) };
};
const ringing = (id: string, number: string) => testCall({ id, number, direction: 'INCOMING', state: 'Ringing' });

test('who calls stands in the title and, out of sight, in a notification, until it rings no more', () => {
  const { follow, now } = view();
  const stop = follow();
  now(ringing('a', '11'));
  expect([document.title, shown]).toEqual(['11 is calling · Sidetone', ['11 is calling']]);
  now(testCall({ id: 'a', number: '11', direction: 'INCOMING', state: 'Establishing' }));
  expect([document.title, shown]).toEqual(['Inbox', []]);
  stop();
});

test('a call that waits beside one that runs is told like any other', () => {
  const runs = testCall({ id: 'a', number: '11', state: 'Established' });
  const { follow, now } = view(runs);
  const stop = follow();
  expect(document.title).toBe('Inbox');
  now(runs, ringing('b', '12'));
  expect([document.title, shown]).toEqual(['12 is calling · Sidetone', ['12 is calling']]);
  now(runs, ringing('c', '13'));
  expect([document.title, shown]).toEqual(['13 is calling · Sidetone', ['13 is calling']]);
  now(runs);
  expect([document.title, shown]).toEqual(['Inbox', []]);
  stop();
});

test('who looks at the page needs no notification', () => {
  page.hidden = false;
  const stop = view(ringing('a', '11')).follow();
  expect([document.title, shown]).toEqual(['11 is calling · Sidetone', []]);
  stop();
  expect(document.title).toBe('Inbox');
});
