import { expect, test } from 'vitest';
import { settle } from '../../../testing/hand-clock.ts';
import { follow, row, sitDown, target } from '../testing/fake-classic.ts';

async function talking() {
  const desk = sitDown();
  await desk.start();
  const order = { number: '+49301', sessionId: 'session-1', channelId: null, ownNumber: null };
  const out = follow(await desk.engine.dial(order));
  await settle();
  await desk.connections[0]?.become('connected');
  await desk.happens('accepted', 'call-1');
  await desk.shows(row({ state: 'talking' }));
  desk.requests.length = 0;
  return { ...desk, out };
}

async function transferring() {
  const desk = await talking();
  const request = { number: '+49303', sessionId: 'mine', ownNumber: null };
  const starting = desk.out.call.startTransfer(request);
  await desk.clock.pass(2_000);
  const transfer = await starting;
  return { ...desk, transfer, line: follow(transfer.line) };
}

const inTransfer = (change: object) => row({ state: 'talking', transfer: target(change) });

test('XFER-003…005: a transfer sends star-3, and 2 s later the digits with 00 and a hash', async () => {
  const { out, requests, clock } = await talking();
  const starting = out.call.startTransfer({ number: '+49303', sessionId: 'mine', ownNumber: null });
  await clock.pass(1_999);
  expect(requests).toEqual(['dtmf call-1 *3']);
  await clock.pass(1);
  expect(requests).toEqual(['dtmf call-1 *3', 'dtmf call-1 0049303#']);
  expect((await starting).line).toMatchObject({ sessionId: 'mine', direction: 'OUTGOING', number: '+49303' });
});

test('TARGET rings, answers and leaves as the row of INITIAL shows it', async () => {
  const { line, out, shows } = await transferring();
  for (const state of ['dialling', 'ringing', 'talking'] as const) await shows(inTransfer({ state }));
  expect(line.types()).toEqual(['remoteRings', 'answered', 'connected']);
  await shows(inTransfer({ state: 'ended', reason: null }));
  expect(line.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(out.types()).not.toContain('ended');
});

test('a TARGET that does not answer fails with its reason, and INITIAL continues', async () => {
  const { line, out, shows, happens } = await transferring();
  await shows(inTransfer({ state: 'failed', reason: 'BUSY_HERE' }));
  await happens('transfer-failed', 'call-1');
  expect(line.facts).toEqual([{ type: 'ended', reason: 'BUSY_HERE', by: 'remote' }]);
  expect(out.types()).not.toContain('ended');
});

test('a transfer that failed before is not the one that runs now', async () => {
  const { out, shows, clock } = await talking();
  await shows(inTransfer({ id: 'old', state: 'failed', reason: 'BUSY_HERE' }));
  const starting = out.call.startTransfer({ number: '+49303', sessionId: 'mine', ownNumber: null });
  await clock.pass(2_000);
  const line = follow((await starting).line);
  await shows(inTransfer({ id: 'old', state: 'failed', reason: 'BUSY_HERE', activeLines: [] }));
  expect(line.facts).toEqual([]);
  await shows(inTransfer({ id: 'new', state: 'ringing' }));
  expect(line.types()).toEqual(['remoteRings']);
});

test('XFER-006…008: star-4 switches, star-5 confers, star-8 gives up', async () => {
  const { transfer, requests, shows, line } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  requests.length = 0;
  await transfer.setLines(['TARGET']);
  await transfer.setLines(['INITIAL']);
  await transfer.setLines(['TARGET']);
  await transfer.setLines(['INITIAL', 'TARGET']);
  expect(requests).toEqual(['dtmf call-1 *4', 'dtmf call-1 *4', 'dtmf call-1 *5']);
  await transfer.abort();
  expect(requests.at(-1)).toBe('dtmf call-1 *8');
  expect(line.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'user' });
});

test('lines that are switched back before the first switch is answered are as they were', async () => {
  const { transfer, requests, shows } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  requests.length = 0;
  await Promise.all([transfer.setLines(['INITIAL']), transfer.setLines(['TARGET'])]);
  expect(requests).toEqual(['dtmf call-1 *4', 'dtmf call-1 *4']);
  await Promise.all([transfer.setLines(['INITIAL']), transfer.setLines(['INITIAL'])]);
  expect(requests).toHaveLength(3);
});

