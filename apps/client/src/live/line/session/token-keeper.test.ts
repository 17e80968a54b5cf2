import { expect, test } from 'vitest';
import { type StoredToken, tokenKeeper } from './token-keeper.ts';

const refusal = new Error('invalid_grant');

/** What all tabs share: the stored token, the lock, and a provider that accepts each refresh token once. */
function browser(first: StoredToken | null) {
  let stored = first;
  let turn: Promise<unknown> = Promise.resolve();
  const seen = { refreshes: 0, ended: 0 };
  const provider = { answer: (): Promise<string> => Promise.resolve(`fresh ${seen.refreshes}`) };
  const tab = () =>
    tokenKeeper({
      read: async () => stored,
      refresh: async () => {
        seen.refreshes += 1;
        const token = await provider.answer();
        stored = { token, secondsLeft: 600 };
        return token;
      },
      isRefusal: (cause) => cause === refusal,
      alone: (work) => {
        const mine = turn.then(work);
        turn = mine.catch(() => {});
        return mine;
      },
      onEnded: async () => {
        seen.ended += 1;
        stored = null;
      },
    });
  return { tab, seen, provider };
}

test('a token with time left is used as it is', async () => {
  const { tab, seen } = browser({ token: 'good', secondsLeft: 300 });
  expect(await tab().accessToken()).toBe('good');
  expect(seen.refreshes).toBe(0);
});

test('a token about to expire is renewed once for all callers', async () => {
  const { tab, seen } = browser({ token: 'old', secondsLeft: 5 });
  const here = tab();
  expect(await Promise.all([here.accessToken(), here.accessToken(), here.accessToken()])).toEqual(
    Array(3).fill('fresh 1'),
  );
  expect(seen.refreshes).toBe(1);
});

test('two tabs renew once: the second one takes the token of the first', async () => {
  const { tab, seen } = browser({ token: 'old', secondsLeft: 5 });
  const [a, b] = [tab(), tab()];
  expect(await Promise.all([a.accessToken(), b.accessToken()])).toEqual(['fresh 1', 'fresh 1']);
  expect(seen.refreshes).toBe(1);
});

test('a token that the server refused is renewed although it had time left', async () => {
  const { tab } = browser({ token: 'revoked', secondsLeft: 300 });
  expect(await tab().renewToken()).toBe('fresh 1');
});

test('a refusal ends the session for all tabs', async () => {
  const { tab, seen, provider } = browser({ token: 'old', secondsLeft: 5 });
  provider.answer = () => Promise.reject(refusal);
  await expect(tab().accessToken()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  await expect(tab().accessToken()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(seen.ended).toBe(1);
});

test('VAL-031: a provider that cannot be reached ends no session, and the old token is kept', async () => {
  const { tab, seen, provider } = browser({ token: 'old', secondsLeft: 5 });
  const here = tab();
  provider.answer = () => Promise.reject(new TypeError('failed to fetch'));
  expect(await here.accessToken()).toBe('old');
  await expect(here.renewToken()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(seen.ended).toBe(0);
  provider.answer = () => Promise.resolve('later');
  expect(await here.accessToken()).toBe('later');
});
