import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beginSignIn,
  browser,
  callRoute,
  password,
  person,
  sendCredentials,
  signInAs,
  type TestApi,
  testApi,
} from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const languageOf = async (userId: string) =>
  (await api.db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst())?.locale;

const signInSpeaking = async (email: string, locale: 'de' | 'en', by: 'chosen' | 'browser') => {
  const at = browser(api.url);
  const { uid } = await beginSignIn(at, api.url);
  const reply = await sendCredentials(at, uid ?? '', { email, password, language: { locale, by } });
  expect(reply.status).toBe(200);
};

test('a user whose language nobody chose reads the language of the browser, each time', async () => {
  const ilse = await person(api, { firstName: 'Ilse', locale: 'de' });
  await signInSpeaking(ilse.email, 'en', 'browser');
  expect(await languageOf(ilse.userId)).toBe('en');
  await signInSpeaking(ilse.email, 'de', 'browser');
  expect(await languageOf(ilse.userId)).toBe('de');
});

test('a language chosen before the sign-in is kept, whatever the next browser asks for', async () => {
  const ines = await person(api, { firstName: 'Ines', locale: 'de' });
  await signInSpeaking(ines.email, 'en', 'chosen');
  await signInSpeaking(ines.email, 'de', 'browser');
  expect(await languageOf(ines.userId)).toBe('en');
  await signInSpeaking(ines.email, 'de', 'chosen');
  expect(await languageOf(ines.userId)).toBe('de');
});

test('a language chosen in the settings is kept, and a wrong password chooses none', async () => {
  const ivo = await person(api, { firstName: 'Ivo', locale: 'en' });
  const { access_token } = await signInAs(api.url, ivo.email);
  await callRoute(api.url, access_token, routes.updateUser, { body: { locale: 'de' } });
  await signInSpeaking(ivo.email, 'en', 'browser');
  expect(await languageOf(ivo.userId)).toBe('de');
  const at = browser(api.url);
  const { uid } = await beginSignIn(at, api.url);
  const guess = { email: ivo.email, password: 'a wrong one', language: { locale: 'en', by: 'chosen' } } as const;
  expect((await sendCredentials(at, uid ?? '', guess)).status).toBe(401);
  expect(await languageOf(ivo.userId)).toBe('de');
});
