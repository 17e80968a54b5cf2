import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { describe, expect, test } from 'vitest';
import { openingAt, wallTime } from './opening.ts';

const officeHours = [
  { from: '08:00', until: '12:00' },
  { from: '13:00', until: '17:00' },
];
const routing = channelRouting.parse({
  hours: {
    monday: officeHours,
    saturday: [{ from: '22:00', until: '24:00' }],
    sunday: [{ from: '00:00', until: '03:00' }],
  },
  holidays: [
    {
      from: '2026-12-24',
      until: '2026-12-26',
      name: 'Christmas',
      destination: { kind: 'channel', channelId: 'night' },
    },
    { from: '2026-11-23', until: '2026-11-23', name: 'Outing' },
  ],
  closed: { kind: 'number', number: '+4930123456' },
});
const isOpen = (at: string, timeZone = 'Europe/Berlin') => openingAt(routing, new Date(at), timeZone).open;

test.each([
  // Monday, 16 November 2026, in winter time.
  ['2026-11-16T06:59:59Z', false],
  ['2026-11-16T07:00:00Z', true],
  ['2026-11-16T10:59:59Z', true],
  ['2026-11-16T11:00:00Z', false],
  ['2026-11-16T12:00:00Z', true],
  ['2026-11-16T16:00:00Z', false],
  ['2026-11-17T09:00:00Z', false],
  // Monday, 13 July 2026, in summer time: the clock on the wall decides.
  ['2026-07-13T05:59:59Z', false],
  ['2026-07-13T06:00:00Z', true],
])('at %s a channel in Berlin is open: %s', (at, open) => {
  expect(isOpen(at)).toBe(open);
});

test('the same moment is another hour elsewhere', () => {
  expect(isOpen('2026-11-16T13:30:00Z')).toBe(true);
  expect(isOpen('2026-11-16T13:30:00Z', 'America/New_York')).toBe(true);
  expect(isOpen('2026-11-16T08:00:00Z', 'America/New_York')).toBe(false);
  expect(wallTime(new Date('2026-11-16T23:30:00Z'), 'Asia/Kathmandu')).toEqual({
    date: '2026-11-17',
    weekday: 'tuesday',
    time: '05:15',
  });
});

test('midnight belongs to the day that begins', () => {
  expect(wallTime(new Date('2026-11-15T23:00:00Z'), 'Europe/Berlin')).toEqual({
    date: '2026-11-16',
    weekday: 'monday',
    time: '00:00',
  });
  expect(isOpen('2026-11-14T22:59:59Z')).toBe(true);
  expect(isOpen('2026-11-14T23:00:00Z')).toBe(true);
});

describe('when clocks change', () => {
  test('the hour that is left out is no hour of the channel, and closing comes an hour earlier', () => {
    // 29 March 2026: 02:00 becomes 03:00 in Berlin.
    expect(wallTime(new Date('2026-03-29T00:59:59Z'), 'Europe/Berlin').time).toBe('01:59');
    expect(isOpen('2026-03-29T00:59:59Z')).toBe(true);
    expect(wallTime(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin').time).toBe('03:00');
    expect(isOpen('2026-03-29T01:00:00Z')).toBe(false);
  });

  test('the hour that comes twice is open twice', () => {
    // 25 October 2026: 03:00 becomes 02:00.
    expect(isOpen('2026-10-25T00:30:00Z')).toBe(true);
    expect(isOpen('2026-10-25T01:30:00Z')).toBe(true);
    expect(isOpen('2026-10-25T02:00:00Z')).toBe(false);
  });
});

describe('a holiday', () => {
  test('comes before the week and has a destination of its own', () => {
    expect(openingAt(routing, new Date('2026-12-24T09:00:00Z'), 'Europe/Berlin')).toEqual({
      open: false,
      holiday: 'Christmas',
      byHand: false,
      destination: { kind: 'channel', channelId: 'night' },
    });
  });

  test('without one goes where closed channels send their calls', () => {
    expect(openingAt(routing, new Date('2026-11-23T09:00:00Z'), 'Europe/Berlin')).toEqual({
      open: false,
      holiday: 'Outing',
      byHand: false,
      destination: { kind: 'number', number: '+4930123456' },
    });
  });

  test('lasts until its last day is over by the clock there', () => {
    const ends = (at: string) => openingAt(routing, new Date(at), 'Europe/Berlin');
    expect(ends('2026-12-26T22:59:59Z')).toMatchObject({ holiday: 'Christmas' });
    expect(ends('2026-12-26T23:00:00Z')).toEqual({ open: true });
  });
});

test('a channel without hours is always open', () => {
  expect(openingAt(channelRouting.parse({}), new Date(0), 'UTC')).toEqual({ open: true });
});

describe('what is switched by hand', () => {
  const closedAt = '2026-11-16T11:30:00Z';
  const openAt = '2026-11-16T07:30:00Z';
  const held = (state: 'open' | 'closed', until: string | null, at: string) =>
    openingAt({ ...routing, held: { state, until } }, new Date(at), 'Europe/Berlin');

  test('comes before hours and holidays', () => {
    expect(held('open', null, closedAt)).toEqual({ open: true });
    expect(held('open', null, '2026-12-24T09:00:00Z')).toEqual({ open: true });
    expect(held('closed', null, openAt)).toEqual({
      open: false,
      holiday: null,
      byHand: true,
      destination: { kind: 'number', number: '+4930123456' },
    });
  });

  test('lasts until its moment, which no longer belongs to it', () => {
    expect(held('closed', '2026-11-16T07:30:00.001Z', openAt)).toMatchObject({ open: false });
    expect(held('closed', openAt, openAt)).toEqual({ open: true });
    expect(held('open', '2026-11-16T12:30:00.001+01:00', closedAt)).toEqual({ open: true });
    expect(held('open', closedAt, closedAt)).toMatchObject({ open: false, byHand: false });
  });
});
