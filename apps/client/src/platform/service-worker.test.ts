import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../public/service-worker-notifications.js'), 'utf8');

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly data: { page: string };
  close(): void;
}

/** A service worker in memory with its pages. */
function worker(...pages: string[]) {
  const listeners = new Map<string, (event: object) => void>();
  const done: Promise<unknown>[] = [];
  let shown: Shown[] = [];
  const told: string[] = [];
  runInNewContext(source, {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) => {
        const one: Shown = {
          title,
          ...options,
          close: () => {
            shown = shown.filter((other) => other !== one);
          },
        };
        shown = [...shown.filter(({ tag }) => tag !== one.tag), one];
      },
      getNotifications: async ({ tag }: { tag: string }) => shown.filter((one) => one.tag === tag),
    },
    clients: {
      get: async (id: string) =>
        pages.includes(id)
          ? {
              postMessage: ({ tag, action }: { tag: string; action: string | null }) =>
                told.push(`${id}: ${tag} ${action}`),
              focus: async () => told.push(`${id} in front`),
            }
          : undefined,
      openWindow: async (address: string) => told.push(`opened ${address}`),
    },
  });
  const fire = async (name: string, event: object) => {
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) });
    await Promise.all(done.splice(0));
  };
  return {
    told,
    shown: () => shown.map(({ title }) => title),
    say: (page: string, data: object) => fire('message', { data, source: { id: page } }),
    press: (action: string) => fire('notificationclick', { notification: shown[0], action }),
  };
}

const notify = (title: string) => ({ kind: 'notify', tag: 'call', title, body: '', actions: [] });

test('a press is reported to the page that ordered the notification, which comes to the front', async () => {
  const { say, press, told, shown } = worker('one', 'two');
  await say('one', notify('Jonas'));
  await say('two', notify('Jonas, told by two'));
  expect(shown()).toEqual(['Jonas, told by two']);
  await press('accept');
  expect([told, shown()]).toEqual([['two: call accept', 'two in front'], []]);
});

test('a user who declines stays where they are', async () => {
  const { say, press, told } = worker('one');
  await say('one', notify('Jonas'));
  await press('decline');
  expect(told).toEqual(['one: call decline']);
});

test('a press beside the buttons brings the page to the front', async () => {
  const { say, press, told } = worker('one');
  await say('one', notify('Jonas'));
  await press('');
  expect(told).toEqual(['one: call null', 'one in front']);
});

test('where the page is gone the app is opened, unless the call was declined', async () => {
  const { say, press, told } = worker();
  await say('gone', notify('Jonas'));
  await press('accept');
  await say('gone', notify('Jonas'));
  await press('decline');
  expect(told).toEqual(['opened /']);
});

test('a page withdraws its own notification and no other', async () => {
  const { say, shown } = worker('one', 'two');
  await say('one', notify('Jonas'));
  await say('two', { kind: 'closeNotice', tag: 'call' });
  expect(shown()).toEqual(['Jonas']);
  await say('one', { kind: 'closeNotice', tag: 'call' });
  expect(shown()).toEqual([]);
});

test('messages of other code to the worker are ignored', async () => {
  const { say, shown } = worker('one');
  await say('one', { type: 'SKIP_WAITING' });
  expect(shown()).toEqual([]);
});
