import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstParking } from '@sidetone/contract/entities/call-settings.ts';
import { firstPauseReasons } from '@sidetone/contract/entities/pause.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { aiPrivacyVersion } from '@sidetone/contract/rules/ai/ai-features.ts';
import { wavHeader } from '@sidetone/wav/wav.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { holdMusicFolder } from './hold-music.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
let api: TestApi;
let admin: Awaited<ReturnType<typeof member>>;
let user: typeof admin;

const member = async (firstName: string, about: { admin?: boolean; accountId?: string } = {}) => {
  const made = await person(api, { firstName, ...about });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({}), port: 0, dataDir } });
  admin = await member('Ada', { admin: true });
  user = await member('Ulf', { accountId: admin.accountId });
});
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const change = (body: object, who = admin) => callRoute(api.url, who.token, routes.updateCallSettings, { body });
const wav = ({ seconds = 1, sampleRate = 16_000, channels = 1 } = {}) => {
  const sound = Buffer.alloc(Math.round(seconds * sampleRate) * channels * 2);
  return Buffer.concat([wavHeader({ sampleRate, channels }, sound.length), sound]);
};
const upload = (file: Buffer | string, contentType = 'audio/wav', who = admin) =>
  fetch(`${api.url}/api/account/hold-music`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': contentType },
    body: file,
  });

test('a user is no longer reminded of consent once they said so', async () => {
  const { body } = await callRoute(api.url, user.token, routes.updateUser, { body: { skipRecordingConsent: true } });
  expect(body.skipRecordingConsent).toBe(true);
  const row = await api.db
    .selectFrom('users')
    .select('skip_recording_consent')
    .where('id', '=', user.userId)
    .executeTakeFirst();
  expect(row).toEqual({ skip_recording_consent: true });
});

test('a user changes each thing of their own record for itself', async () => {
  const changes = {
    turnPhonesOfflineOnDisconnect: true,
    isDnd: true,
    loggedCallDuration: 45,
    defaultCallLoggingEntityTypes: { CRM: ['deals'] },
    acknowledgedSharedInboxAt: '2026-11-22T10:00:00.000Z',
    skipRecordingConsent: false,
  };
  for (const [name, value] of Object.entries(changes)) {
    const { status, body } = await callRoute(api.url, user.token, routes.updateUser, { body: { [name]: value } });
    expect([status, body[name as keyof typeof body]], name).toEqual([200, value]);
  }
  // Each needs the one before. SAI-013
  for (const ai of [
    { hasCallTranscription: true, acceptedPrivacyVersion: aiPrivacyVersion },
    { hasCallSummary: true },
  ]) {
    expect((await callRoute(api.url, user.token, routes.updateUser, { body: ai })).status).toBe(200);
  }
  const { body } = await callRoute(api.url, user.token, routes.updateUser, { body: { loggedCallDuration: 0 } });
  const all = { ...changes, hasCallTranscription: true, hasCallSummary: true, loggedCallDuration: 0 };
  expect(body).toMatchObject(all);
  for (const nonsense of [{ loggedCallDuration: -1 }, { isDnd: 'yes' }, {}]) {
    const refused = await callRoute(api.url, user.token, routes.updateUser, { body: nonsense as never });
    expect(refused.status, JSON.stringify(nonsense)).toBe(400);
  }
});

test('what is logged of calls is kept whatever letters are in it, and within bounds', async () => {
  const set = (defaultCallLoggingEntityTypes: Record<string, string[]>) =>
    callRoute(api.url, user.token, routes.updateUser, { body: { defaultCallLoggingEntityTypes } });
  // Half of a character, which PostgreSQL's JSON does not take.
  const { status, body } = await set({ hubspot: ['CONTACT\ud800'] });
  expect([status, body.defaultCallLoggingEntityTypes]).toEqual([200, { hubspot: ['CONTACT\ufffd'] }]);
  expect((await set({ hubspot: ['x'.repeat(61)] })).status).toBe(400);
  expect((await set({ hubspot: Array.from({ length: 51 }, () => 'CONTACT') })).status).toBe(400);
  expect((await set(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`crm${at}`, []])))).status).toBe(400);
});

test("nobody's default phone is one that is not theirs", async () => {
  const set = (defaultPhoneId: string | null) =>
    callRoute(api.url, user.token, routes.updateUser, { body: { defaultPhoneId } });
  const phone = {
    name: 'Line',
    username: 'line',
    password_sealed: Buffer.from(''),
    registrar: 'x',
    phone_numbers: '[]',
  };
  await api.db
    .insertInto('phones')
    .values([
      { ...phone, id: 'f-own', account_id: user.accountId, user_id: user.userId },
      { ...phone, id: 'f-other', account_id: admin.accountId, user_id: admin.userId },
    ])
    .execute();
  expect((await set('f-own')).body).toMatchObject({ defaultPhoneId: 'f-own' });
  expect((await set('f-other')).status).toBe(404);
  expect((await set(null)).body).toMatchObject({ defaultPhoneId: null });
});

