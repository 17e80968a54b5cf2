import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { beforeEach, expect, test } from 'vitest';
import type { ClassicCalls, CommonCommands } from './classic-door.ts';
import { keyedCommands } from './keyed-commands.ts';

let live: OngoingCall[] = [];
const heard: unknown[][] = [];
const note =
  (name: string, result?: unknown) =>
  async (_userId: string, _call: unknown, ...given: unknown[]) => {
    heard.push([name, ...given]);
    return result as never;
  };
const commands = {
  startRecording: note('startRecording', { recordingId: 'r' }),
  changeRecording: note('changeRecording'),
  setLines: note('setLines'),
  dropTransfer: note('dropTransfer'),
  sendTones: note('sendTones'),
} as Partial<CommonCommands> as CommonCommands;
const calls = { find: () => ({ sipCallId: 'sip-call', sessionId: 's1' }) } as Partial<ClassicCalls> as ClassicCalls;
const transfer: NonNullable<OngoingCall['transfer']> = {
  id: 't',
  sessionId: 's2',
  docId: 'pbx-s2',
  number: '13',
  name: null,
  state: 'talking',
  reason: null,
  establishedAt: null,
  activeLines: ['TARGET'],
};

beforeEach(() => {
  heard.length = 0;
  live = [];
});

/** Anna's call as the exchange shows it now. */
const runs = (more: Partial<OngoingCall>) => {
  const body: OngoingCall = {
    id: 's1',
    callId: 'sip-call',
    docId: 'pbx-s1',
    channelId: null,
    direction: 'OUTGOING',
    state: 'talking',
    number: '12',
    name: null,
    ownNumber: null,
    originalChannelId: null,
    startedAt: '2026-11-20T09:00:00.000Z',
    establishedAt: null,
    endpointId: null,
    onHold: false,
    recording: null,
    transfer: null,
    transferredTo: null,
    ...more,
  };
  live = [body];
};
const keys = (sequence: string, source?: 'keypad') =>
  keyedCommands({ liveCalls: (userId) => (userId === 'wanna' ? live : []), calls, commands, now: () => 0 })(
    'wanna',
    'call',
    sequence,
    source,
  );

test('XFER-009: star-6 starts a recording, stops it, and resumes it', async () => {
  runs({});
  await keys('*6');
  runs({ recording: { id: 'r', state: 'recording' } });
  await keys('*6');
  runs({ recording: { id: 'r', state: 'stopped' } });
  await keys('*6');
  expect(heard).toEqual([['startRecording'], ['changeRecording', null, 'stopped'], ['startRecording']]);
});

test('XFER-006 to -008: star-4 switches to the other line, star-5 brings both together, star-8 gives up', async () => {
  runs({ transfer });
  await keys('*4');
  runs({ transfer: { ...transfer, activeLines: ['INITIAL'] } });
  await keys('*4');
  await keys('*5');
  await keys('*8');
  expect(heard).toEqual([
    ['setLines', 't', ['INITIAL']],
    ['setLines', 't', ['TARGET']],
    ['setLines', 't', ['INITIAL', 'TARGET']],
    ['dropTransfer', 't'],
  ]);
});

test('without a transfer star-8 is refused and does nothing', async () => {
  runs({});
  await expect(keys('*8')).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(heard).toEqual([]);
});

test.each(['*4', '*5', '*8'])('without a transfer %s that a person typed is sent as tones', async (code) => {
  runs({});
  await keys(`1${code}2`, 'keypad');
  expect(heard).toEqual([
    ['sendTones', '1'],
    ['sendTones', code],
    ['sendTones', '2'],
  ]);
});

test('with a transfer a code that a person typed steers it', async () => {
  runs({ transfer });
  await keys('*4', 'keypad');
  expect(heard).toEqual([['setLines', 't', ['INITIAL']]]);
});

test('a transfer of the one who was asked is steered after the first line has left', async () => {
  const asked = { ...transfer, id: 't2', sessionId: 's3', docId: 'pbx-s3', number: '14', state: 'ringing' } as const;
  runs({ id: 's2', transfer: asked });
  await keys('*8');
  expect(heard).toEqual([['dropTransfer', 't2']]);
});
