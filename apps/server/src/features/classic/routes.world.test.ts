import { randomBytes } from 'node:crypto';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { noCalls } from '../call-control/testing/no-calls.ts';
import { sipPhones } from '../phones/testing/sip-phones.ts';
import type { ClassicDoor } from './classic-door.ts';

/** Notes every command; has one call, `call`, of the user `owner`. */
const heard: unknown[][] = [];
let owner = '';
let fails: string | null = null;
const note =
  (name: string, result: unknown = undefined) =>
  async (...given: unknown[]) => {
    if (fails) throw Object.assign(new Error('No.'), { name: 'CallCommandError', code: fails });
    heard.push([name, ...given]);
    return result as never;
  };
const noteNow =
  (name: string, result: unknown = undefined) =>
  (...given: unknown[]) => {
    if (fails) throw Object.assign(new Error('No.'), { name: 'CallCommandError', code: fails });
    heard.push([name, ...given]);
    return result as never;
  };
const door: ClassicDoor = {
  calls: {
    clientCame: noteNow('clientCame'),
    start: noteNow('start', 'new-call'),
    openPeer: note('openPeer', 'offer'),
    answerPeer: noteNow('answerPeer'),
    restartPeer: note('restartPeer', 'answer'),
    closePeer: noteNow('closePeer'),
    accept: noteNow('accept'),
    reject: noteNow('reject'),
    hangUp: noteNow('hangUp'),
    find: (userId, callId) =>
      userId === owner && (callId === 'call' || callId === otherCall)
        ? { sipCallId: `sip-${callId}`, sessionId: 's' }
        : null,
    tellOfTransfer: (_userId, callId, what) => void heard.push(['told', callId, what]),
  },
  commands: {
    hold: note('hold'),
    sendTones: note('sendTones'),
    startRecording: note('startRecording', { recordingId: 'r' }),
    changeRecording: note('changeRecording'),
    startTransfer: note('startTransfer', { transferId: 't' }),
    setLines: note('setLines'),
    dropTransfer: note('dropTransfer'),
    transferBlindly: note('transferBlindly'),
    joinCalls: note('joinCalls'),
    hangUp: note('hangUpOther'),
  },
};
const otherCall = '0b5b6a1e-6f6f-4f6a-9d58-2a8b4b1f5a11';
const box = secretBox(randomBytes(32));

let api: TestApi;
let token: string;
let anna: Awaited<ReturnType<typeof person>>;
let phoneId: string;
beforeAll(async () => {
  api = await testApi({ exchange: { control: noCalls, classic: door, sipSocket: (socket) => socket.close() } });
  anna = await person(api, { firstName: 'Anna' });
  owner = anna.userId;
  token = (await signInAs(api.url, anna.email)).access_token;
  phoneId = await sipPhones(api.db, box).add(anna.email, {
    name: 'Provider',
    username: 'line',
    authUsername: null,
    password: 'p',
    registrar: 'r',
    outboundProxy: null,
    phoneNumbers: [{ phoneNumber: '+4969900091', label: null }],
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  heard.length = 0;
  fails = null;
  await setPhone({ state: 'REGISTER_SUCCESS', is_connected: true, is_disconnected_by_user: false });
});

const setPhone = (values: { state?: string; is_connected?: boolean; is_disconnected_by_user?: boolean }) =>
  api.db.updateTable('phones').set(values).where('id', '=', phoneId).execute();
const startWith = (more: Record<string, unknown>) =>
  callRoute(api.url, token, routes.startPhoneCall, {
    body: {
      phoneNumber: '+493012345',
      senderPhoneNumber: null,
      deviceId: 'd',
      clientId: 'c',
      sessionId: 's',
      channelId: null,
      phoneId,
      ...more,
    },
  });
const params = { id: 'call' };

test('a call is started with a phone and shows one of its numbers, which clients name without the plus', async () => {
  expect(await startWith({ senderPhoneNumber: '4969900091' })).toEqual({ status: 200, body: { callId: 'new-call' } });
  expect(heard).toEqual([
    [
      'start',
      expect.objectContaining({ userId: anna.userId }),
      expect.objectContaining({ number: '+493012345', ownNumber: '+4969900091', phoneId, sessionId: 's' }),
    ],
  ]);
});

test('SAPI-058: a call that was meant for the other generation is not started, unless it is for help', async () => {
  expect((await startWith({ hasNeoPbx: false })).status).toBe(409);
  expect(heard).toEqual([]);
  expect((await startWith({ hasNeoPbx: false, phoneNumber: '112' })).status).toBe(200);
  expect((await startWith({ hasNeoPbx: true })).status).toBe(200);
  const click = (hasNeoPbx: boolean) =>
    callRoute(api.url, token, routes.startCall, { body: { targetPhoneNumber: '+493012345', hasNeoPbx } });
  expect(await click(false)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('other generation') },
  });
});

