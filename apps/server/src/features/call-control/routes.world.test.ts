import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { noClassicCalls } from '../classic/testing/no-classic-calls.ts';
import type { CallControl } from './call-control.ts';
import { noCalls } from './testing/no-calls.ts';

let api: TestApi;
let token: string;
let userId: string;
/** Commands as the exchange was given them, without who asked. */
const asked: unknown[] = [];
let answers: Partial<CallControl> = {};

/** Notes every command, and carries out those that a test answers. */
const control = new Proxy(noCalls, {
  get:
    (_target, name: keyof CallControl) =>
    (user: string, ...rest: unknown[]) => {
      expect(user).toBe(userId);
      asked.push([name, ...rest]);
      return (
        (answers[name] as ((...all: unknown[]) => unknown) | undefined)?.(user, ...rest) ??
        noCalls.hold('', { id: '' }, true)
      );
    },
});

beforeAll(async () => {
  api = await testApi({ exchange: { control, classic: noClassicCalls, sipSocket: (socket) => socket.close() } });
  const nora = await person(api, { firstName: 'Nora' });
  userId = nora.userId;
  token = (await signInAs(api.url, nora.email)).access_token;
});
afterAll(() => api.stop());
beforeEach(() => {
  asked.length = 0;
  answers = {};
});

const done = async () => {};
const fail = (code: string, message: string) => async () => {
  throw Object.assign(new Error(message), { code });
};

test('each command of the newer generation reaches the exchange by the Call-ID, and says what came of it', async () => {
  answers = {
    hangUp: done,
    sendTones: done,
    setLines: done,
    dropTransfer: done,
    transferBlindly: done,
    changeRecording: done,
    startRecording: async () => ({ recordingId: 'r1' }),
    startTransfer: async () => ({ transferId: 't1' }),
  };
  const params = { id: 'c@1' };
  const transfer = { ...params, transferId: 't1' };
  const target = { targetNumber: '+493012345678', callerId: { number: '+4930555' }, sessionId: 's2' };
  expect(await callRoute(api.url, token, routes.sendCallTones, { params, body: { input: '12#' } })).toMatchObject({
    status: 200,
  });
  expect(await callRoute(api.url, token, routes.startCallRecording, { params })).toMatchObject({
    body: { recordingId: 'r1' },
  });
  const pause = { params: { ...params, recordingId: 'r1' }, body: { state: 'paused' as const } };
  expect(await callRoute(api.url, token, routes.changeCallRecording, pause)).toMatchObject({
    body: { state: 'paused' },
  });
  expect(await callRoute(api.url, token, routes.startCallTransfer, { params, body: target })).toMatchObject({
    body: { id: 't1' },
  });
  const both = { params: transfer, body: { activeLines: ['INITIAL' as const, 'TARGET' as const] } };
  expect(await callRoute(api.url, token, routes.setCallTransferLines, both)).toMatchObject({ body: both.body });
  expect(await callRoute(api.url, token, routes.dropCallTransfer, { params: transfer })).toMatchObject({ status: 200 });
  for (const to of [undefined, 'voicemail' as const]) {
    const blind = { params, body: { targetNumber: '12', to } };
    expect(await callRoute(api.url, token, routes.blindTransferCall, blind)).toMatchObject({ status: 200 });
  }
  for (const query of [{}, { as: 'busy' as const }]) {
    expect(await callRoute(api.url, token, routes.hangUpCall, { params, query })).toMatchObject({ status: 200 });
  }
  const call = { id: 'c@1' };
  expect(asked).toEqual([
    ['sendTones', call, '12#'],
    ['startRecording', call],
    ['changeRecording', call, 'r1', 'paused'],
    ['startTransfer', call, { number: '+493012345678', ownNumber: '+4930555', sessionId: 's2' }],
    ['setLines', call, 't1', ['INITIAL', 'TARGET']],
    ['dropTransfer', call, 't1'],
    ['transferBlindly', call, '12', undefined],
    ['transferBlindly', call, '12', 'voicemail'],
    ['hangUp', call, undefined],
    ['hangUp', call, 'busy'],
  ]);
});

