import { beforeAll, expect, test } from 'vitest';
import { startWords } from '#i18n/language.ts';
import type { Call } from '../core/call.ts';
import { testCall } from '../core/testing/test-call.ts';
import type { Transfer } from '../core/transfer.ts';
import { announcementOf, noticeOf } from './announcements.ts';
import { readyKeys, recordedSeconds, runningOf } from './running.ts';
import { header, heldLeonie, people, running } from './testing/samples.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await startWords('en');
});

const remote = (name: string): Call['remote'] => ({
  name,
  organization: null,
  avatarType: 'contact',
  isTeam: false,
  contactId: name,
  userId: null,
});
const ulrike = (more: Partial<Call> = {}): Call => ({
  ...testCall({ id: 'initial' }),
  state: 'WarmTransferStarted',
  establishedAt: 1,
  remote: remote('Ulrike'),
  ...more,
});
const leonie = (more: Partial<Call> = {}): Call => ({
  ...testCall({ id: 'target' }),
  direction: 'OUTGOING',
  state: 'Established',
  establishedAt: 2,
  remote: remote('Leonie'),
  ...more,
});
const transfer = (...activeLines: Transfer['activeLines']): Transfer => ({
  initialId: 'initial',
  targetId: 'target',
  activeLines,
});
const seen = (calls: readonly Call[], warm: Transfer | null = null) =>
  runningOf({ calls, transfer: warm, elsewhere: false });
const namesOf = (shown: ReturnType<typeof seen>) => [shown?.lead.person.name, shown?.other?.person.name];

test('the line that is heard is above, the other one below', () => {
  expect(namesOf(seen([ulrike({ hold: 'held' }), leonie()], transfer('TARGET')))).toEqual(['Leonie', 'Ulrike']);
  expect(namesOf(seen([ulrike(), leonie({ hold: 'held' })], transfer('INITIAL')))).toEqual(['Ulrike', 'Leonie']);
});

test('in a conference both are heard, and the first call stays the first', () => {
  const shown = seen([ulrike(), leonie()], transfer('INITIAL', 'TARGET'));
  expect([...namesOf(shown), shown?.conference]).toEqual(['Ulrike', 'Leonie', true]);
});

test('a failed second line shows its reason beside the call that continues', () => {
  const refused = leonie({ state: 'Terminated', establishedAt: null, reason: 'BUSY_EVERYWHERE' });
  const shown = seen([ulrike({ state: 'Established' }), refused], transfer('TARGET'));
  expect(namesOf(shown)).toEqual(['Ulrike', 'Leonie']);
  expect(shown?.other?.ended).toBe('Busy');
});

test('a call that waited and was taken is no line of a transfer', () => {
  const shown = seen([ulrike({ state: 'Established', hold: 'held' }), leonie({ direction: 'INCOMING' })]);
  expect([...namesOf(shown), shown?.transfer]).toEqual(['Leonie', 'Ulrike', false]);
  expect(seen([ulrike({ hold: 'held' }), leonie()], transfer('TARGET'))?.transfer).toBe(true);
});

test('an incoming call is not yet one of those that run', () => {
  const rings = leonie({ state: 'Ringing', direction: 'INCOMING', establishedAt: null });
  expect(seen([rings])).toBeNull();
  expect(namesOf(seen([ulrike({ state: 'Established' }), rings]))).toEqual(['Ulrike', undefined]);
});

test('the recording of the first call is shown whichever line is heard', () => {
  const recording = { state: 'recording', startedAt: 1000, recordedMs: 5000 } as const;
  const shown = seen([ulrike({ hold: 'held', recording }), leonie()], transfer('TARGET'));
  expect(shown?.recording.state).toBe('recording');
  expect(recordedSeconds(recording, 4500)).toBe(8);
  expect(recordedSeconds({ ...recording, startedAt: null }, 4500)).toBe(5);
});

const dialling = header(people.svenja, { stage: 'dialling', establishedAt: null });
const nothing = {
  keypad: false,
  record: false,
  add: false,
  hold: false,
  switch: false,
  conference: false,
  join: false,
};
const talking = { ...nothing, keypad: true, record: true };

test.each([
  ['nobody has answered yet', running({ lead: dialling }), nothing],
  ['one call', running(), { ...talking, add: true, hold: true }],
  ['one held call', running({ lead: header(people.ulrike, { held: true }) }), { ...talking, add: true, hold: true }],
  ['two calls', running({ other: heldLeonie }), { ...talking, switch: true, conference: true }],
  [
    'a call and one that waited',
    running({ other: heldLeonie, transfer: false }),
    { ...talking, switch: true, join: true },
  ],
  ['the second rings', running({ lead: dialling, other: heldLeonie }), nothing],
  [
    'a conference',
    running({ other: header(people.leonie), conference: true }),
    { ...talking, switch: true, conference: true },
  ],
])('%s: the keys that do something', (_when, call, ready) => {
  expect(readyKeys(call)).toEqual(ready);
});

test.each(['asking', 'starting', 'stopping', 'saving'] as const)('while a recording is %s its key rests', (state) => {
  expect(readyKeys(running({ recording: { state, startedAt: null, recordedMs: 0 } })).record).toBe(false);
});

test('each step of a transfer is announced', () => {
  const say = (calls: readonly Call[], warm: Transfer | null) => announcementOf({ calls, transfer: warm });
  const rings = leonie({ state: 'Ringing', establishedAt: null });
  expect([
    say([ulrike({ state: 'Established' })], null),
    say([ulrike({ hold: 'held' }), rings], transfer('TARGET')),
    say([ulrike({ hold: 'held' }), leonie()], transfer('TARGET')),
    say([ulrike(), leonie()], transfer('INITIAL', 'TARGET')),
    say([ulrike({ state: 'Transferring', transferredTo: 'Leonie' })], null),
    say([ulrike({ state: 'Transferred', transferredTo: 'Leonie' })], null),
    say([ulrike({ state: 'TransferFailed' })], null),
    say([], null),
  ]).toEqual([
    'Connected with Ulrike',
    'Calling Leonie',
    'You are talking to Leonie. Ulrike is on hold',
    'Three on the line',
    'Ulrike: Transferring to Leonie',
    'Ulrike: Transferred to Leonie',
    'Ulrike: Transfer failed',
    '',
  ]);
});

test('recording and a weak connection are announced on their own', () => {
  const recording = { state: 'recording', startedAt: 0, recordedMs: 0 } as const;
  expect(noticeOf(running())).toBe('');
  expect(noticeOf(running({ recording }))).toBe('Recording');
  expect(noticeOf(running({ quality: { bars: 1, cause: 'delay' } }))).toBe('Slow connection, voices arrive late');
  expect(noticeOf(running({ quality: { bars: 2, cause: 'delay' } }))).toBe('');
});

test('a screen reader says where a call was forwarded from, or that the user may not know', () => {
  const ringing = (name: string | null) =>
    ulrike({ direction: 'INCOMING', state: 'Ringing', forwardedFrom: { channelId: 'c2', name } });
  const heard = (name: string | null) => announcementOf({ calls: [ringing(name)], transfer: null });
  expect(heard('Sales')).toMatch(/Ulrike.*Forwarded from Sales$/);
  expect(heard(null)).toMatch(/Forwarded from another channel$/);
});
