import { expect, test } from 'vitest';
import { settle } from '../../testing/hand-clock.ts';
import { clientId, follow, row, sitDown } from './testing/fake-classic.ts';

const order = { number: '+49301', sessionId: 'session-1', channelId: 'c1', ownNumber: '+49309' };

async function dialled(options: Parameters<typeof sitDown>[0] = {}) {
  const desk = sitDown(options);
  await desk.start();
  const out = follow(await desk.engine.dial(order));
  await settle();
  return { ...desk, out };
}

async function talking() {
  const desk = await dialled();
  await desk.connections[0]?.become('connected');
  await desk.happens('accepted', 'call-1');
  return desk;
}

async function rung() {
  const desk = sitDown();
  await desk.start();
  await desk.happens('incoming', 'call-7', { apiCall: { fromContact: 'Ada' }, targetChannelId: 'c1' });
  const [ringing] = desk.incoming;
  if (ringing === undefined) throw new Error('nothing rang');
  return { ...desk, ringing };
}

test('NET-003: the line is up while the browser is online and events arrive', async () => {
  const { line, start, goOnline, engine, requests } = sitDown();
  await start();
  await goOnline(false);
  await goOnline(true);
  expect(line.map(({ status, reconnect }) => `${status} ${reconnect}`)).toEqual([
    'REGISTERED none',
    'DISCONNECTED reconnecting',
    'REGISTERED none',
  ]);
  engine.reconnect();
  expect(requests).toEqual(['hurry']);
});

test('a call goes out by the phone with its caller id and without the plus, and its audio comes up immediately', async () => {
  const { requests, connections, out, happens } = await dialled();
  expect(requests).toEqual([
    'PUT /call +49301 from 4930555 by phone-1',
    `POST peer ${clientId} call-1`,
    `PATCH peer ${clientId} answer our answer`,
  ]);
  await happens('ringing', 'call-1');
  await connections[0]?.become('connected');
  await happens('accepted', 'call-1');
  expect(out.types()).toEqual(['remoteRings', 'audio', 'answered', 'connected']);
});

test('without a phone only special numbers and emergencies go out', async () => {
  const { engine, start, requests } = sitDown({ phone: false });
  await start();
  await expect(engine.dial(order)).rejects.toMatchObject({ code: 'PHONE_NOT_FOUND' });
  await engine.dial({ ...order, number: '*43' });
  await engine.dial({ ...order, number: '112' });
  expect(requests.filter((each) => each.startsWith('PUT'))).toEqual([
    'PUT /call *43 from 49309 by null',
    'PUT /call 112 from 49309 by null',
  ]);
});

test('nothing is dialled while the line is down, and no microphone means no call', async () => {
  const { engine, start, goOnline, unplugMicrophone, requests } = sitDown();
  await start();
  await goOnline(false);
  await expect(engine.dial(order)).rejects.toMatchObject({ code: 'OFFLINE' });
  await goOnline(true);
  unplugMicrophone();
  await expect(engine.dial(order)).rejects.toMatchObject({ code: 'MICROPHONE_NOT_FOUND' });
  expect(requests).toEqual([]);
});

test('a call that the server does not take fails, and the microphone is given back', async () => {
  const { engine, start, refuse, openTracks } = sitDown();
  await start();
  refuse('PUT', 'UNAVAILABLE');
  await expect(engine.dial(order)).rejects.toMatchObject({ code: 'DIAL_FAILED' });
  expect(openTracks()).toBe(0);
});

test('FLOW-018: a call whose order got no reply is ended as soon as the server tells of it', async () => {
  const { engine, start, refuse, requests, shows, clock } = sitDown();
  await start();
  refuse('PUT', 'TIMEOUT');
  await expect(engine.dial(order)).rejects.toMatchObject({ code: 'DIAL_FAILED' });
  await shows(row({ id: 'another', callId: 'leg-8' }));
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  await shows(row({ callId: 'leg-9' }));
  await shows(row({ callId: 'leg-9' }), row({ id: 'another', callId: 'leg-8' }));
  await clock.pass(60_000);
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE leg-9']);
});

