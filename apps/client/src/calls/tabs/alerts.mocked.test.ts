import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { startWords } from '#i18n/language.ts';
import type { CallsState } from '../conductor/stage.ts';
import type { Call } from '../core/call.ts';
import { testCall } from '../core/testing/test-call.ts';
import { followCalls } from './alerts.ts';

const page = { title: 'Inbox', hidden: true, documentElement: {}, querySelector: () => null };
let shown: string[] = [];
let pressed: string[] = [];
/** The notification that is shown, as the service worker has it. */
let notice: { tag: string; title: string; actions: { id: string; title: string }[] } | null = null;
let tell: (event: { data: unknown }) => void = () => {};
const answers = {
  accept: (id: string) => pressed.push(`accept ${id}`),
  decline: (id: string) => pressed.push(`decline ${id}`),
};

beforeEach(async () => {
  shown = [];
  pressed = [];
  notice = null;
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
  return {
    follow: () => followCalls(store, answers),
    now: (...next: readonly Call[]) => store.setState({ calls: next }),
  };
};
const ringing = (id: string, number: string) => testCall({ id, number, direction: 'INCOMING', state: 'Ringing' });

test('the caller is shown in the title and, in a hidden page, in a notification, as long as the call rings', () => {
  const { follow, now } = view();
  const stop = follow();
  now(ringing('a', '11'));
  expect([document.title, shown]).toEqual(['11 is calling · Sidetone', ['11 is calling']]);
  now(testCall({ id: 'a', number: '11', direction: 'INCOMING', state: 'Establishing' }));
  expect([document.title, shown]).toEqual(['Inbox', []]);
  stop();
});

test('a waiting call beside one that runs is notified like any other', () => {
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

test('users who look at the page get no notification', () => {
  page.hidden = false;
  const stop = view(ringing('a', '11')).follow();
  expect([document.title, shown]).toEqual(['11 is calling · Sidetone', []]);
  stop();
  expect(document.title).toBe('Inbox');
});

test('a service worker puts buttons under the notification, and the call is answered by them', () => {
  vi.stubGlobal('navigator', {
    userAgent: 'X11; Linux',
    serviceWorker: {
      controller: {
        postMessage: ({ kind, ...said }: { kind: string }) => {
          notice = kind === 'notify' ? (said as NonNullable<typeof notice>) : null;
        },
      },
      addEventListener: (_: string, listener: typeof tell) => {
        tell = listener;
      },
    },
  });
  const { follow, now } = view();
  const stop = follow();
  now(ringing('a', '11'));
  expect(notice).toMatchObject({
    tag: 'sidetone-call',
    title: '11 is calling',
    actions: [{ id: 'accept' }, { id: 'decline' }],
  });
  tell({ data: { kind: 'of another library' } });
  tell({ data: { kind: 'noticeAnswered', tag: 'sidetone-call', action: 'accept' } });
  expect(pressed).toEqual(['accept a']);

  now(ringing('b', '12'));
  tell({ data: { kind: 'noticeAnswered', tag: 'sidetone-call', action: 'decline' } });
  expect(pressed).toEqual(['accept a', 'decline b']);

  now(ringing('c', '13'));
  now();
  expect(notice).toBeNull();
  tell({ data: { kind: 'noticeAnswered', tag: 'sidetone-call', action: 'accept' } });
  expect(pressed).toEqual(['accept a', 'decline b']);
  stop();
});
