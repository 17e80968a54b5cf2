import { type ChannelMember, channelMember } from '@sidetone/contract/entities/channel.ts';
import { presenceStatus } from '@sidetone/contract/entities/presence.ts';
import { expect, test } from 'vitest';
import { availabilityOf, isOnline, membersInOrder } from './members.ts';

const member = (id: string, lastName: string, more: Partial<ChannelMember> = {}) =>
  channelMember.parse({ id, firstName: id, lastName, dialedIn: true, status: 'ONLINE', ...more });

test('the viewer comes first, then members who are logged in, then the last name decides', () => {
  const members = [
    member('w1', 'Zoeller'),
    member('w2', 'Aydin', { dialedIn: false }),
    member('w3', 'Brandt'),
    member('w4', 'Ahrens', { dialedIn: false }),
    member('w5', 'Yavuz', { dialedIn: false }),
  ];
  expect(membersInOrder(members, [], 'w5').map(({ id }) => id)).toEqual(['w5', 'w3', 'w1', 'w4', 'w2']);
});

test('the member infos count, and a member without one stays as the channel says', () => {
  const members = [member('w1', 'A'), member('w2', 'B')];
  const dialedSince = '2026-11-20T08:02:00.000Z';
  const infos = [{ webuserId: 'w1', status: 'IN_CALL', dialedIn: false, dialedSince } as const];
  expect(membersInOrder(members, infos, null)).toMatchObject([
    { id: 'w2', status: 'ONLINE', dialedIn: true, dialedSince: null },
    { id: 'w1', status: 'IN_CALL', dialedIn: false, dialedSince },
  ]);
});

test('offline, unknown and not available people are not online; everyone else is', () => {
  expect(
    presenceStatus
      .unwrap()
      .options.filter((status) => !isOnline(status))
      .sort(),
  ).toEqual(['OFFLINE', 'PERSONALLY_NOT_AVAILABLE', 'UNKNOWN']);
});

test('members count who are online and logged in', () => {
  const members = [
    member('w1', 'A'),
    member('w2', 'B', { dialedIn: false }),
    member('w3', 'C', { status: 'OFFLINE' }),
    member('w4', 'D', { status: 'DND' }),
  ];
  expect(availabilityOf(members)).toEqual({ online: 2, total: 4 });
});
