import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetStoredUser, isUserKey, secondsLeft, storedUser } from './stored-user.ts';

const kept = new Map<string, string>();
const key = 'sidetone.user:https://sidetone.example/oidc:sidetone-web';

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('location', { origin: 'https://sidetone.example' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser in which this is stored for any name that the app has at the provider. */
function store(text: string): void {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => (isUserKey(name) ? text : null),
    removeItem: (name: string) => void kept.set(name, 'removed'),
  });
}

test('a sign-in is read as the library of sign-ins stores it, and says how long its token is valid', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_000_400);
  store(JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_at: 1_060, profile: { sub: 'anna' } }));
  const user = storedUser();
  expect(user).toMatchObject({ access_token: 'a', profile: { sub: 'anna' } });
  expect(user && secondsLeft(user)).toBe(60);
});

test.each(['', 'null', '{', '{"access_token": 7}', '[]'])('what cannot be read, such as %s, is nobody', (text) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  store(text);
  expect(storedUser()).toBeNull();
  expect(warned).toHaveBeenCalledOnce();
});

test('a sign-in that is forgotten is removed, and others follow its key', () => {
  store('{}');
  forgetStoredUser();
  expect([...kept.keys()].every(isUserKey)).toBe(true);
  expect([kept.size, isUserKey(key), isUserKey(null), isUserKey('sidetone.language')]).toEqual([1, true, true, false]);
});
