import { callRecordFilter } from '@sidetone/contract/entities/call-record.ts';
import { expect, test } from 'vitest';
import { everyCallSince, wantedRecords } from './record-filter.ts';

const since = everyCallSince('2026-03-28');

test('both days of a period count, also where a clock changes between them', () => {
  const wanted = wantedRecords({ ...since, until: '2026-03-29' }, '');
  expect(wanted).toEqual({
    from: new Date(2026, 2, 28).toISOString(),
    until: new Date(2026, 2, 30).toISOString(),
  });
});

test.each([
  ['+49 30 / 901-820', '+4930901820'],
  ['Anna', undefined],
  ['12', '12'],
])('typing “%s” filters by the number in it', (typed, number) => {
  expect(wantedRecords(since, typed).number).toBe(number);
});

test('the server accepts everything that can be chosen', () => {
  const choice = {
    ...since,
    direction: 'INCOMING',
    userId: 'w1',
    channelId: 'c1',
    outcome: 'answered',
    length: 'short',
    costCentre: '4711',
  } as const;
  const wanted = wantedRecords(choice, '030');
  expect(callRecordFilter.parse(wanted)).toEqual(wanted);
  expect(wanted).toMatchObject({ minSeconds: 1, maxSeconds: 60, costCentre: '4711', number: '030' });
});