test.each([
  ['is not registered', { state: 'REGISTER_FAILED' }],
  ['is not connected', { is_connected: false }],
  ['was switched off by its user', { is_disconnected_by_user: true }],
])('no call is started with a phone that %s', async (_, values) => {
  await setPhone(values);
  expect((await startWith({})).status).toBe(409);
  expect(heard).toEqual([]);
});

test('nor without one, with a number that is not its own, or with another user’s', async () => {
  expect((await startWith({ phoneId: null })).status).toBe(409);
  expect((await startWith({ senderPhoneNumber: '49110' })).status).toBe(409);
  const bert = await person(api, { firstName: 'Bert' });
  const bertsToken = (await signInAs(api.url, bert.email)).access_token;
  const mine = token;
  token = bertsToken;
  expect((await startWith({})).status).toBe(404);
  token = mine;
  expect(heard).toEqual([]);
});

test('feature codes and short numbers need no phone', async () => {
  expect((await startWith({ phoneId: null, phoneNumber: '*43' })).status).toBe(200);
  expect((await startWith({ phoneId: null, phoneNumber: '112' })).status).toBe(200);
  // Help needs no phone, nor one that works.
  expect((await startWith({ phoneId: 'fnobody', phoneNumber: '112' })).status).toBe(200);
  expect((await startWith({ phoneId: 'fnobody', phoneNumber: '+4940555000' })).status).toBe(404);
  expect(heard).toHaveLength(3);
});

test('the audio of a device is opened, answered, renegotiated and closed', async () => {
  const device = { params: { deviceId: 'd' } };
  const opened = await callRoute(api.url, token, routes.openPeer, { ...device, body: { targetCallId: 'call' } });
  expect(opened.body).toEqual({ sdp: 'offer' });
  const answer = { type: 'answer', sdp: 'mine' } as const;
  expect((await callRoute(api.url, token, routes.updatePeer, { ...device, body: answer })).body).toEqual({ sdp: null });
  const offer = { type: 'offer', sdp: 'new' } as const;
  const restarted = await callRoute(api.url, token, routes.updatePeer, { ...device, body: offer });
  expect(restarted.body).toEqual({ sdp: 'answer' });
  await callRoute(api.url, token, routes.closePeer, device);
  expect(heard.map(([name]) => name)).toEqual(['openPeer', 'answerPeer', 'restartPeer', 'closePeer']);
});

test('commands go to the live leg of the call, as its user', async () => {
  await callRoute(api.url, token, routes.holdClassicCall, { params });
  await callRoute(api.url, token, routes.unholdClassicCall, { params });
  const recording = { clientId: 'c', speakers: ['USER' as const], recordingMode: 'manual' as const };
  await callRoute(api.url, token, routes.startClassicRecording, { params, body: recording });
  await callRoute(api.url, token, routes.stopClassicRecordings, { params, body: { callId: 'call' } });
  await callRoute(api.url, token, routes.sendClassicTones, { params, body: { sequence: '12#' } });
  await callRoute(api.url, token, routes.endCall, { params });
  await callRoute(api.url, token, routes.endCall, { params: { id: 'of-another-generation' } });
  const call = { id: 'sip-call' };
  expect(heard).toEqual([
    ['hold', anna.userId, call, true],
    ['hold', anna.userId, call, false],
    ['startRecording', anna.userId, call, { speakers: ['USER'], mode: 'manual' }],
    ['changeRecording', anna.userId, call, null, 'stopped'],
    ['sendTones', anna.userId, call, '12#'],
    ['hangUp', anna.userId, 'call'],
    ['hangUpOther', anna.userId, { id: 'of-another-generation' }],
  ]);
});

