import { expect, test } from 'vitest';
import { type Desk, settle, sitDown } from './testing/desk.ts';

async function talk(): Promise<Desk> {
  const desk = await sitDown();
  desk.exchange.script('+493023125410', 'answer');
  await desk.conductor.dial({ number: '030 23125410', channelId: null });
  await settle();
  expect(desk.calls()[0]?.state).toBe('Established');
  return desk;
}

test('mute shuts the microphone and opens it again', async () => {
  const { conductor, phone, calls } = await talk();
  conductor.toggleMute('mine-1');
  expect([calls()[0]?.mute, phone.microphoneOpen]).toEqual(['USER', false]);
  conductor.toggleMute('mine-1');
  expect([calls()[0]?.mute, phone.microphoneOpen]).toEqual(['NONE', true]);
});

test('hold shuts the microphone first, and the end of it opens it', async () => {
  const { conductor, phone, calls } = await talk();
  const holding = conductor.toggleHold('mine-1');
  expect([calls()[0]?.hold, phone.microphoneOpen]).toEqual(['holding', false]);
  await holding;
  expect(calls()[0]?.hold).toBe('held');
  await conductor.toggleHold('mine-1');
  expect([calls()[0]?.hold, calls()[0]?.mute, phone.microphoneOpen]).toEqual(['none', 'NONE', true]);
});

test('a user who muted before a hold stays muted after it', async () => {
  const { conductor, phone, calls } = await talk();
  conductor.toggleMute('mine-1');
  await conductor.toggleHold('mine-1');
  await conductor.toggleHold('mine-1');
  expect([calls()[0]?.mute, phone.microphoneOpen]).toEqual(['USER', false]);
});

test('a hold that fails is undone and reported', async () => {
  const { conductor, phone, calls, problems, logged } = await talk();
  phone.failNext('hold', 'HOLD_FAILED');
  await conductor.toggleHold('mine-1');
  expect([calls()[0]?.hold, calls()[0]?.mute, phone.microphoneOpen]).toEqual(['none', 'NONE', true]);
  expect(problems).toEqual(['HOLD_FAILED']);
  // ERR-023: the printed text goes to the log.
  expect(logged.at(-1)).toContain('Could not hold call');
});

test('a resume that fails leaves the call on hold and says so', async () => {
  const { conductor, phone, calls, problems } = await talk();
  await conductor.toggleHold('mine-1');
  phone.failNext('hold', 'UNHOLD_FAILED');
  await conductor.toggleHold('mine-1');
  expect([calls()[0]?.hold, phone.microphoneOpen]).toEqual(['held', false]);
  expect(problems).toEqual(['UNHOLD_FAILED']);
});

test('keys typed within 500 ms go out as one', async () => {
  const { conductor, phone, calls, clock } = await talk();
  for (const key of ['1', '2', '#']) void conductor.sendTones('mine-1', key);
  await clock.pass(499);
  expect(phone.sentTones).toEqual([]);
  await clock.pass(1);
  void conductor.sendTones('mine-1', '9');
  await clock.pass(500);
  expect(phone.sentTones).toEqual(['12#', '9']);
  expect(calls()[0]?.typed).toBe('12#9');
});

test('keys that are no tones are not sent, and no key is sent before the answer', async () => {
  const { conductor, phone, clock } = await talk();
  void conductor.sendTones('mine-1', '1 2');
  void conductor.sendTones('mine-1', '+');
  await clock.pass(500);
  expect(phone.sentTones).toEqual([]);

  const ringing = await sitDown();
  ringing.exchange.script('+493023125410', 'ring');
  await ringing.conductor.dial({ number: '030 23125410', channelId: null });
  await settle();
  void ringing.conductor.sendTones('mine-1', '1');
  await ringing.clock.pass(500);
  expect(ringing.phone.sentTones).toEqual([]);
});

test('tones still waiting when the call ends are dropped', async () => {
  const { conductor, phone, clock } = await talk();
  void conductor.sendTones('mine-1', '1');
  conductor.hangUp('mine-1');
  await clock.pass(500);
  expect(phone.sentTones).toEqual([]);
});

test('a call whose audio does not come up within 10 s ends and says so', async () => {
  const { exchange, conductor, clock, problems, calls } = await sitDown();
  exchange.script('+493023125410', 'deaf');
  await conductor.dial({ number: '030 23125410', channelId: null });
  await clock.pass(9_999);
  expect(calls()[0]?.state).toBe('Establishing');
  await clock.pass(1);
  expect(calls()[0]).toMatchObject({ state: 'Terminated', endedBy: 'system' });
  expect(problems).toEqual(['DIAL_FAILED']);
});
