import { routes } from '@sidetone/contract/http/routes.ts';
import { aiPrivacyVersion } from '@sidetone/contract/rules/ai/ai-features.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { readFlags } from './chosen-flags.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

type OwnFeature = 'hasCustomWords' | 'hasCallSummary' | 'hasCallHeadline' | 'hasCallActionItems' | 'hasCallSmallTalk';

const somebody = async (flags: object = {}, more: { admin?: boolean; accountId?: string } = {}) => {
  const made = await person(api, { firstName: more.accountId === undefined ? 'Anna' : 'Ben', ...more });
  await api.db
    .updateTable('accounts')
    .set({ flags: JSON.stringify(flags) })
    .where('id', '=', made.accountId)
    .execute();
  const token = (await signInAs(api.url, made.email)).access_token;
  const acceptedPrivacyVersion = aiPrivacyVersion;
  return {
    ...made,
    token,
    turns: (flag: OwnFeature, on: boolean, agreed = {}) =>
      callRoute(api.url, token, routes.switchAiFeature, { params: { flag }, body: { on, ...agreed } }),
    agrees: (flag: OwnFeature) =>
      callRoute(api.url, token, routes.switchAiFeature, {
        params: { flag },
        body: { on: true, acceptedPrivacyVersion },
      }),
    patches: (body: object) => callRoute(api.url, token, routes.updateLabFlags, { body }),
    records: (body: object) => callRoute(api.url, token, routes.updateUser, { body }),
    flags: async () => (await readFlags(api.db, made.userId))?.flags,
    settings: async () =>
      (await api.db.selectFrom('users').select('settings').where('id', '=', made.userId).executeTakeFirstOrThrow())
        .settings,
  };
};

test('SAI-013, SAI-014: the first feature needs the user’s agreement, which is kept, and switches transcription on', async () => {
  const anna = await somebody();
  expect((await anna.turns('hasCallSummary', true)).status).toBe(409);
  expect((await anna.turns('hasCallSummary', true, { acceptedPrivacyVersion: aiPrivacyVersion + 1 })).status).toBe(409);
  expect(await anna.flags()).toMatchObject({ hasCallSummary: false, hasCallTranscription: false });
  const { status, body } = await anna.agrees('hasCallSummary');
  expect(status).toBe(200);
  expect(body).toMatchObject({ hasCallSummary: true, hasCallTranscription: true, hasCallHeadline: false });
  const kept = await anna.settings();
  expect(kept).toMatchObject({ hasCallSummary: true, hasCallTranscription: true, aiPrivacyVersion });
  expect(Math.abs(Date.parse(String(kept['aiPrivacyAcceptedAt'])) - Date.now())).toBeLessThan(60_000);
  // The next one no longer asks.
  expect((await anna.turns('hasCallHeadline', true)).body).toMatchObject({ hasCallHeadline: true });
});

test('SAI-011, SAI-015: what needs the summary waits for it', async () => {
  const anna = await somebody();
  expect((await anna.agrees('hasCallActionItems')).status).toBe(409);
  await anna.agrees('hasCallSummary');
  expect((await anna.turns('hasCallActionItems', true)).status).toBe(200);
});

test('SAI-016, SAI-018: what depends goes off too, and transcription with the last feature', async () => {
  const anna = await somebody();
  await anna.agrees('hasCallSummary');
  await anna.turns('hasCallActionItems', true);
  await anna.turns('hasCallHeadline', true);
  expect((await anna.turns('hasCallSummary', false)).body).toMatchObject({
    hasCallSummary: false,
    hasCallActionItems: false,
    hasCallHeadline: true,
    hasCallTranscription: true,
  });
  expect((await anna.turns('hasCallHeadline', false)).body).toMatchObject({
    hasCallHeadline: false,
    hasCallTranscription: false,
  });
});

