import { beforeEach, expect, test } from 'vitest';
import { rememberedCredentials } from './remembered-credentials.ts';

const anna = { endpointId: 'e1', userId: 'wanna', accountId: 's1', ha1: 'of anna' };
const ben = { endpointId: 'e2', userId: 'wben', accountId: 's1', ha1: 'of ben' };
const stranger = { endpointId: 'e3', userId: 'wzoe', accountId: 's2', ha1: 'of zoe' };

let known: ReturnType<typeof rememberedCredentials<typeof anna>>;
let change: (...topics: string[]) => void;
let gap: () => void;
/** Runs while something is read. */
let meanwhile: () => void;

beforeEach(async () => {
  meanwhile = () => {};
  const feed = {
    onChange(listener: (topics: readonly string[]) => void) {
      change = (...topics) => listener(topics);
      return () => (change = () => {});
    },
    onGap(listener: () => void) {
      gap = listener;
      return () => (gap = () => {});
    },
  };
  const stored: Record<string, (typeof anna)[]> = { anna: [anna], ben: [ben], zoe: [stranger] };
  known = rememberedCredentials(
    {
      async bySipUsername(username) {
        meanwhile();
        return stored[username] ?? [];
      },
    },
    feed,
  );
  for (const name of ['anna', 'ben', 'zoe']) await known.bySipUsername(name);
});

const left = () => ['anna', 'ben', 'zoe'].filter((name) => known.remembered(name).length > 0);

test('what was read is remembered, and nothing of unknown names', async () => {
  expect(known.remembered('anna')).toEqual([anna]);
  await known.bySipUsername('nobody');
  expect(known.remembered('nobody')).toEqual([]);
});

test.for([
  [
    'a device that is removed, or whose password is withdrawn',
    ['endpoints id=e1', 'endpoints account_id=s0'],
    ['ben', 'zoe'],
  ],
  ['a sign-in that ended', ['endpoints sign_in_of=e2'], ['anna', 'zoe']],
  ['a user who is changed', ['users id=wanna', 'users account_id=s1'], ['ben', 'zoe']],
  ['devices of a company', ['endpoints account_id=s1'], ['zoe']],
  ['nothing of it', ['channels account_id=s1', 'registrations user_id=wanna'], ['anna', 'ben', 'zoe']],
] as const)('a change makes old what it concerns: %s', ([, topics, still]) => {
  change(...topics);
  expect(left()).toEqual(still);
});

test('after a gap nothing is remembered', () => {
  gap();
  expect(left()).toEqual([]);
});

test('what changes while it is read is not remembered', async () => {
  meanwhile = () => change('endpoints id=e1');
  expect(await known.bySipUsername('anna')).toEqual([anna]);
  expect(left()).toEqual(['ben', 'zoe']);
});