test('star-3 and a number start a warm transfer; without one, switching and conferring are refused', async () => {
  await callRoute(api.url, token, routes.sendClassicTones, { params, body: { sequence: '*3' } });
  await callRoute(api.url, token, routes.sendClassicTones, { params, body: { sequence: '004930123#' } });
  const target = { number: '+4930123', ownNumber: null, sessionId: null };
  expect(heard).toEqual([
    ['startTransfer', anna.userId, { id: 'sip-call' }, target],
    ['told', 'call', 'transferring'],
  ]);
  expect((await callRoute(api.url, token, routes.sendClassicTones, { params, body: { sequence: '*4' } })).status).toBe(
    409,
  );
});

test('a call is handed to a number or to the other side of another call, and its clients hear how that went', async () => {
  await callRoute(api.url, token, routes.transferClassicCall, { params: { id: 'call', targetId: '+4930123' } });
  await callRoute(api.url, token, routes.transferClassicCall, { params: { id: 'call', targetId: otherCall } });
  expect(heard).toEqual([
    ['told', 'call', 'transferring'],
    ['transferBlindly', anna.userId, { id: 'sip-call' }, '+4930123'],
    ['told', 'call', 'transferred'],
    ['told', 'call', 'transferring'],
    ['joinCalls', anna.userId, { id: 'sip-call' }, { id: `sip-${otherCall}` }],
    ['told', 'call', 'transferred'],
  ]);
  heard.length = 0;
  fails = 'BAD_TARGET';
  const refused = await callRoute(api.url, token, routes.transferClassicCall, {
    params: { id: 'call', targetId: '+4930123' },
  });
  expect(refused.status).toBe(409);
  expect(heard.at(-1)).toEqual(['told', 'call', 'transfer-failed']);
});

test.each([
  ['NO_SUCH_CALL', 404],
  ['WRONG_STATE', 409],
  ['MEDIA_FAILED', 503],
])('%s is answered with %i', async (code, status) => {
  fails = code;
  const accepted = await callRoute(api.url, token, routes.acceptCall, { params, body: { clientId: 'c' } });
  expect(accepted.status).toBe(status);
});

test('phones are live; their user connects them, switches them off for good, and chooses what they show', async () => {
  const live = liveClient(api.url, () => token);
  const watched = live.watch('phones');
  const rows = () => watched.rows;
  await expect.poll(rows).toMatchObject([{ id: phoneId, state: 'REGISTER_SUCCESS', isConnected: true }]);
  const set = (isConnected: boolean, isUserConfigured: boolean) =>
    callRoute(api.url, token, routes.setPhoneConnection, {
      params: { id: phoneId },
      body: { isConnected, isUserConfigured },
    });
  await set(false, true);
  await expect.poll(rows).toMatchObject([{ isConnected: false, isDisconnectedByUser: true }]);
  await set(true, false);
  await expect.poll(rows).toMatchObject([{ isConnected: true, isDisconnectedByUser: true }]);
  const show = (callerId: string | null) =>
    callRoute(api.url, token, routes.setPhoneCallerId, { params: { id: phoneId }, body: { callerId } });
  expect((await show('+49110')).status).toBe(400);
  expect((await show('anonymous')).status).toBe(200);
  await expect.poll(rows).toMatchObject([{ callerId: 'anonymous' }]);
  await live.close();
});