test('a user’s own choice counts, else the account’s, and goes back with nobody else’s', async () => {
  const anna = await somebody({ hasCallTranscription: true, hasCallSummary: true });
  const ben = await somebody({ hasCallTranscription: true, hasCallSummary: true }, { accountId: anna.accountId });
  expect(await anna.flags()).toMatchObject({ hasCallSummary: true, hasCallTranscription: true });
  await anna.turns('hasCallSummary', false);
  expect(await anna.flags()).toMatchObject({ hasCallSummary: false, hasCallTranscription: false });
  expect(await ben.flags()).toMatchObject({ hasCallSummary: true, hasCallTranscription: true });
});

test('two switches at the same time leave nothing on without what it needs', async () => {
  const anna = await somebody();
  await anna.agrees('hasCallSummary');
  for (let round = 0; round < 5; round++) {
    await Promise.all([anna.turns('hasCallActionItems', true), anna.turns('hasCallSummary', false)]);
    const found = await anna.flags();
    expect(found?.hasCallActionItems && !found.hasCallSummary).toBe(false);
    await anna.agrees('hasCallSummary');
  }
});

test('SAI-007 to -012: flags that are changed one by one keep to the same rules', async () => {
  const anna = await somebody();
  expect((await anna.patches({ hasCallSmallTalk: true })).status).toBe(409);
  await anna.agrees('hasCallSummary');
  expect((await anna.patches({ hasCallSmallTalk: true, hasCallActionItems: true })).status).toBe(200);
  await anna.records({ hasCallSummary: false });
  expect(await anna.flags()).toMatchObject({ hasCallActionItems: false, hasCallSmallTalk: true });
  await anna.records({ hasCallTranscription: false });
  expect(await anna.flags()).toMatchObject({ hasCallSmallTalk: false, hasCallTranscription: false });
});

test('SAI-013, SAI-014: the record switches transcription on only with the user’s agreement too, which is kept', async () => {
  const anna = await somebody();
  const both = { hasCallTranscription: true, hasCallSummary: true };
  for (const body of [both, { hasCallTranscription: true }, { hasCallSummary: true }]) {
    expect((await anna.records(body)).status, JSON.stringify(body)).toBe(409);
    const earlier = { ...body, acceptedPrivacyVersion: aiPrivacyVersion + 1 };
    expect((await anna.records(earlier)).status, JSON.stringify(earlier)).toBe(409);
  }
  expect((await anna.records({ hasCallSummary: true, acceptedPrivacyVersion: aiPrivacyVersion })).status).toBe(409);
  expect(await anna.settings()).not.toHaveProperty('aiPrivacyVersion');
  expect(await anna.flags()).toMatchObject({ hasCallSummary: false, hasCallTranscription: false });
  expect((await anna.records({ ...both, acceptedPrivacyVersion: aiPrivacyVersion })).status).toBe(200);
  expect(await anna.flags()).toMatchObject(both);
  const kept = await anna.settings();
  expect(kept).toMatchObject({ ...both, aiPrivacyVersion });
  expect(kept).not.toHaveProperty('acceptedPrivacyVersion');
  expect(Math.abs(Date.parse(String(kept['aiPrivacyAcceptedAt'])) - Date.now())).toBeLessThan(60_000);
  // What is on already needs no other agreement.
  expect((await anna.records({ ...both, isDnd: true })).status).toBe(200);
});

test('SPERM-010: without the permission nobody switches AI features', async () => {
  const anna = await somebody();
  await api.db
    .updateTable('users')
    .set({ grants: ['CONTACT_READ'] })
    .where('id', '=', anna.userId)
    .execute();
  expect((await anna.agrees('hasCallSummary')).status).toBe(403);
  const agreed = { acceptedPrivacyVersion: aiPrivacyVersion };
  expect((await anna.records({ hasCallTranscription: true, ...agreed })).status).toBe(403);
  await api.db
    .updateTable('users')
    .set({ settings: JSON.stringify({ hasCallTranscription: true }) })
    .where('id', '=', anna.userId)
    .execute();
  expect((await anna.patches({ hasCallHeadline: true })).status).toBe(403);
  expect((await anna.records({ hasCallSummary: true })).status).toBe(403);
  expect((await anna.patches({ hasStatistics: true })).status).toBe(200);
});

