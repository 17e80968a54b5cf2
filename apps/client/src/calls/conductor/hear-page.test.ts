import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Call } from '../core/call.ts';
import { testCall } from '../core/testing/test-call.ts';
import { hearPage } from './hear-page.ts';
import type { Parts } from './parts.ts';
import type { CallsState } from './stage.ts';
import { settle } from './testing/desk.ts';

const stream = {} as MediaStream;
const call = (state: Call['state'], direction: Call['direction'] = 'INCOMING') => testCall({ state, direction });

/** A page that comes to an app with these calls. */
async function comes(like: { calls?: Call[]; dnd?: boolean; takes?: boolean | 'fails'; isOver?: boolean } = {}) {
  const { calls = [], dnd = false, takes = true, isOver = false } = like;
  const seen: string[] = [];
  const gone = Promise.withResolvers<void>();
  const store = createStore<CallsState>()(() => ({
    calls,
    line: { status: 'REGISTERED', reconnect: 'none' },
    transfer: null,
  }));
  const takesPages = async () => {
    if (takes === 'fails') throw new Error('no words');
    if (!takes) return null;
    return (name: string | null, stop: () => void) => {
      seen.push(`told ${name}`);
      stopped = stop;
      return () => seen.push('untold');
    };
  };
  let stopped = () => {};
  const parts = {
    surroundings: { isDnd: () => dnd, takesPages },
    sounds: { playRemote: () => seen.push('plays'), stopRemote: () => seen.push('quiet') },
    log: () => {},
  } as unknown as Parts;
  const done = hearPage(parts, store, {
    sessionId: 's1',
    displayName: 'Shop: Tom',
    number: '14',
    hear: async () => (isOver ? null : stream),
    refuse: () => seen.push('refused'),
    leave() {
      seen.push('left');
      gone.resolve();
    },
    over: gone.promise,
  });
  await settle();
  return { seen, store, done, end: () => gone.resolve(), stop: () => stopped() };
}

test('a page is heard with a word about whose it is, until it is over', async () => {
  const { seen, end, done } = await comes();
  expect(seen).toEqual(['plays', 'told Shop: Tom']);
  end();
  await done;
  expect(seen.slice(2)).toEqual(['untold', 'quiet']);
});

test('a user who does not want to listen leaves it', async () => {
  const { seen, stop, done } = await comes();
  stop();
  await done;
  expect(seen.slice(2)).toEqual(['left', 'untold', 'quiet']);
});

test.each([
  ['during a call', { calls: [call('Established')] }],
  ['while a call rings', { calls: [call('Ringing')] }],
  ['with "Do not disturb"', { dnd: true }],
  ['where the user does not allow it', { takes: false }],
  ['where the words do not come', { takes: 'fails' as const }],
])('it is refused %s, and nothing is played', async (_when, like) => {
  expect((await comes(like)).seen).toEqual(['refused']);
});

test('a page that was over before it was answered is not shown', async () => {
  expect((await comes({ isOver: true })).seen).toEqual([]);
});

test('a call that rings does not end it, one that is taken or made does', async () => {
  for (const taken of [call('Establishing'), call('Initial', 'OUTGOING')]) {
    const { seen, store, done } = await comes();
    store.setState({ calls: [call('Ringing')] });
    expect(seen).not.toContain('left');
    store.setState({ calls: [taken] });
    await done;
    expect(seen).toContain('left');
  }
});
