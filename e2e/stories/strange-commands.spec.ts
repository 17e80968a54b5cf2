import { randomUUID } from 'node:crypto';
import { ApiSession } from '../people/api-session.ts';
import { expect, healthyAfterwards, test } from '../world/story.ts';

healthyAfterwards();

type Try = readonly [method: string, path: string, body?: unknown];

/** Everything that can be asked of a call, by each of its names. */
const commandsFor = (callId: string, deviceId: string, sessionId: string): Try[] => {
  const call = `/call/${callId}`;
  const newer = `/v3/neoPBX/client/calls/${callId}`;
  const byEvent = `/call-control/sda-${sessionId}`;
  const transfer = { sessionId, transferId: 't' };
  return [
    ['POST', '/peer/mine', { targetCallId: callId }],
    ['PATCH', `/peer/${deviceId}`, { type: 'answer', sdp: 'v=0' }],
    ['PATCH', `/peer/${deviceId}`, { type: 'offer', sdp: 'v=0' }],
    ['PATCH', `${call}/accept`, { clientId: 'mine' }],
    ['PATCH', `${call}/hold`],
    ['PATCH', `${call}/unhold`],
    ['POST', `${call}/reject/declined`],
    ['POST', `${call}/transfer/12`],
    ['POST', `${call}/transfer/${randomUUID()}`],
    ['POST', `${call}/recording/start`, { clientId: 'mine', speakers: ['USER'], recordingMode: 'manual' }],
    ['POST', `${call}/recording/stop-all`, { callId }],
    ['POST', `${call}/dtmf`, { sequence: '1' }],
    ['POST', `${call}/dtmf`, { sequence: '*312#' }],
    ['POST', `${newer}/hold`, { value: true }],
    ['POST', `${newer}/dtmf`, { input: '1' }],
    ['POST', `${newer}/recording`],
    ['PUT', `${newer}/recording/r`, { state: 'stopped' }],
    ['POST', `${newer}/transfers`, { targetNumber: '12' }],
    ['PUT', `${newer}/transfers/t`, { activeLines: ['TARGET'] }],
    ['DELETE', `${newer}/transfers/t`],
    ['POST', `${newer}/blind-transfer`, { targetNumber: '12' }],
    ['POST', `${byEvent}/hold`],
    ['POST', `${byEvent}/recording/start`],
    ['POST', `${byEvent}/recording/stop`],
    ['POST', '/call-control/transfers', { sessionId, target: '12' }],
    ['POST', '/call-control/transfers/mark', { ...transfer, option: 'COMPLETE' }],
    ['POST', '/call-control/conference', transfer],
    ['POST', '/call-control/transfers/stop', transfer],
    ['DELETE', call],
  ];
};

test('nobody commands the call or the phone of another user, in the same company or another', async ({
  sidetone,
  people,
}) => {
  const [stranger, , , , , , owner, colleague] = people;
  const session = await ApiSession.signIn(sidetone.origin, owner);
  const dial = { phoneNumber: '*43', senderPhoneNumber: null, clientId: 'tab', channelId: null };
  const [phone] = await sidetone.query<{ id: string }>(
    'select p.id from phones p join users u on u.id = p.user_id where u.email = $1',
    [owner.email],
  );
  for (const intruder of [colleague, stranger]) {
    const other = await ApiSession.signIn(sidetone.origin, intruder);
    // A call of its own for each: without audio it is kept for half a minute.
    const [deviceId, sessionId] = [randomUUID(), randomUUID()];
    const started = await session.request('PUT', '/call', { ...dial, deviceId, sessionId, phoneId: null });
    expect(started.status).toBe(200);
    const { callId } = (await started.json()) as { callId: string };
    const phoneTries: Try[] = [
      ['PATCH', `/phone/${phone?.id}/connection`, { isConnected: false, isUserConfigured: true }],
      ['PUT', `/phones/${phone?.id}/callerId`, { callerId: null }],
      ['PUT', '/call', { ...dial, phoneNumber: '+493012345', deviceId, sessionId: randomUUID(), phoneId: phone?.id }],
    ];
    for (const [method, path, body] of [...commandsFor(callId, deviceId, sessionId), ...phoneTries]) {
      const reply = await other.request(method, path, body);
      expect(reply.status, `${intruder.name}: ${method} ${path}`).toBe(404);
    }
    const closed = await other.request('DELETE', `/peer/${deviceId}`);
    expect(closed.status).toBe(200);
    // It is still there, and so is its audio.
    expect((await session.request('POST', `/peer/${deviceId}`, { targetCallId: callId })).status).toBe(200);
    expect((await session.request('DELETE', `/call/${callId}`)).status).toBe(200);
  }
});

test('ids that no database takes are refused, and live calls are written as ever', async ({ sidetone, people }) => {
  const owner = people[6];
  const session = await ApiSession.signIn(sidetone.origin, owner);
  const dial = { phoneNumber: '*43', senderPhoneNumber: null, clientId: 'tab', channelId: null, phoneId: null };
  for (const odd of ['\0', '\ud83d', 'x'.repeat(201), '']) {
    const reply = await session.request('PUT', '/call', { ...dial, deviceId: odd, sessionId: randomUUID() });
    expect(reply.status).toBe(400);
  }
  // A session that is none becomes one.
  for (const sessionId of ['\0', '../../x', randomUUID()]) {
    const reply = await session.request('PUT', '/call', { ...dial, deviceId: randomUUID(), sessionId });
    const { callId } = (await reply.json()) as { callId: string };
    const live = () =>
      sidetone.query(
        'select session_id as id from calls join legs on legs.call_id = calls.id where legs.sip_call_id = $1',
        [callId],
      );
    await expect.poll(live).toEqual([{ id: expect.stringMatching(/^[A-Za-z0-9-]+$/) }]);
    expect((await session.request('DELETE', `/call/${callId}`)).status).toBe(200);
  }
});
