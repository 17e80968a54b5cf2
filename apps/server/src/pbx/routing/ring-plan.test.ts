import { describe, expect, test } from 'vitest';
import type { ChannelMember, DirectoryChannel } from '../ports.ts';
import { ringPlan } from './ring-plan.ts';

const member = (userId: string, given: Partial<ChannelMember> = {}): ChannelMember => ({
  userId,
  displayName: userId,
  dialedIn: true,
  isDnd: false,
  ...given,
});
const channel = (given: Partial<DirectoryChannel>): DirectoryChannel => ({
  channelId: 'c1',
  accountId: 's1',
  type: 'acd',
  name: 'Team',
  ringSeconds: 30,
  members: [],
  ownerUserId: null,
  extension: '20',
  number: null,
  ...given,
});
const privateOf = (owner: ChannelMember, others: ChannelMember[] = []) =>
  channel({ type: 'private', ownerUserId: owner.userId, members: [owner, ...others], ringSeconds: 20 });

describe('a private channel', () => {
  test('rings its owner, dialed in or not, for its own time', () => {
    const plan = ringPlan(privateOf(member('ben', { dialedIn: false }), [member('cleo')]), 'anna');
    expect(plan).toEqual({ ring: ['ben'], forMs: 20_000 });
  });

  test('does not ring an owner who wants no calls', () => {
    expect(ringPlan(privateOf(member('ben', { isDnd: true })), 'anna')).toEqual({ nobody: 'doNotDisturb' });
  });

  test('has nobody to ring once its owner is gone', () => {
    expect(ringPlan(channel({ type: 'private', ownerUserId: 'ben' }), 'anna')).toEqual({ nobody: 'unavailable' });
  });
});

describe('a shared channel', () => {
  test('rings all members that are dialed in and may be disturbed, but never the caller', () => {
    const members = [
      member('anna'),
      member('ben'),
      member('cleo', { dialedIn: false }),
      member('dan', { isDnd: true }),
      member('eve'),
    ];
    expect(ringPlan(channel({ members }), 'anna')).toEqual({ ring: ['ben', 'eve'], forMs: 30_000 });
  });

  test('tells nobody there from nobody willing', () => {
    expect(ringPlan(channel({ members: [member('anna'), member('ben', { dialedIn: false })] }), 'anna')).toEqual({
      nobody: 'unavailable',
    });
    expect(ringPlan(channel({ members: [member('ben', { isDnd: true })] }), 'anna')).toEqual({
      nobody: 'doNotDisturb',
    });
  });
});
