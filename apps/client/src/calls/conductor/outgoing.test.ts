import { describe, expect, test } from 'vitest';
import { wordsForLog } from '../engine/call-error.ts';
import { settle, sitDown } from './testing/desk.ts';

const order = (number: string) => ({ number, channelId: null });

test('a dialled call shows immediately, rings with a waiting tone, and is established when it is answered', async () => {
  const { exchange, conductor, calls, sounds } = await sitDown();
  const bob = exchange.phone('12', 'Bob');
  const atBob = Promise.withResolvers<() => Promise<void>>();
  await bob.start({ incoming: (call) => atBob.resolve(() => call.accept()), line: () => {} });
  const dialling = conductor.dial(order('12'));
  expect(calls()[0]).toMatchObject({ state: 'Initial', number: '12', docId: 'sda-mine-1' });
  await dialling;
  await settle();
  expect(calls()[0]?.state).toBe('Ringing');
  expect(sounds).toEqual(['waiting']);
  await (await atBob.promise)();
  await settle();
  expect(calls()[0]?.state).toBe('Established');
  expect(sounds).toEqual(['waiting', 'quiet']);
});

test('a call shows the number that was chosen for it alone; a withheld one leaves that of the channel', async () => {
  const { exchange, conductor, calls } = await sitDown();
  exchange.script('+493023125410', 'ring');
  await conductor.dial({ ...order('030 23125410'), sender: { phoneNumber: '+4940555', phoneId: null } });
  expect(calls()[0]).toMatchObject({ ownNumber: '+4940555' });
  conductor.hangUp('mine-1');
  await conductor.dial({ ...order('030 23125410'), sender: { phoneNumber: 'anonymous', phoneId: null } });
  expect(calls().at(-1)?.ownNumber).not.toBe('anonymous');
});

test('SAPI-058: a call that was meant for the other generation does not begin, unless it is for help', async () => {
  const { exchange, conductor, calls } = await sitDown();
  exchange.script('112', 'ring');
  exchange.script('+493023125410', 'ring');
  const meant = (number: string, hasNeoPbx: boolean) => conductor.dial({ ...order(number), hasNeoPbx });
  await expect(meant('030 23125410', false)).rejects.toMatchObject({ code: 'INVALID_STATE_ERROR' });
  expect(calls()).toEqual([]);
  await meant('112', false);
  expect(calls()[0]).toMatchObject({ number: '112' });
  conductor.hangUp('mine-1');
  await meant('030 23125410', true);
  expect(calls().at(-1)).toMatchObject({ number: '+493023125410' });
});

test('early sound of the network takes the place of the waiting tone', async () => {
  const { exchange, conductor, sounds } = await sitDown();
  exchange.script('+493023125410', 'early');
  await conductor.dial(order('030 23125410'));
  await settle();
  expect(sounds).toEqual(['waiting', 'quiet']);
});

test.each(['BUSY_HERE', 'BUSY_EVERYWHERE', 'NOT_FOUND', 'TEMPORARILY_UNAVAILABLE'] as const)(
  'a call that ends with %s before anybody answered plays the busy tone',
  async (reason) => {
    const { exchange, conductor, calls, sounds } = await sitDown();
    exchange.script('+493023125410', reason);
    await conductor.dial(order('030 23125410'));
    await settle();
    expect(calls()[0]).toMatchObject({ state: 'Terminated', reason, endedBy: 'remote' });
    expect(sounds.at(-1)).toBe('busy');
  },
);

test('an emergency call that nobody takes is reported to the user, unless they gave it up', async () => {
  const { exchange, conductor, problems } = await sitDown();
  exchange.script('112', 'TERMINATED');
  await conductor.dial(order('112'));
  await settle();
  expect(problems).toEqual(['EMERGENCY_FAILED']);
  exchange.script('110', 'ring');
  await conductor.dial(order('110'));
  await settle();
  conductor.hangUp('mine-2');
  expect(problems).toEqual(['EMERGENCY_FAILED']);
});

test('a call that the user gives up plays no busy tone', async () => {
  const { exchange, conductor, calls, sounds } = await sitDown();
  exchange.script('+493023125410', 'ring');
  await conductor.dial(order('030 23125410'));
  await settle();
  conductor.hangUp('mine-1');
  expect(calls()[0]).toMatchObject({ state: 'Terminated', reason: 'HANGUP', endedBy: 'user' });
  expect(sounds).not.toContain('busy');
});

test('a call without an answer for 120 s ends as unavailable', async () => {
  const { exchange, conductor, calls, clock, sounds } = await sitDown();
  exchange.script('+493023125410', 'ring');
  await conductor.dial(order('030 23125410'));
  await clock.pass(120_000);
  expect(calls()[0]).toMatchObject({ state: 'Terminated', reason: 'REQUEST_TIMEOUT', endedBy: 'system' });
  expect(sounds.at(-1)).toBe('busy');
});

test('a dial that fails ends the call, is noted, and is thrown on', async () => {
  const { phone, conductor, calls, failedDials, sounds } = await sitDown();
  phone.failNext('dial', 'MICROPHONE_NOT_FOUND');
  await expect(conductor.dial(order('030 23125410'))).rejects.toMatchObject({ code: 'MICROPHONE_NOT_FOUND' });
  expect(calls()[0]).toMatchObject({ state: 'Terminated', endedBy: 'system' });
  expect(failedDials).toEqual([
    {
      channelId: null,
      target: '+493023125410',
      sender: '+49406696941',
      sessionId: 'mine-1',
      problem: 'MICROPHONE_NOT_FOUND',
    },
  ]);
  expect(sounds).toEqual(['busy']);
});

