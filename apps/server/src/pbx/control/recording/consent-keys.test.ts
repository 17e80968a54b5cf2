import { beforeEach, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';
import { fakeRecordings } from '../testing/fake-recordings.ts';
import { recordingDesk } from './recordings.ts';

let floor: FakeFloor;
let anna: Handset;
let ben: Handset;

const state = () => floor.row('ben')?.body.recording?.state;
/** Ben wants to record, and anna hears the question. */
async function asks(): Promise<{ readonly end: Promise<string> }> {
  const end = floor.exchange.startRecording('wben', { id: ben.callId }).then(
    () => 'agreed',
    ({ code }: { code: string }) => code,
  );
  await settle();
  expect(state()).toBe('asking');
  return { end };
}
/** Anna presses a key, which her phone sends in these ways, one after the other. */
async function press(digit: string, ...ways: readonly ('info' | 'audio')[]): Promise<void> {
  const [endpointId = ''] = [...floor.media.endpoints].find(([, { sound }]) => sound !== null) ?? [];
  for (const way of ways) {
    if (way === 'info') floor.legs.tell({ type: 'info', legId: anna.legId, digit, durationMs: 100 });
    else floor.media.tell({ type: 'dtmf', endpointId, digit, durationMs: 100 });
    await settle();
  }
}

beforeEach(async () => {
  floor = new FakeFloor();
  floor.recordings = recordingDesk(fakeRecordings);
  await FakeFloor.open(floor);
  const settings = await floor.directory.callSettings('s1');
  floor.directory.callSettings = async () => ({ ...settings, recordingConsent: 'keypress' });
  [anna, ben] = await floor.talk('anna', 'ben');
});

test.each([[['info']], [['audio']], [['info', 'audio']], [['audio', 'info']]] as const)(
  'a phone that sends keys by %s agrees to a recording',
  async (ways) => {
    const { end } = await asks();
    await press('1', ...ways);
    expect([await end, state()]).toEqual(['agreed', 'recording']);
  },
);

test('a key that came by INFO does not answer the next question in the audio as well', async () => {
  const first = await asks();
  await press('2', 'info');
  expect(await first.end).toBe('WRONG_STATE');
  const second = await asks();
  await press('2', 'audio');
  expect(state()).toBe('asking');
  await press('1', 'info');
  expect([await second.end, state()]).toEqual(['agreed', 'recording']);
});
