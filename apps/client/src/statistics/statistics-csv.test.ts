import { statistics } from '@sidetone/contract/entities/statistics.ts';
import { expect, test } from 'vitest';
import { statisticsCsv } from './statistics-csv.ts';

const figures = { calls: 3, incoming: 2, answered: 1, missed: 1, waitSeconds: 14, talkSeconds: null };
const shown = statistics.parse({
  id: 'wanna',
  from: '2026-11-20',
  to: '2026-11-20',
  timeZone: 'Europe/Berlin',
  now: figures,
  before: figures,
  unresolved: { calls: 0, missed: 0 },
  perDay: [{ day: '2026-11-20', incoming: 1, outgoing: 1, missed: 1 }],
  busyHours: [],
  channels: [{ channelId: 'cteam', ...figures, perDay: [3] }],
  waiting: [],
  topics: [],
});
const words = {
  channel: 'Channel',
  day: 'Day',
  calls: 'Calls',
  incoming: 'Incoming',
  outgoing: 'Outgoing',
  answered: 'Answered',
  missed: 'Missed',
  wait: 'Wait',
  talk: 'Talk',
  all: 'All channels',
};

test('the file has the figures of channels and of days, and no name of a channel is a formula', () => {
  expect(statisticsCsv(shown, () => '=HYPERLINK("http://evil.example","Team")', words).split('\r\n')).toEqual([
    'Channel,Calls,Incoming,Answered,Missed,Wait (s),Talk (s)',
    'All channels,3,2,1,1,14,',
    '"\'=HYPERLINK(""http://evil.example"",""Team"")",3,2,1,1,14,',
    '',
    'Day,Incoming,Outgoing,Missed',
    '2026-11-20,1,1,1',
    '',
  ]);
});
