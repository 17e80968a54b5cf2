import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { readFlags } from './chosen-flags.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const somebody = async (flags: object = {}) => {
  const made = await person(api, { firstName: 'Anna' });
  await api.db
    .updateTable('accounts')
    .set({ flags: JSON.stringify(flags) })
    .where('id', '=', made.accountId)
    .execute();
  const token = (await signInAs(api.url, made.email)).access_token;
  return {
    switches: (body: object) => callRoute(api.url, token, routes.updateLabFlags, { body }),
    flags: async () => (await readFlags(api.db, made.userId))?.flags,
  };
};

test('a user’s own switch overrides the account, one flag at a time', async () => {
  const anna = await somebody({ hasCallbackList: true, hasNeoPbx: true });
  const off = { hasCallbackList: false };
  expect((await anna.switches(off)).body).toMatchObject({ ...off, hasNeoPbx: true });
  expect((await anna.switches({ hasStatistics: true })).body).toMatchObject({ ...off, hasStatistics: true });
  expect(await anna.flags()).toMatchObject({ ...off, hasStatistics: true, hasCustomWords: false });
});

test('two changes at the same time both stay', async () => {
  const anna = await somebody();
  await Promise.all([anna.switches({ hasCallbackList: true }), anna.switches({ hasStatistics: true })]);
  expect(await anna.flags()).toMatchObject({ hasCallbackList: true, hasStatistics: true });
});

test('nobody makes their account another one', async () => {
  const anna = await somebody();
  for (const body of [{ isTestAccount: true }, { hasNeoPbx: true }, {}, { hasStatistics: 1 }, { hasWebhook: true }]) {
    expect((await anna.switches(body)).status).toBe(400);
  }
  expect(await anna.flags()).toMatchObject({ isTestAccount: false, hasNeoPbx: false });
});

test('flags for test accounts are on there alone, and off everywhere else', async () => {
  const anna = await somebody({ hasAiInsightsChat: true });
  expect((await anna.switches({ hasAiInsightsChat: true })).status).toBe(403);
  expect((await anna.switches({ hasAiInsightsChat: false })).body).toMatchObject({ hasAiInsightsChat: false });
  const tester = await somebody({ isTestAccount: true });
  expect((await tester.switches({ hasAiInsightsChat: true })).body).toMatchObject({ hasAiInsightsChat: true });
});