test('a conference is left for a line that is named, since star-4 would not say which one', async () => {
  const { transfer, requests, shows } = await transferring();
  await shows(inTransfer({ state: 'talking', activeLines: ['INITIAL', 'TARGET'] }));
  await transfer.setLines(['INITIAL']);
  expect(requests.at(-1)).toBe('mark session-1 transfer-1 INITIAL');
});

test('a switch that did not reach the server is ordered again by the name of the line, as star-4 twice would switch back', async () => {
  const { transfer, requests, refuse, agree, shows, clock } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  requests.length = 0;
  refuse('*4', 'NETWORK');
  refuse('mark', 'NETWORK');
  const switching = transfer.setLines(['INITIAL']);
  await clock.pass(600);
  agree('mark');
  await clock.pass(500);
  await switching;
  const byName = 'mark session-1 transfer-1 INITIAL';
  expect(requests).toEqual(['dtmf call-1 *4', byName, byName]);
  refuse('*5', 'NETWORK');
  const conferring = transfer.setLines(['INITIAL', 'TARGET']);
  await clock.pass(500);
  await conferring;
  expect(requests.at(-1)).toBe('mark session-1 transfer-1 BOTH');
});

test('a lost order to give up a transfer is repeated, and a lost answer to it is no failure', async () => {
  const { out, transfer, requests, refuse, agree, shows, clock } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  refuse('*8', 'NETWORK');
  const first = transfer.abort();
  await clock.pass(400);
  // The next transfer waits for the answer to this order, so that a repeated code does not end it.
  const next = out.call.startTransfer({ number: '+49304', sessionId: 'next', ownNumber: null });
  await clock.pass(0);
  expect(requests.at(-1)).toBe('dtmf call-1 *8');
  refuse('*8', 'CONFLICT');
  await clock.pass(500);
  await first;
  agree('*8');
  await clock.pass(3_000);
  await next;
  expect(requests.slice(-4)).toEqual(['dtmf call-1 *8', 'dtmf call-1 *8', 'dtmf call-1 *3', 'dtmf call-1 0049304#']);
});

test('an order to give up a transfer that the server does not know is refused', async () => {
  const { transfer, refuse } = await transferring();
  refuse('*8', 'CONFLICT');
  await expect(transfer.abort()).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a target that is hung up before its digits are sent is never called', async () => {
  const { out, requests, clock } = await talking();
  const starting = out.call.startTransfer({ number: '+49303', sessionId: 'mine', ownNumber: null });
  await clock.pass(500);
  out.call.hangUp();
  await clock.pass(2_000);
  await starting.catch(() => {});
  expect(requests.filter((each) => each.includes('0049303'))).toEqual([]);
});

test('hanging up completes the transfer by DELETE, and the row tells the outcome', async () => {
  const { out, line, requests, shows, happens, connections, openTracks } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  out.call.hangUp();
  expect(requests).toContain('DELETE call-1');
  await happens('terminated', 'call-1', { reason: 'HANGUP' });
  expect(out.types()).not.toContain('ended');
  await shows(row({ state: 'ended' }));
  await shows(row({ state: 'ended', transferredTo: { number: '+49303', name: 'Eve', failed: false } }));
  expect(out.types().slice(-2)).toEqual(['transferred', 'ended']);
  expect(line.types().at(-1)).toBe('ended');
  expect([connections[0]?.state.closed, openTracks()]).toEqual([true, 0]);
});

test('a hand-over without an outcome in the row counts as failed', async () => {
  const { out, shows, clock } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  out.call.hangUp();
  await shows(row({ state: 'ended' }));
  await clock.pass(3_000);
  expect(out.types().slice(-2)).toEqual(['transferFailed', 'ended']);
});