test('the same can be asked by inbox event and by session', async () => {
  answers = {
    hold: done,
    setLines: done,
    completeTransfer: done,
    dropTransfer: done,
    joinCalls: done,
    park: async () => ({ slot: 3 }),
    changeRecording: done,
    startRecording: async () => ({ recordingId: 'r1' }),
    startTransfer: async () => ({ transferId: 't1' }),
  };
  const params = { docId: 'pbx-s1' };
  for (const route of [routes.startRecordingOf, routes.stopRecordingOf, routes.holdCallOf, routes.unholdCallOf]) {
    expect(await callRoute(api.url, token, route, { params })).toMatchObject({ status: 200 });
  }
  const transfer = { sessionId: 's1', transferId: 't1' };
  const start = { body: { sessionId: 's1', target: '12', ownNumber: null } };
  expect(await callRoute(api.url, token, routes.startTransferOf, start)).toMatchObject({ body: { transferId: 't1' } });
  for (const option of ['TARGET', 'BOTH', 'COMPLETE'] as const) {
    await callRoute(api.url, token, routes.markTransfer, { body: { ...transfer, option } });
  }
  await callRoute(api.url, token, routes.startConference, { body: transfer });
  await callRoute(api.url, token, routes.stopTransfer, { body: transfer });
  await callRoute(api.url, token, routes.joinCalls, { body: { sessionId: 's1', otherSessionId: 's2' } });
  const park = { body: { sessionId: 's1', slot: 3 } };
  expect(await callRoute(api.url, token, routes.parkCall, park)).toMatchObject({ body: { slot: 3 } });
  await callRoute(api.url, token, routes.parkCall, { body: { sessionId: 's1' } });
  expect(asked).toEqual([
    ['startRecording', params],
    ['changeRecording', params, null, 'stopped'],
    ['hold', params, true],
    ['hold', params, false],
    ['startTransfer', { sessionId: 's1' }, { number: '12', ownNumber: null, sessionId: null }],
    ['setLines', { sessionId: 's1' }, 't1', ['TARGET']],
    ['setLines', { sessionId: 's1' }, 't1', ['INITIAL', 'TARGET']],
    ['completeTransfer', { sessionId: 's1' }, 't1'],
    ['setLines', { sessionId: 's1' }, 't1', ['INITIAL', 'TARGET']],
    ['dropTransfer', { sessionId: 's1' }, 't1'],
    ['joinCalls', { sessionId: 's1' }, { sessionId: 's2' }],
    ['park', { sessionId: 's1' }, 3],
    ['park', { sessionId: 's1' }, null],
  ]);
});

test.each(['0123', '+0123', '12a', '1', '+1234567890123456', ''])('%j is no transfer target', async (targetNumber) => {
  const reply = await callRoute(api.url, token, routes.startCallTransfer, {
    params: { id: 'c' },
    body: { targetNumber },
  });
  expect(reply).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'targetNumber', message: 'Invalid target number format. Must be in E.164 format.' }],
    },
  });
  expect(asked).toEqual([]);
});

test.each([
  ['NO_SUCH_CALL', 404, 'NOT_FOUND'],
  ['WRONG_STATE', 409, 'CONFLICT'],
  ['BAD_TARGET', 400, 'BAD_REQUEST'],
  ['MEDIA_FAILED', 503, 'UNAVAILABLE'],
])('what the exchange cannot do (%s) is told as %i, with its reason', async (code, status, told) => {
  answers = { transferBlindly: fail(code, 'Because.') };
  const body = { targetNumber: '12' };
  const reply = await callRoute(api.url, token, routes.blindTransferCall, { params: { id: 'c' }, body });
  expect(reply).toMatchObject({ status, body: { code: told, message: 'Because.' } });
});
