import { expect, test } from 'vitest';
import { dryRun } from './dry-run.ts';
import { someMember, someQueue } from './testing/some-channel.ts';

const sales = someQueue(
  [someMember('anna'), someMember('ben', { isDnd: true }), someMember('cleo')],
  {
    strategy: 'fixed-order',
    turnSeconds: 10,
    ringSeconds: 30,
    announcementId: 'hello',
    hours: { friday: [{ from: '09:00', until: '17:00' }] },
    holidays: [{ from: '2026-12-25', until: '2026-12-26', name: 'Christmas' }],
    closed: { kind: 'channel', channelId: 'night' },
    overflow: { kind: 'number', number: '+4930123456' },
  },
  { channelId: 'sales' },
);
const night = someQueue(
  ['dan'],
  { overflow: { kind: 'voicemail' }, voicemail: { enabled: true } },
  { channelId: 'night' },
);
const run = (at: string, given = {}) =>
  dryRun({
    channelId: 'sales',
    at: new Date(at),
    channelById: (id) => [sales, night].find(({ channelId }) => channelId === id),
    ...given,
  });

test('who rings on a Friday at nine', () => {
  expect(run('2026-11-20T08:00:00Z')).toEqual([
    { channelId: 'sales', afterSeconds: 0, what: 'announcement', announcementId: 'hello' },
    { channelId: 'sales', afterSeconds: 0, what: 'rings', userIds: ['anna'], seconds: 10 },
    { channelId: 'sales', afterSeconds: 10, what: 'rings', userIds: ['cleo'], seconds: 20 },
    { channelId: 'sales', afterSeconds: 30, what: 'number', number: '+4930123456', userId: null },
  ]);
});

test.each([
  ['2026-11-21T08:00:00Z', null],
  ['2026-12-25T10:00:00Z', 'Christmas'],
])('who rings when it is closed, at %s', (at, holiday) => {
  expect(run(at)).toEqual([
    { channelId: 'sales', afterSeconds: 0, what: 'closed', holiday, byHand: false },
    { channelId: 'sales', afterSeconds: 0, what: 'forwarded', toChannelId: 'night' },
    { channelId: 'night', afterSeconds: 0, what: 'rings', userIds: ['dan'], seconds: 30 },
    { channelId: 'night', afterSeconds: 30, what: 'voicemail', maxSeconds: 180 },
  ]);
});

test('callers wait while everybody is in a call', () => {
  expect(run('2026-11-20T08:00:00Z', { isBusy: () => true }).slice(1)).toEqual([
    { channelId: 'sales', afterSeconds: 0, what: 'waits', seconds: 30, inQueue: false },
    { channelId: 'sales', afterSeconds: 30, what: 'number', number: '+4930123456', userId: null },
  ]);
});

test('a channel that is gone ends the call, and so does one where nothing follows', () => {
  expect(dryRun({ channelId: 'gone', at: new Date(), channelById: () => undefined })).toEqual([
    { channelId: 'gone', afterSeconds: 0, what: 'ends', why: 'unavailable' },
  ]);
  const plain = someQueue(['anna']);
  expect(dryRun({ channelId: 'queue', at: new Date(), channelById: () => plain }).at(-1)).toEqual({
    channelId: 'queue',
    afterSeconds: 30,
    what: 'ends',
    why: 'nobodyTookIt',
  });
});

test('a mobile rings along at its time, where those who ring have one, but not for the caller whose it is', () => {
  const queue = someQueue(['anna', 'ben'], { ringSeconds: 20 });
  const after: Record<string, number> = { anna: 5, ben: 20 };
  const members = queue.members.map((member) => ({
    ...member,
    mobiles: [{ number: `+4917055${member.userId.length}`, afterSeconds: after[member.userId] ?? 0, times: null }],
  }));
  const mobiles = (number: string | null) =>
    dryRun({
      channelId: 'queue',
      at: new Date(),
      channelById: () => ({ ...queue, members }),
      caller: { isOutside: true, number },
    }).filter(({ what }) => what === 'mobile');
  expect(mobiles(null)).toEqual([
    { channelId: 'queue', afterSeconds: 5, what: 'mobile', userId: 'anna', number: '+49170554' },
  ]);
  expect(mobiles('+49170554')).toEqual([]);
});