test('the user continues with TARGET in the same audio after INITIAL has left, and can hang up', async () => {
  const { out, line, requests, shows, clock, connections, openTracks, happens } = await transferring();
  await happens('transferring', 'call-1');
  await shows(inTransfer({ state: 'talking' }));
  const goesOn = row({ id: 'server-session', state: 'talking', number: '+49303' });
  const left = row({ state: 'ended', transferredTo: { number: '+49303', name: null, failed: false } });
  await shows(left);
  await shows(left, goesOn);
  await clock.pass(700);
  expect(out.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(line.types()).toEqual(['answered', 'connected', 'audio']);
  expect([connections[0]?.state.closed, openTracks()]).toEqual([false, 1]);
  line.call.hangUp();
  await settle();
  expect(requests).toContain('DELETE call-1');
  expect(line.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'user' });
  expect([connections[0]?.state.closed, openTracks()]).toEqual([true, 0]);
});

test('the answer of TARGET is read from its own row when INITIAL leaves while TARGET rings', async () => {
  const { out, line, shows, requests, openTracks } = await transferring();
  await shows(inTransfer({ state: 'ringing' }));
  await shows(row({ state: 'ended' }), row({ id: 'server-session', state: 'ringing', number: '+49303' }));
  expect(out.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(line.types()).toEqual(['remoteRings', 'audio']);
  await shows(row({ id: 'server-session', state: 'talking', number: '+49303' }));
  expect(line.types()).toEqual(['remoteRings', 'audio', 'answered', 'connected']);
  await line.call.hold(true);
  expect(requests.at(-1)).toBe('hold call-1 true');
  expect(line.facts.at(-1)).toEqual({ type: 'held', held: true });
  line.call.hangUp();
  expect([line.types().at(-1), openTracks()]).toEqual(['ended', 0]);
});

test('INITIAL leaves before any row told of the transfer: TARGET is found by the leg that it shares', async () => {
  const { out, line, shows, clock } = await transferring();
  await shows(row({ state: 'ended' }));
  await shows(row({ state: 'ended' }), row({ id: 'server-session', state: 'ringing', number: '+49303' }));
  await clock.pass(700);
  expect(out.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(line.types()).not.toContain('ended');
  await shows(row({ id: 'server-session', state: 'talking', number: '+49303' }));
  expect(line.types()).toContain('answered');
});

test('a TARGET that is answered by another phone of the user is not the end of INITIAL', async () => {
  const { out, line, shows } = await transferring();
  const deskPhone = row({ id: 'server-session', callId: 'desk-phone', state: 'talking', direction: 'INCOMING' });
  await shows(inTransfer({ state: 'talking' }));
  await shows(inTransfer({ state: 'talking' }), deskPhone);
  expect(out.types()).not.toContain('ended');
  expect(line.types()).toContain('answered');
  await shows(row({ state: 'ended' }), row({ id: 'server-session', state: 'talking', number: '+49303' }));
  expect(out.types()).toContain('ended');
  expect(line.types()).not.toContain('ended');
});

test('a TARGET that the user continued with can be handed over in its turn', async () => {
  const { line, shows, clock, requests, openTracks } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  const alone = row({ id: 'server-session', state: 'talking', number: '+49303' });
  await shows(row({ state: 'ended' }), alone);
  requests.length = 0;
  const starting = line.call.startTransfer({ number: '+49304', sessionId: 'next', ownNumber: null });
  await clock.pass(2_000);
  const asked = follow((await starting).line);
  expect(requests).toEqual(['dtmf call-1 *3', 'dtmf call-1 0049304#']);
  await shows({ ...alone, transfer: target({ id: 'transfer-2', sessionId: 'session-3', state: 'talking' }) });
  expect(asked.types()).toEqual(['answered', 'connected']);
  line.call.hangUp();
  await shows({ ...alone, state: 'ended', transferredTo: { number: '+49304', name: null, failed: false } });
  expect(line.types().slice(-2)).toEqual(['transferred', 'ended']);
  expect([asked.types().at(-1), openTracks()]).toEqual(['ended', 0]);
});

test('XFER-003: a transfer that was typed on the keypad has two lines, and hanging up closes the microphone', async () => {
  const { out, requests, shows, happens, openTracks, clock } = await talking();
  out.call.sendTones('*313#');
  await happens('transferring', 'call-1', { transferId: 'transfer-1' });
  expect(out.types()).not.toContain('transferring');
  await shows(inTransfer({ state: 'ringing' }));
  await shows(inTransfer({ state: 'ringing' }));
  const told = out.facts.filter((fact) => fact.type === 'transferBegan');
  expect(told).toHaveLength(1);
  const [{ transfer } = { transfer: null }] = told;
  if (transfer === null) throw new Error('no transfer was told of');
  const line = follow(transfer.line);
  await shows(inTransfer({ state: 'talking' }));
  expect(line.types()).toEqual(['remoteRings', 'answered', 'connected']);
  await transfer.setLines(['INITIAL']);
  expect(requests.at(-1)).toBe('dtmf call-1 *4');
  out.call.hangUp();
  await shows(row({ state: 'ended' }));
  await clock.pass(3_000);
  expect([requests.includes('DELETE call-1'), out.types().at(-1), openTracks()]).toEqual([true, 'ended', 0]);
});

test('a transfer that is given up before the row tells of it does not come back', async () => {
  const { out, transfer, shows, clock } = await transferring();
  await transfer.abort();
  await shows(inTransfer({ state: 'dialling' }));
  await shows(inTransfer({ state: 'ended' }));
  await clock.pass(1_000);
  await shows(row({ state: 'talking' }));
  expect(out.types()).not.toContain('transferBegan');
});

test('a TARGET that the user continued with hangs up', async () => {
  const { line, shows, clock, happens, openTracks } = await transferring();
  await shows(inTransfer({ state: 'talking' }));
  await shows(row({ state: 'ended' }), row({ id: 'server-session', state: 'talking', number: '+49303' }));
  await clock.pass(700);
  await happens('remote-hangup', 'call-1');
  expect(line.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(openTracks()).toBe(0);
});

test('a reloaded page continues both lines', async () => {
  const { stored } = await transferring();
  const after = sitDown({ stored });
  const running = { state: 'talking', activeLines: ['TARGET'] };
  await after.shows(inTransfer(running));
  await after.start();
  const transfer = after.resumedAs[0]?.transfer;
  if (!transfer) throw new Error('no transfer went on');
  const line = follow(transfer.line);
  expect(transfer.line).toMatchObject({ sessionId: 'server-session', number: '+49303' });
  expect(after.resumed[0]?.call).toMatchObject({ sessionId: 'session-1', number: '+49301' });
  expect(line.types()).toEqual(['answered', 'connected']);
  await transfer.setLines(['INITIAL']);
  await transfer.setLines(['INITIAL', 'TARGET']);
  await transfer.abort();
  expect(after.requests.filter((each) => each.startsWith('dtmf'))).toEqual([
    'dtmf call-1 *4',
    'dtmf call-1 *5',
    'dtmf call-1 *8',
  ]);
  expect(line.facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'user' });
});

test('hanging up in a reloaded page hands over, as before', async () => {
  const { stored } = await transferring();
  const after = sitDown({ stored });
  await after.shows(inTransfer({ state: 'talking' }));
  await after.start();
  after.resumed[0]?.call.hangUp();
  await settle();
  expect(after.requests).toContain('DELETE call-1');
  expect(after.resumed[0]?.types()).not.toContain('ended');
  await after.shows(row({ state: 'ended', transferredTo: { number: '+49303', name: null, failed: false } }));
  expect(after.resumed[0]?.types().slice(-2)).toEqual(['transferred', 'ended']);
});

test('a page that is reloaded after INITIAL left continues with TARGET', async () => {
  const { stored } = await transferring();
  const after = sitDown({ stored });
  await after.shows(row({ id: 'server-session', state: 'talking', number: '+49303' }));
  await after.start();
  expect(after.resumed.map(({ call }) => call.number)).toEqual(['+49303']);
});

test('a transfer whose digits cannot be sent is a failed dial, and INITIAL continues', async () => {
  const { out, refuse } = await talking();
  refuse('dtmf', 'CONFLICT');
  const request = { number: '+49303', sessionId: 'mine', ownNumber: null };
  await expect(out.call.startTransfer(request)).rejects.toMatchObject({ code: 'DIAL_FAILED' });
  expect(out.types()).not.toContain('ended');
});