test('an administrator says how the account wants its calls, one thing at a time', async () => {
  expect((await change({ recordingConsent: 'announcement' })).body).toEqual({
    callWaiting: false,
    recordingConsent: 'announcement',
    holdMusic: 'default',
    voicemailForNewPeople: true,
    picksUpColleagues: false,
    intercom: false,
    supervision: 'off',
    parking: firstParking,
    pauseReasons: firstPauseReasons,
  });
  expect((await change({ callWaiting: true, holdMusic: 'off' })).body).toEqual({
    callWaiting: true,
    recordingConsent: 'announcement',
    holdMusic: 'off',
    voicemailForNewPeople: true,
    picksUpColleagues: false,
    intercom: false,
    supervision: 'off',
    parking: firstParking,
    pauseReasons: firstPauseReasons,
  });
});

test('nobody else may, and nonsense is refused', async () => {
  expect((await change({ callWaiting: false }, user)).status).toBe(403);
  expect((await upload(wav(), 'audio/wav', user)).status).toBe(403);
  expect((await change({ recordingConsent: 'perhaps' })).status).toBe(400);
  expect((await change({})).status).toBe(400);
});

test('music of the account is used once it is uploaded, and gone once it is removed', async () => {
  expect((await change({ holdMusic: 'own' })).status).toBe(409);
  const uploaded = await upload(wav());
  expect([uploaded.status, await uploaded.json()]).toMatchObject([200, { holdMusic: 'own' }]);
  const path = join(holdMusicFolder(dataDir), `${admin.accountId}.wav`);
  expect(readFileSync(path).equals(wav())).toBe(true);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  const { body } = await callRoute(api.url, admin.token, routes.removeHoldMusic, {});
  expect(body.holdMusic).toBe('default');
  expect((await change({ holdMusic: 'own' })).status).toBe(409);
});

test.each([
  ['no WAV file', 'this is not sound', 400],
  ['two channels', wav({ channels: 2 }), 400],
  ['44100 Hz', wav({ sampleRate: 44_100 }), 400],
  ['half a second', wav({ seconds: 0.5 }), 400],
  ['more than 10 MB', wav({ seconds: 110, sampleRate: 48_000 }), 413],
])('music with %s is refused', async (_what, file, status) => {
  const answer = await upload(file);
  expect(answer.status).toBe(status);
  expect(Object.keys((await answer.json()) as object)).toContain('message');
});

test('changes are in the audit log, with who made them', async () => {
  const rows = await api.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'detail'])
    .where('scope', '=', admin.accountId)
    .where('action', 'not like', 'signIn.%')
    .orderBy('id')
    .execute();
  expect(rows.slice(0, 3)).toEqual([
    { action: 'callSettings.changed', actor_user_id: admin.userId, detail: { recordingConsent: 'announcement' } },
    { action: 'callSettings.changed', actor_user_id: admin.userId, detail: { callWaiting: true, holdMusic: 'off' } },
    { action: 'holdMusic.changed', actor_user_id: admin.userId, detail: { holdMusic: 'own' } },
  ]);
  expect(rows.map(({ action }) => action)).toContain('holdMusic.removed');
});

test('music comes as what it is', async () => {
  expect((await upload(wav(), 'text/plain')).status).toBeGreaterThanOrEqual(400);
});

test('an administrator says whether desk phones pick up the calls of colleagues', async () => {
  expect((await change({ picksUpColleagues: true })).body).toMatchObject({ picksUpColleagues: true });
  expect((await change({ picksUpColleagues: 'yes' })).status).toBe(400);
  expect((await change({ picksUpColleagues: false })).body).toMatchObject({ picksUpColleagues: false });
});

test('an administrator says where calls are parked and for how long, and nobody else does', async () => {
  const parking = { firstSlot: 2, lastSlot: 4, waitSeconds: 60, comesBackTo: '20', music: 'off' };
  expect((await change({ parking })).body).toMatchObject({ parking });
  expect((await change({ parking }, user)).status).toBe(403);
  const wrong = [
    { firstSlot: 5 },
    { firstSlot: 0 },
    { lastSlot: 10 },
    { waitSeconds: 5 },
    { waitSeconds: 3601 },
    { comesBackTo: '+49' },
    { music: 'x' },
  ];
  for (const part of wrong) expect((await change({ parking: { ...parking, ...part } })).status).toBe(400);
  expect((await change({ callWaiting: false })).body).toMatchObject({ parking });
  const lines = await api.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'callSettings.changed')
    .where('scope', '=', admin.accountId)
    .orderBy('id', 'desc')
    .execute();
  expect(lines[1]?.detail).toEqual({ parking });
});
