import { writeFile } from 'node:fs/promises';
import { wavOf } from '@sidetone/wav/wav.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
/** The sound that plays is over. */
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await floor.clock.pass(0);
}
async function press(digit: string): Promise<void> {
  floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await floor.clock.pass(0);
}
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
/** What a caller said is recorded; media writes two channels. */
async function said(durationMs: number, loudness = 2000): Promise<void> {
  const { endpointId, endpoint } = only();
  const { recording } = endpoint;
  if (!recording) throw new Error('nothing is recorded');
  endpoint.recording = null;
  const { path, recordingId } = recording;
  const side = Int16Array.from({ length: 1600 }, (_, at) => (at % 2 === 0 ? loudness : -loudness));
  await writeFile(path, wavOf([side, side], 16_000));
  floor.media.tell({ type: 'recorded', endpointId, recordingId, path, durationMs });
  await vi.waitFor(() => expect(playing()).not.toBe('beep.wav'));
}
async function upToTheTone(code: string, prompt = 'greeting-record.de.wav'): Promise<Handset> {
  const caller = await floor.dial('ben', code);
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await floor.clock.pass(0);
  await vi.waitFor(() => expect(playing()).toBe(prompt));
  await played();
  expect(playing()).toBe('beep.wav');
  await played();
  await vi.waitFor(() => expect(only().endpoint.recording).toBeTruthy());
  return caller;
}

describe('a greeting', () => {
  test('is said, heard, and kept with #', async () => {
    const caller = await upToTheTone('*98');
    await said(3000);
    expect(playing()).toMatch(/\.mono$/);
    await played();
    expect(playing()).toBe('greeting-keep.de.wav');
    await press('#');
    await vi.waitFor(() => expect(floor.voicemails.lines).toEqual(['greeting c-ben']));
    await vi.waitFor(() => expect(playing()).toBe('confirmation'));
    await played();
    await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
    // A code that was dialled is a call that was made.
    expect(floor.book.lines).toContain('established wben');
    expect(floor.book.lines.at(-1)).toBe('ended HANGUP');
    expect(floor.media.endpoints.size).toBe(0);
  });

  test('is said again after 1, and is as before when the caller hangs up', async () => {
    const caller = await upToTheTone('*98');
    await said(3000);
    await press('1');
    await vi.waitFor(() => expect(playing()).toBe('greeting-record.de.wav'));
    await floor.hangUp(caller);
    await floor.clock.pass(0);
    expect(floor.voicemails.lines).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('of a shared channel is for those who are in it', async () => {
    floor.queues.set('queue', someQueue(['wben'], {}, { channelId: 'queue' }));
    await upToTheTone('*9820');
    await said(3000);
    await press('#');
    await vi.waitFor(() => expect(floor.voicemails.lines).toEqual(['greeting queue']));
    const stranger = await floor.dial('anna', '*9820');
    expect(floor.told(stranger)).toEqual(['refuse 404']);
    expect(floor.told(await floor.dial('anna', '*9899'))).toEqual(['refuse 404']);
  });

  test('is asked for again where nobody said a word, and played again with 2', async () => {
    await upToTheTone('*98');
    await said(3000, 5);
    await vi.waitFor(() => expect(playing()).toBe('greeting-record.de.wav'));
    await played();
    await played();
    await said(3000);
    await press('2');
    await vi.waitFor(() => expect(playing()).toMatch(/\.mono$/));
    await press('#');
    await vi.waitFor(() => expect(floor.voicemails.lines).toEqual(['greeting c-ben']));
  });
});

describe('an announcement', () => {
  const record = () => upToTheTone('*964821', 'announcement-record.de.wav');

  test('is said by who was given the code, with each step known, and kept with #', async () => {
    const caller = await record();
    await said(3000);
    expect(floor.announcements.lines).toEqual(['asked', 'speaking', 'hearing']);
    await press('#');
    await vi.waitFor(() => expect(playing()).toBe('confirmation'));
    expect(floor.announcements.lines.at(-1)).toBe('kept 3000 ms, 3244 bytes');
    await played();
    await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
    expect(floor.announcements.lines.at(-1)).toBe('over');
    expect(floor.voicemails.lines).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is not kept where the caller hangs up, or says nothing', async () => {
    const caller = await record();
    await said(3000, 5);
    await vi.waitFor(() => expect(playing()).toBe('announcement-record.de.wav'));
    await floor.hangUp(caller);
    await vi.waitFor(() => expect(floor.announcements.lines).toEqual(['asked', 'speaking', 'asked', 'over']));
    expect(await floor.isQuiet()).toBe(true);
  });

  test('ends with the next step once nobody wants it any longer', async () => {
    const caller = await record();
    floor.announcements.isWanted = false;
    const { endpointId, endpoint } = only();
    const path = endpoint.recording?.path ?? '';
    const recordingId = endpoint.recording?.recordingId ?? '';
    await writeFile(path, wavOf([new Int16Array(1600).fill(2000), new Int16Array(1600)], 16_000));
    floor.media.tell({ type: 'recorded', endpointId, recordingId, path, durationMs: 3000 });
    await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
    expect(floor.announcements.lines.filter((line) => line.startsWith('kept'))).toEqual([]);
  });

  test('is for nobody else, for no other code, and for nobody who is handed over', async () => {
    expect(floor.told(await floor.dial('anna', '*964821'))).toEqual(['refuse 404']);
    expect(floor.told(await floor.dial('ben', '*964822'))).toEqual(['refuse 404']);
    expect(floor.told(await floor.dial('ben', '*96'))).toEqual(['refuse 404']);
  });

  test('can be said once the own devices rang for it', async () => {
    await floor.exchange.startCall('wben', { number: '*964821', ownNumber: null, channelId: null, sessionId: null });
    await floor.clock.pass(0);
    await floor.pickUp('ben');
    await vi.waitFor(() => expect(playing()).toBe('announcement-record.de.wav'));
    expect(floor.announcements.lines).toEqual(['asked']);
  });
});
