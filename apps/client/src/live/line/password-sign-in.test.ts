import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { passwordSignIn } from './password-sign-in.ts';

const who = { email: 'jonas@tannhorst.example', password: 'vier Woerter am Abend' };

/** A provider that remembers the sign-ins it has begun until they are forgotten; the password `wrong` is refused. */
function provider() {
  const waiting = new Set<string>();
  const begun: string[] = [];
  const signIn = passwordSignIn({
    async begin(returnTo) {
      begun.push(returnTo);
      waiting.add(`s${begun.length}`);
      return `s${begun.length}`;
    },
    async answer(uid, { password }) {
      if (!waiting.has(uid)) throw new ApiError('NOT_FOUND', 'gone');
      if (password === 'wrong') throw new ApiError('WRONG_CREDENTIALS', 'wrong');
      waiting.delete(uid);
      return `/oidc/auth/${uid}`;
    },
  });
  return { signIn, begun, forget: () => waiting.clear() };
}

test('nothing is begun before there is a password, and a wrong password is corrected in the same sign-in', async () => {
  const { signIn, begun } = provider();
  expect(begun).toEqual([]);
  await expect(signIn({ ...who, password: 'wrong' }, '/')).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect(await signIn(who, '/')).toBe('/oidc/auth/s1');
  expect(begun).toEqual(['/']);
});

test('a sign-in that has expired is begun again with the same email and password', async () => {
  const { signIn, begun, forget } = provider();
  await expect(signIn({ ...who, password: 'wrong' }, '/')).rejects.toThrow();
  forget();
  expect(await signIn(who, '/')).toBe('/oidc/auth/s2');
  expect(begun).toHaveLength(2);
});

test('a user who wants to go elsewhere begins another sign-in', async () => {
  const { signIn, begun } = provider();
  await expect(signIn({ ...who, password: 'wrong' }, '/')).rejects.toThrow();
  expect(await signIn(who, '/main/contacts')).toBe('/oidc/auth/s2');
  expect(begun).toEqual(['/', '/main/contacts']);
});

test('a browser that stores no sign-in is told so, and the user is not asked for ever', async () => {
  let begun = 0;
  const signIn = passwordSignIn({
    async begin() {
      begun += 1;
      return 'lost';
    },
    async answer() {
      throw new ApiError('NOT_FOUND', 'gone');
    },
  });
  await expect(signIn(who, '/')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(begun).toBe(1);
});