test('sound before the answer is reported once, so that no tone of ours covers the other side', async () => {
  const { connections, out, clock } = await dialled();
  const [peer] = connections;
  await peer?.become('connected');
  await clock.pass(1000);
  expect(out.types()).not.toContain('earlyMedia');
  if (peer) peer.state.hears = true;
  await clock.pass(1000);
  expect(out.types().filter((type) => type === 'earlyMedia')).toHaveLength(1);
});

test('an answer whose event was missed is read from the live calls', async () => {
  const { connections, out, shows } = await dialled();
  await connections[0]?.become('connected');
  await shows(row({ state: 'talking' }));
  expect(out.types()).toEqual(['audio', 'answered', 'connected']);
});

test('an end whose event was missed is read from the live calls, and nothing stays open', async () => {
  const { out, shows, clock, openTracks, connections } = await talking();
  await shows(row({ state: 'talking' }));
  await shows();
  await clock.pass(699);
  expect(out.types()).not.toContain('ended');
  await clock.pass(1);
  expect(out.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect([openTracks(), connections[0]?.state.closed]).toEqual([0, true]);
});

test('the reason comes with the event, once', async () => {
  const { out, happens } = await dialled();
  await happens('terminated', 'call-1', { reason: 'NOT_FOUND' });
  await happens('terminated', 'call-1', { reason: 'HANGUP' });
  expect(out.facts).toEqual([{ type: 'ended', reason: 'NOT_FOUND', by: 'remote' }]);
});

test('the other side hangs up', async () => {
  const { out, happens } = await talking();
  await happens('remote-hangup', 'call-1');
  await happens('terminated', 'call-1', { reason: 'HANGUP' });
  expect(out.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(out.types().filter((type) => type === 'ended')).toHaveLength(1);
});

test('hanging up ends the call here immediately, is sent until it arrives, and the row does not bring the call back', async () => {
  const { out, requests, refuse, agree, clock, shows, resumed } = await talking();
  refuse('DELETE call', 'NETWORK');
  out.call.hangUp();
  out.call.hangUp();
  expect(out.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'user' });
  await clock.pass(1500);
  agree('DELETE call');
  await clock.pass(10_000);
  expect(requests.filter((each) => each === 'DELETE call-1')).toHaveLength(3);
  await shows(row({ state: 'talking' }));
  expect(resumed).toEqual([]);
});

test('a call rings in, is claimed, and is answered once its audio is set up', async () => {
  const { ringing, requests, connections } = await rung();
  expect(ringing.call).toMatchObject({ direction: 'INCOMING', number: '+49301', displayName: 'Ada', channelId: 'c1' });
  await ringing.call.accept();
  expect(requests).toEqual([
    `accept call-7 ${clientId}`,
    `POST peer ${clientId} call-7`,
    `PATCH peer ${clientId} answer our answer`,
  ]);
  await connections[0]?.become('connected');
  expect(ringing.types()).toEqual(['answered', 'audio', 'connected']);
});

test('an event that comes twice rings once', async () => {
  const { happens, incoming } = await rung();
  await happens('incoming', 'call-7');
  expect(incoming).toHaveLength(1);
});

test.each([
  [
    'the event',
    async (desk: Awaited<ReturnType<typeof rung>>) => desk.happens('accepted', 'call-7', { clientId: 'x' }),
  ],
  [
    'the refusal of our own claim',
    async (desk: Awaited<ReturnType<typeof rung>>) => {
      desk.refuse('accept', 'CONFLICT');
      await desk.ringing.call.accept();
    },
  ],
  [
    'the live calls',
    async (desk: Awaited<ReturnType<typeof rung>>) => {
      await desk.shows(row({ direction: 'INCOMING', state: 'talking' }));
      await desk.clock.pass(700);
    },
  ],
])('a call taken elsewhere is known from %s', async (_, tell) => {
  const desk = await rung();
  await tell(desk);
  expect(desk.ringing.facts.at(-1)).toEqual({ type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' });
  expect(desk.openTracks()).toBe(0);
});

test('our own claim does not count as one of another device', async () => {
  const { ringing, happens } = await rung();
  await ringing.call.accept();
  await happens('accepted', 'call-7', { clientId });
  expect(ringing.types()).toEqual(['answered']);
});

test('a caller who gives up cancels', async () => {
  const { ringing, happens } = await rung();
  await happens('terminated', 'call-7', { reason: 'CANCELLED' });
  expect(ringing.facts).toEqual([{ type: 'ended', reason: 'CANCELLED', by: 'remote' }]);
});

test.each([
  ['declined', 'declined', 'DECLINED'],
  ['busy', 'busy', 'BUSY_HERE'],
  ['occupied', 'busy', 'BUSY_HERE'],
] as const)('a refusal as %s goes out as %s', async (how, sent, reason) => {
  const { ringing, requests } = await rung();
  ringing.call.refuse(how);
  expect(requests).toEqual([`reject call-7 ${sent}`]);
  expect(ringing.facts).toEqual([{ type: 'ended', reason, by: 'user' }]);
});

test('a microphone that is missing leaves the call ringing, to be refused', async () => {
  const { ringing, unplugMicrophone, requests } = await rung();
  unplugMicrophone();
  await expect(ringing.call.accept()).rejects.toMatchObject({ code: 'MICROPHONE_NOT_FOUND' });
  ringing.call.refuse('busy');
  expect(requests).toEqual(['reject call-7 busy']);
});

test('a claimed call whose audio fails is hung up by its refusal', async () => {
  const { ringing, refuse, requests } = await rung();
  refuse('POST peer', 'UNAVAILABLE');
  await expect(ringing.call.accept()).rejects.toMatchObject({ code: 'CALL_ACCEPTING_ERROR' });
  ringing.call.refuse('busy');
  expect(requests.at(-1)).toBe('DELETE call-7');
});

test('hold, recording, tones and blind transfer are requests, with a code where one fails', async () => {
  const { out, requests, refuse } = await talking();
  requests.length = 0;
  await out.call.hold(true);
  await out.call.record(true);
  out.call.sendTones('12#');
  await settle();
  expect(requests).toEqual(['hold call-1 true', 'record call-1 true', 'typed call-1 12#']);
  for (const part of ['hold', 'record', 'transfer']) refuse(part, 'CONFLICT');
  await expect(out.call.hold(true)).rejects.toMatchObject({ code: 'HOLD_FAILED' });
  await expect(out.call.hold(false)).rejects.toMatchObject({ code: 'UNHOLD_FAILED' });
  await expect(out.call.record(true)).rejects.toMatchObject({ code: 'RECORDING_START_FAILED' });
  await expect(out.call.record(false)).rejects.toMatchObject({ code: 'RECORDING_STOP_FAILED' });
  await expect(out.call.transferTo('+49303')).rejects.toMatchObject({ code: 'TRANSFER_FAILED' });
});

test('a blind transfer is over when the server says to whom it went', async () => {
  const { out, shows, happens } = await talking();
  await shows(row({ state: 'talking' }));
  await out.call.transferTo('+49303');
  await happens('terminated', 'call-1', { reason: 'HANGUP' });
  expect(out.types().at(-1)).toBe('transferring');
  await shows(row({ state: 'ended', transferredTo: { number: '+49303', name: null, failed: false } }));
  expect(out.types().slice(-3)).toEqual(['transferring', 'transferred', 'ended']);
});

test('a blind transfer that is refused leaves the call as it was, whatever the events say in between', async () => {
  const { out, refuse, happens } = await talking();
  refuse('transfer', 'CONFLICT');
  const transferring = out.call.transferTo('+49303');
  await happens('transferring', 'call-1');
  await happens('transfer-failed', 'call-1');
  await expect(transferring).rejects.toMatchObject({ code: 'TRANSFER_FAILED' });
  expect(out.types()).toEqual(['audio', 'answered', 'connected']);
});

test('changes that others make to the call are read from the live calls', async () => {
  const { out, shows } = await talking();
  await shows(row({ state: 'talking' }));
  await shows(row({ state: 'talking', onHold: true, recording: { id: 'r', state: 'recording' } }));
  await shows(row({ state: 'talking', number: '+49307', recording: { id: 'r', state: 'paused' } }));
  expect(out.facts.slice(3)).toEqual([
    { type: 'held', held: true },
    { type: 'recording', state: 'recording' },
    { type: 'remoteChanged', number: '+49307', displayName: null },
    { type: 'held', held: false },
    { type: 'recording', state: 'stopped' },
  ]);
});

test('a reloaded page continues its own call and no other', async () => {
  const { stored } = await talking();
  const after = sitDown({ stored });
  await after.shows(row({ state: 'talking' }), row({ id: 'session-2', callId: 'call-9', state: 'talking' }));
  await after.start();
  expect(after.requests).toEqual([`POST peer ${clientId} call-1`, `PATCH peer ${clientId} answer our answer`]);
  expect(after.resumed.map(({ call }) => call.sessionId)).toEqual(['session-1']);
  await after.connections[0]?.become('connected');
  expect(after.resumed[0]?.types()).toEqual(['answered', 'audio', 'connected']);
  after.resumed[0]?.call.hangUp();
  expect(after.requests).toContain('DELETE call-1');
});

test('a window that hands the phone over ends nothing, and its call continues elsewhere', async () => {
  const { engine, out, requests, openTracks } = await talking();
  await engine.stop('handOver');
  expect(out.types().slice(-2)).toEqual(['continuedElsewhere', 'ended']);
  expect([requests.filter((each) => each.startsWith('DELETE')), openTracks()]).toEqual([[], 0]);
});

test('going off duty ends what runs', async () => {
  const { engine, requests, out } = await talking();
  await engine.stop();
  expect(requests).toContain('DELETE call-1');
  expect(out.types().at(-1)).toBe('ended');
});

test('audio that breaks off is offered again until it is up, and the call continues', async () => {
  const { connections, requests, out, refuse, agree, clock } = await talking();
  refuse('PATCH peer', 'NETWORK');
  await connections[0]?.become('failed');
  await clock.pass(2_000);
  agree('PATCH peer');
  await clock.pass(2_000);
  await connections[0]?.become('connected');
  expect(requests.filter((each) => each === `PATCH peer ${clientId} offer our offer`)).toHaveLength(3);
  await clock.pass(60_000);
  expect(connections[0]?.state.restarts).toBe(3);
  expect(out.types().filter((type) => type === 'connected')).toHaveLength(1);
  expect(out.types()).not.toContain('ended');
});

test('the audio gets a new path after the line was lost and is back', async () => {
  const { goOnline, connections, clock } = await talking();
  await goOnline(false);
  await goOnline(true);
  await clock.pass(500);
  expect(connections[0]?.state.restarts).toBe(1);
});

test('audio that kept flowing while the line was away is left alone, and so is the call', async () => {
  const { goOnline, connections, clock, out } = await talking();
  const connection = connections[0];
  if (connection) connection.state.flows = true;
  await goOnline(false);
  await clock.pass(5_000);
  await goOnline(true);
  await clock.pass(60_000);
  expect(connection?.state.restarts).toBe(0);
  expect(out.types()).not.toContain('ended');
});

test('the audio of one call is closed before that of the next is opened', async () => {
  const { engine, out, requests } = await talking();
  requests.length = 0;
  out.call.hangUp();
  await engine.dial({ ...order, sessionId: 'session-2' });
  await settle();
  expect(requests.findIndex((each) => each.startsWith('DELETE peer'))).toBeLessThan(
    requests.findIndex((each) => each.startsWith('POST peer')),
  );
});

test('a call that is muted before its microphone opens stays muted', async () => {
  const { ringing, requests } = await rung();
  ringing.call.openMicrophone(false);
  await ringing.call.accept();
  expect(requests).toHaveLength(3);
  ringing.call.hangUp();
  expect(ringing.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'user' });
});

test('a call that rings only in its row is asked for once, and rings with the event that follows', async () => {
  const desk = sitDown();
  await desk.shows(row({ direction: 'INCOMING', callId: null }));
  await desk.start();
  expect(desk.requests).toEqual([]);
  await desk.clock.pass(1_000);
  await desk.shows(row({ direction: 'INCOMING', callId: null }));
  await desk.clock.pass(5_000);
  expect(desk.requests).toEqual(['POST /call/ringing']);
  await desk.happens('incoming', 'call-7');
  expect(desk.incoming).toHaveLength(1);
});

test('a call whose event came is not asked for', async () => {
  const desk = sitDown();
  await desk.start();
  await desk.shows(row({ direction: 'INCOMING', callId: null }));
  await desk.happens('incoming', 'call-7');
  await desk.clock.pass(5_000);
  desk.incoming[0]?.call.refuse('occupied');
  await desk.shows(row({ direction: 'INCOMING', callId: null }));
  await desk.clock.pass(5_000);
  expect(desk.requests).toEqual(['reject call-7 busy']);
});
