import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelog } from '@sidetone/contract/entities/changelog.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../../../../package.json' with { type: 'json' };
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await testApi();
  token = (await signInAs(api.url, (await person(api, { firstName: 'Anna' })).email)).access_token;
});
afterAll(() => api.stop());

const read = (version: string, language: 'de' | 'en') =>
  callRoute(api.url, token, routes.changelog, { params: { version, language } });
const lines = (file: string) =>
  [...readFileSync(join(import.meta.dirname, '../../../../..', file), 'utf8').matchAll(/^- /gm)].length;

test.each([
  ['en', 'CHANGELOG.md'],
  ['de', 'CHANGELOG.de.md'],
] as const)(
  'what is new in the version that runs is told in %s, with nothing left out of %s',
  async (language, file) => {
    const { status, body } = await read(packageJson.version, language);
    const told = changelog.parse(body);
    expect([status, told.language]).toEqual([200, language]);
    expect(told.entries.flatMap(({ changes }) => changes)).toHaveLength(lines(file));
  },
);

test('both languages tell of the same versions, and of the same kinds of changes in the same order', async () => {
  const [en, de] = await Promise.all((['en', 'de'] as const).map((language) => read(packageJson.version, language)));
  const shape = (body: unknown) =>
    changelog.parse(body).entries.map(({ version, date, changes }) => [version, date, changes.map(({ kind }) => kind)]);
  expect(shape(de?.body)).toEqual(shape(en?.body));
});

test('an older version begins with what it brought itself', async () => {
  const { body } = await read('0.1.0', 'en');
  expect(changelog.parse(body).entries.map(({ version }) => version)).toEqual(['0.1.0']);
});

test('of a version that there never was nothing is known, nor of another language', async () => {
  expect((await read('9.9.9', 'en')).status).toBe(404);
  expect((await read(packageJson.version, 'fr' as 'en')).status).toBe(400);
});
