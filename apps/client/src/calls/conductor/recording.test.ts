import { expect, test } from 'vitest';
import type { Surroundings } from './parts.ts';
import { settle, sitDown } from './testing/desk.ts';

async function talk(like: Partial<Surroundings> = {}) {
  const desk = await sitDown(like);
  desk.exchange.script('+493023125410', 'answer');
  desk.exchange.script('+492214710318', 'answer');
  await desk.conductor.dial({ number: '030 23125410', channelId: null });
  await settle();
  return { ...desk, recording: () => desk.calls().map((call) => call.recording.state) };
}

test('a recording starts, stops, shows for 2 s that it saves, and continues', async () => {
  const { conductor, clock, recording, calls } = await talk();
  await conductor.toggleRecording('mine-1');
  await settle();
  expect(recording()).toEqual(['recording']);
  await clock.pass(3000);
  await conductor.toggleRecording('mine-1');
  expect([recording(), calls()[0]?.recording.recordedMs]).toEqual([['saving'], 3000]);
  await clock.pass(1999);
  expect(recording()).toEqual(['saving']);
  await clock.pass(1);
  expect(recording()).toEqual(['stopped']);
  await conductor.toggleRecording('mine-1');
  await settle();
  expect(recording()).toEqual(['recording']);
});

test('the user is reminded first, once for each call, and nothing is recorded before', async () => {
  let remembered = 0;
  const { conductor, recording } = await talk({
    skipRecordingConsent: () => false,
    rememberConsent: async () => {
      remembered += 1;
    },
  });
  await expect(conductor.toggleRecording('mine-1')).rejects.toMatchObject({ code: 'CONSENT_NEEDED' });
  expect(recording()).toEqual(['none']);
  await conductor.confirmRecording('mine-1', { remember: false });
  await settle();
  expect([recording(), remembered]).toEqual([['recording'], 0]);
  await conductor.toggleRecording('mine-1');
  await conductor.toggleRecording('mine-1');
  await settle();
  expect(recording()).toEqual(['recording']);
});

/** A phone of the classic generation, whose server takes these keys for an order to record. */
async function talkWithCodes(like: Partial<Surroundings> = {}) {
  const desk = await sitDown(like);
  const { phone } = desk;
  const dial = phone.dial.bind(phone);
  phone.dial = async (request) => Object.assign(await dial(request), { recordingCode: '*6' });
  desk.exchange.script('+493023125410', 'answer');
  await desk.conductor.dial({ number: '030 23125410', channelId: null });
  await settle();
  return { ...desk, recording: () => desk.calls()[0]?.recording.state };
}

test('CTRL-011: the code for a recording, typed on the keypad, reminds the user first, and is no tone', async () => {
  const { conductor, clock, phone, recording } = await talkWithCodes({ skipRecordingConsent: () => false });
  const typed = ['1', '*', '6', '2'].map((key) => conductor.sendTones('mine-1', key));
  const answers = Promise.allSettled(typed);
  await clock.pass(500);
  expect((await answers).map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
    typed.map(() => 'CONSENT_NEEDED'),
  );
  expect([recording(), phone.sentTones]).toEqual(['none', ['1', '2']]);
  await conductor.confirmRecording('mine-1', { remember: false });
  await settle();
  expect(recording()).toBe('recording');
});

test('a user who need not be reminded starts and stops a recording by its code', async () => {
  const { conductor, clock, phone, recording } = await talkWithCodes();
  const started = conductor.sendTones('mine-1', '*6');
  await clock.pass(500);
  await started;
  await settle();
  expect(recording()).toBe('recording');
  const stopped = conductor.sendTones('mine-1', '*6');
  await clock.pass(500);
  await stopped;
  expect([recording(), phone.sentTones]).toEqual(['saving', []]);
});

test('not to be reminded again is remembered when it is confirmed', async () => {
  let remembered = 0;
  const rememberConsent = async () => {
    remembered += 1;
  };
  const { conductor } = await talk({ skipRecordingConsent: () => false, rememberConsent });
  await conductor.confirmRecording('mine-1', { remember: true });
  expect(remembered).toBe(1);
});

test('a failed order is undone, and its error thrown', async () => {
  const { conductor, phone, recording } = await talk();
  phone.failNext('record', 'RECORDING_START_FAILED');
  await expect(conductor.toggleRecording('mine-1')).rejects.toMatchObject({ code: 'RECORDING_START_FAILED' });
  expect(recording()).toEqual(['none']);
  await conductor.toggleRecording('mine-1');
  await settle();
  phone.failNext('record', 'RECORDING_STOP_FAILED');
  await expect(conductor.toggleRecording('mine-1')).rejects.toMatchObject({ code: 'RECORDING_STOP_FAILED' });
  expect(recording()).toEqual(['recording']);
});

test('a recording waits for the answer of the other side, which decides', async () => {
  const { exchange, conductor, phone, recording } = await talk();
  exchange.askBeforeRecording();
  await conductor.toggleRecording('mine-1');
  expect(recording()).toEqual(['asking']);
  phone.tell('mine-1', { type: 'recording', state: 'none' });
  expect(recording()).toEqual(['none']);
  await conductor.toggleRecording('mine-1');
  phone.tell('mine-1', { type: 'recording', state: 'recording' });
  expect(recording()).toEqual(['recording']);
});

test('both lines of a transfer show the one recording', async () => {
  const { conductor, recording } = await talk();
  await conductor.dial({ number: '+492214710318', channelId: null });
  await settle();
  await conductor.toggleRecording('mine-2');
  await settle();
  expect(recording()).toEqual(['recording', 'recording']);
});

test('a call that ends ends its recording, and none is started before the answer', async () => {
  const { conductor, recording } = await talk();
  await conductor.toggleRecording('mine-1');
  await settle();
  conductor.hangUp('mine-1');
  expect(recording()).toEqual(['stopped']);

  const ringing = await sitDown();
  ringing.exchange.script('+493023125410', 'ring');
  await ringing.conductor.dial({ number: '030 23125410', channelId: null });
  await ringing.conductor.toggleRecording('mine-1');
  expect(ringing.calls()[0]?.recording.state).toBe('none');
});
