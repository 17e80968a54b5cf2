import { expect, test } from 'vitest';
import { type Follower, inOrder, type Life } from './followers.ts';
import type { RunningCall } from './running-call.ts';

const running = {} as RunningCall;

/** Says what it hears, and takes what it is told to. */
const follower = (name: string, heard: string[], takes: readonly string[] = []): Required<Follower> => ({
  fact(_running, { type }) {
    heard.push(`${name} ${type}`);
    return takes.includes(type);
  },
  mediaFact({ type }) {
    heard.push(`${name} ${type}`);
    return takes.includes(type);
  },
  changed: () => void heard.push(`${name} changed`),
  takeUp: ({ seen }) => void heard.push(`${name} takes up ${seen.length}`),
});

test('facts go down the list until somebody takes them, and changes to all', () => {
  const heard: string[] = [];
  const all = inOrder([
    follower('one', heard),
    {},
    follower('two', heard, ['ended', 'lost']),
    follower('three', heard),
  ]);
  expect(all.fact(running, { type: 'ended', legId: 'l' })).toBe(true);
  expect(all.fact(running, { type: 'mediaFailed', legId: 'l' })).toBe(false);
  expect(all.mediaFact({ type: 'lost' })).toBe(true);
  all.changed(running);
  expect(heard).toEqual([
    'one ended',
    'two ended',
    'one mediaFailed',
    'two mediaFailed',
    'three mediaFailed',
    'one lost',
    'two lost',
    'one changed',
    'two changed',
    'three changed',
  ]);
});

test('each has taken up every call of an earlier life before the next one begins', () => {
  const heard: string[] = [];
  const life = (users: number) => ({ running, seen: Array.from({ length: users }) }) as unknown as Life;
  inOrder([follower('one', heard), follower('two', heard)]).takeUp([life(1), life(2)]);
  expect(heard).toEqual(['one takes up 1', 'one takes up 2', 'two takes up 1', 'two takes up 2']);
});
