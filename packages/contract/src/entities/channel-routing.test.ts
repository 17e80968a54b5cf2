import { describe, expect, test } from 'vitest';
import { channelRouting, readRouting, storedRouting, timeZone } from './channel-routing.ts';

const refusedAt = (routing: unknown): string[] => {
  const parsed = channelRouting.safeParse(routing);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('the routing of a channel', () => {
  test('rings all together and knows neither hours nor overflow by default', () => {
    expect(channelRouting.parse({})).toMatchObject({
      strategy: 'all-at-once',
      ringSeconds: 30,
      overflow: { kind: 'none' },
      hours: null,
      voicemail: { enabled: false },
      followUpSeconds: 0,
    });
  });

  test.each([
    [{ ringSeconds: 4 }, 'ringSeconds'],
    [{ ringSeconds: 30.5 }, 'ringSeconds'],
    [{ strategy: 'random' }, 'strategy'],
    [{ overflow: { kind: 'number', number: '030 123' } }, 'overflow.number'],
    [{ overflow: { kind: 'voicemail' } }, 'overflow'],
    [{ closed: { kind: 'voicemail' } }, 'closed'],
    [{ hours: { monday: [{ from: '17:00', until: '08:00' }] } }, 'hours.monday.0.until'],
    [{ hours: { monday: [{ from: '08:60', until: '17:00' }] } }, 'hours.monday.0.from'],
    [{ hours: { monday: [{ from: '08:00', until: '24:30' }] } }, 'hours.monday.0.until'],
    [{ holidays: [{ from: '2026-02-30', until: '2026-03-01', name: 'Never' }] }, 'holidays.0.from'],
    [{ holidays: [{ from: '2026-12-26', until: '2026-12-24', name: 'Christmas' }] }, 'holidays.0.until'],
    [{ announcementId: '../../etc/passwd' }, 'announcementId'],
    [{ memberOrder: ['w1', 'w1'] }, 'memberOrder'],
    [{ waiting: { longestSeconds: 9 } }, 'waiting.longestSeconds'],
    [{ waiting: { longestSeconds: 7201 } }, 'waiting.longestSeconds'],
    [{ waiting: { mostCallers: 0 } }, 'waiting.mostCallers'],
    [{ waiting: { positionEverySeconds: 5 } }, 'waiting.positionEverySeconds'],
    [{ waiting: { musicId: '../../etc/passwd' } }, 'waiting.musicId'],
    [{ waiting: { full: { kind: 'voicemail' } } }, 'waiting.full'],
    [{ waiting: { first: ['+49301', '0301'] } }, 'waiting.first.1'],
  ])('%o is refused at %s', (routing, path) => {
    expect(refusedAt(routing)).toEqual([path]);
  });

  test('stored settings that are no longer readable become the default', () => {
    const times = { ringSeconds: 40, followUpSeconds: 60 };
    expect(readRouting({ strategy: 'random', turnSeconds: 20 }, times)).toMatchObject({
      ...times,
      strategy: 'all-at-once',
      turnSeconds: 20,
    });
    expect(readRouting({}, { ...times, ringSeconds: 2 }).ringSeconds).toBe(2);
  });

  test('is read again as it was stored', () => {
    const routing = channelRouting.parse({ strategy: 'fixed-order', ringSeconds: 60, hours: { monday: [] } });
    const { stored, ...times } = storedRouting(routing);
    expect(Object.keys(stored)).not.toContain('ringSeconds');
    expect(readRouting(JSON.parse(JSON.stringify(stored)), times)).toEqual(routing);
  });
});

test.each([
  ['Europe/Berlin', true],
  ['America/New_York', true],
  ['UTC', true],
  ['+02:00', false],
  ['Mars/Olympus', false],
  ['', false],
])('%s is a time zone: %s', (name, is) => {
  expect(timeZone.safeParse(name).success).toBe(is);
});

test('a holiday that was named before names had to be one line is kept, with a plain name', () => {
  const days = { from: '2026-12-24', until: '2026-12-26' };
  const stored = {
    holidays: [
      { ...days, name: 'Christ\nmas\u202e' },
      { ...days, name: '\u202e' },
    ],
  };
  const read = readRouting(stored, { ringSeconds: 30, followUpSeconds: 0 });
  expect(read.holidays.map(({ name }) => name)).toEqual(['Christ mas', '–']);
  expect(channelRouting.safeParse(read).success).toBe(true);
});