test('SAI-010: custom words are for everyone, and switch transcription on', async () => {
  const anna = await somebody();
  expect((await anna.turns('hasCustomWords', true)).status).toBe(409);
  expect((await anna.agrees('hasCustomWords')).body).toMatchObject({
    hasCustomWords: true,
    hasCallTranscription: true,
  });
  expect((await anna.turns('hasCustomWords', false)).body).toMatchObject({
    hasCustomWords: false,
    hasCallTranscription: false,
  });
});

test('an account without AI has nothing to switch on, and everything to switch off', async () => {
  const anna = await somebody({ hasAiDisabled: true, hasCallTranscription: true, hasCallHeadline: true });
  expect((await anna.agrees('hasCallSummary')).status).toBe(409);
  expect((await anna.records({ hasCallSummary: true })).status).toBe(409);
  expect((await anna.patches({ hasCallSmallTalk: true })).status).toBe(409);
  expect((await anna.turns('hasCallHeadline', false)).body).toMatchObject({ hasCallHeadline: false });
});

test('SAPI-051, SAI-023: an administrator changes which provider the account prefers, and nobody else does', async () => {
  const ada = await somebody({}, { admin: true });
  const ulf = await somebody({}, { accountId: ada.accountId });
  const other = await somebody({}, { admin: true });
  const change = (token: string, body: object) =>
    callRoute(api.url, token, routes.changeAccountFlags, {
      params: { accountId: ada.accountId },
      body: body as { hasWebhook: boolean },
    });
  const mistral = { hasAiProviderPreferenceMistral: true };
  expect((await change(ulf.token, mistral)).status).toBe(403);
  expect((await change(other.token, mistral)).status).toBe(404);
  expect((await change(ada.token, { ...mistral, hasWebhook: true })).status).toBe(400);
  expect((await change(ada.token, { hasNeoPbx: true })).status).toBe(400);
  expect((await change(ada.token, mistral)).body).toMatchObject(mistral);
  expect(await ulf.flags()).toMatchObject(mistral);
  await change(ada.token, mistral);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'detail'])
    .where('account_id', '=', ada.accountId)
    .where('action', '=', 'account.flagsChanged')
    .execute();
  const detail = { hasAiProviderPreferenceMistral: { from: false, to: true } };
  expect(lines).toEqual([{ actor_user_id: ada.userId, detail }]);
});

test('SAI-012: an administrator switches the webhook on who has their own calls written down, and in no account without AI', async () => {
  const ada = await somebody({}, { admin: true });
  const turns = (by: { token: string; accountId: string }, hasWebhook: boolean) =>
    callRoute(api.url, by.token, routes.changeAccountFlags, {
      params: { accountId: by.accountId },
      body: { hasWebhook },
    });
  expect((await turns(ada, true)).status).toBe(409);
  await ada.agrees('hasCallHeadline');
  expect((await turns(ada, true)).body).toMatchObject({ hasWebhook: true });
  await ada.turns('hasCallHeadline', false);
  expect(await ada.flags()).toMatchObject({ hasWebhook: true, hasCallTranscription: false });
  expect((await turns(ada, false)).body).toMatchObject({ hasWebhook: false });
  // In Labs they agree first, and the transcription alone is switched on.
  expect((await ada.records({ hasCallTranscription: true, acceptedPrivacyVersion: aiPrivacyVersion })).status).toBe(
    200,
  );
  expect((await turns(ada, true)).body).toMatchObject({ hasWebhook: true });
  expect(await ada.flags()).toMatchObject({ hasCallTranscription: true, hasCallHeadline: false });
  const eve = await somebody({ hasAiDisabled: true, hasCallTranscription: true }, { admin: true });
  expect((await turns(eve, true)).status).toBe(409);
});
