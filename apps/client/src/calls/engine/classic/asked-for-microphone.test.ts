import { expect, test } from 'vitest';
import { settle } from '../../testing/hand-clock.ts';
import { row, sitDown, target } from './testing/fake-classic.ts';

const mine = [{ callId: 'call-1', sessionId: 'session-1' }];

/** A page that was reloaded in a call, and whose browser asks for the microphone again. */
async function reloaded(change: Parameters<typeof row>[0] = {}) {
  const desk = sitDown({ owned: mine });
  const allow = desk.askForMicrophone();
  await desk.shows(row({ state: 'talking', ...change }));
  await desk.start();
  return { ...desk, allow, call: desk.resumed[0]?.call };
}

test('the microphone is closed immediately when the other side left while the next page asked for it', async () => {
  const { shows, clock, allow, openTracks, requests } = await reloaded();
  await shows();
  await clock.pass(10_000);
  await allow();
  expect([openTracks(), requests.filter((each) => each.startsWith('POST peer'))]).toEqual([0, []]);
});

test('no microphone stays open when the user hangs up while the next page asks for it', async () => {
  const { call, allow, openTracks, requests } = await reloaded();
  call?.hangUp();
  await allow();
  expect([openTracks(), requests]).toEqual([0, ['DELETE call-1']]);
});

test('no microphone stays open when the user hands over while the next page asks for it', async () => {
  const { call, allow, openTracks, requests } = await reloaded({ transfer: target({ state: 'ringing' }) });
  call?.hangUp();
  await allow();
  expect(openTracks()).toBe(0);
  expect(requests).toContain('DELETE call-1');
});

test('nothing is dialled here when another page takes the phone while this one asks for the microphone', async () => {
  const { engine, start, askForMicrophone, openTracks, requests } = sitDown();
  await start();
  const allow = askForMicrophone();
  const dialled = engine.dial({ number: '+49301', sessionId: 'session-1', channelId: null, ownNumber: null });
  const refused = expect(dialled).rejects.toMatchObject({ code: 'OFFLINE' });
  await engine.stop('handOver');
  await allow();
  await refused;
  await settle();
  expect([openTracks(), requests]).toEqual([0, []]);
});