test('hanging up while the microphone is being opened leaves no call behind', async () => {
  const { exchange, conductor, calls, clock } = await sitDown();
  exchange.script('+493023125410', 'ring');
  const dialling = conductor.dial(order('030 23125410'));
  conductor.hangUp('mine-1');
  await dialling;
  await settle();
  expect(calls()[0]).toMatchObject({ state: 'Terminated', endedBy: 'user' });
  await clock.pass(2300);
  expect(calls()).toEqual([]);
});

describe('while the browser asks for the microphone', () => {
  test('hanging up ends the call, and nobody is rung once the question is answered', async () => {
    const { exchange, phone, conductor, calls, clock, failedDials } = await sitDown();
    const bob = exchange.phone('12', 'Bob');
    const rang: string[] = [];
    await bob.start({ incoming: ({ sessionId }) => rang.push(sessionId), line: () => {} });
    const allow = phone.askForMicrophone();
    const dialling = conductor.dial(order('12'));
    await settle();
    expect(calls()[0]?.state).toBe('Initial');
    conductor.hangUp('mine-1');
    expect(calls()[0]).toMatchObject({ state: 'Terminated', reason: 'HANGUP', endedBy: 'user' });
    await clock.pass(2300);
    expect(calls()).toEqual([]);
    allow();
    await dialling;
    await settle();
    expect([rang, failedDials, calls()]).toEqual([[], [], []]);
  });

  test('a call that was given up leaves room for a new one and for callers', async () => {
    const { exchange, phone, conductor, calls } = await sitDown();
    exchange.script('+493023125410', 'ring');
    const allow = phone.askForMicrophone();
    const first = conductor.dial(order('030 23125410'));
    conductor.hangUp('mine-1');
    const caller = exchange.callFromOutside('11', { number: '+4930111' });
    await settle();
    expect(caller.heard).toEqual(['180']);
    caller.leave();
    await settle();
    const second = conductor.dial(order('030 23125410'));
    allow();
    await Promise.all([first, second]);
    await settle();
    expect(calls().map(({ id, state }) => [id, state])).toEqual([['mine-2', 'Ringing']]);
  });
});

test.each([
  ['', 'EMPTY_NUMBER'],
  ['hello', 'INVALID_PHONE_NUMBER'],
  ['11', 'OWN_NUMBER'],
] as const)('%j is refused with %s before anything starts', async (number, code) => {
  const { conductor, calls, failedDials } = await sitDown();
  await expect(conductor.dial(order(number))).rejects.toMatchObject({ code });
  expect([calls(), failedDials]).toEqual([[], []]);
});

test.each(['NO_MICROPHONE', 'NO_SPEAKERS', 'NO_AUDIO_DEVICES'] as const)(
  'with %s nothing is dialled, except in an emergency',
  async (missing) => {
    const { exchange, conductor, calls } = await sitDown({ missingDevice: () => missing });
    await expect(conductor.dial(order('12'))).rejects.toMatchObject({ code: missing });
    expect(calls()).toEqual([]);
    exchange.script('112', 'ring');
    await conductor.dial(order('112'));
    expect(calls()[0]?.state).toBe('Ringing');
  },
);

test('without a network nothing is dialled although the line is still up, except in an emergency', async () => {
  const { exchange, conductor, calls } = await sitDown({ isOnline: () => false });
  await expect(conductor.dial(order('12'))).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(calls()).toEqual([]);
  exchange.script('112', 'ring');
  await conductor.dial(order('112'));
  expect(calls()[0]?.state).toBe('Ringing');
});

test('an app that the server has no phone for says so, and not that it is offline', async () => {
  const { phone, conductor } = await sitDown();
  phone.setLine({ status: 'DISCONNECTED', reconnect: 'failed', noPhone: true });
  await expect(conductor.dial(order('12'))).rejects.toMatchObject({ code: 'PHONE_NOT_FOUND' });
});

test('the server is asked to check the call a minute after the user hung up, but not after the other side did', async () => {
  const { exchange, conductor, clock, checked } = await sitDown();
  exchange.script('+493023125410', 'answer');
  await conductor.dial(order('030 23125410'));
  await settle();
  conductor.hangUp('mine-1');
  await clock.pass(59_999);
  expect(checked).toEqual([]);
  await clock.pass(1);
  expect(checked).toEqual(['mine-1']);
  await conductor.dial(order('030 23125410'));
  await settle();
  exchange.scriptedLeaves('+493023125410');
  await clock.pass(60_000);
  expect(checked).toEqual(['mine-1']);
});

test('without a line nothing is dialled', async () => {
  const { phone, conductor, calls } = await sitDown();
  phone.setLine({ status: 'DISCONNECTED', reconnect: 'reconnecting' });
  await expect(conductor.dial(order('12'))).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(calls()).toEqual([]);
});

test('a second call is refused while one rings; an emergency call ends it', async () => {
  const { exchange, conductor, calls } = await sitDown();
  exchange.script('+493023125410', 'ring');
  exchange.script('112', 'answer');
  await conductor.dial(order('030 23125410'));
  await settle();
  await expect(conductor.dial(order('12'))).rejects.toMatchObject({ code: 'ALREADY_IN_CALL' });
  // ERR-019 and ERR-021: what the log says of it.
  const said = await conductor.dial(order('12')).catch(wordsForLog);
  expect(said).toMatch(/Already in a call.*New call cannot be started while another call is ringing/);
  await conductor.dial(order('112'));
  await settle();
  expect(calls().map((call) => [call.number, call.state])).toEqual([['112', 'Established']]);
});
