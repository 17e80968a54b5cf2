import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import { describe, expect, test } from 'vitest';
import { ownStatus } from './own-status.ts';

type Known = Parameters<typeof ownStatus>[0];

const fine: Known = {
  told: 'ONLINE',
  isDnd: false,
  online: true,
  live: 'open',
  isSettled: true,
  line: { status: 'REGISTERED', reconnect: 'none' },
};
const of = (more: Partial<Known>) => ownStatus({ ...fine, ...more });
const statuses: PresenceStatus[] = [
  'ONLINE',
  'ONLINE_MOBILE_ONLY',
  'RINGING',
  'IN_CALL',
  'BUSY',
  'DND',
  'FOLLOW_UP',
  'PERSONALLY_NOT_AVAILABLE',
  'OFFLINE',
  'UNKNOWN',
];

test.each(statuses)('with everything connected it is the status that the server tells: %s', (told) => {
  expect(of({ told })).toBe(told);
});

describe('without a connection it is never the last status that the server told', () => {
  const away: [string, Partial<Known>][] = [
    ['without a network', { online: false }],
    ['without the server', { live: 'lost' }],
    ['once the line has given up its fast attempts', { line: { status: 'DISCONNECTED', reconnect: 'failed' } }],
  ];
  test.each(away)('%s', (_, more) => {
    for (const told of statuses) expect(of({ ...more, told })).toBe('OFFLINE');
  });

  test('while the line is reconnecting the status is connecting', () => {
    const line = { status: 'DISCONNECTED', reconnect: 'reconnecting' } as const;
    expect(of({ line })).toBe('connecting');
    expect(of({ line, told: 'OFFLINE' })).toBe('connecting');
  });
});

describe('after a reload it is neither available nor offline until it is known', () => {
  const loading = { line: { status: 'INITIAL', reconnect: 'none' }, isSettled: false } as const;
  test.each(['ONLINE', 'OFFLINE', 'UNKNOWN'] as const)('the server tells %s', (told) => {
    expect(of({ ...loading, told, live: 'connecting' })).toBe('connecting');
    expect(of({ ...loading, told })).toBe('connecting');
  });

  test('the channel is there, and the server has not informed everyone yet', () => {
    expect(of({ told: 'OFFLINE', isSettled: false })).toBe('connecting');
    expect(of({ told: 'OFFLINE', isSettled: true })).toBe('OFFLINE');
  });

  test('do not disturb is known as soon as the user is', () => expect(of({ ...loading, isDnd: true })).toBe('DND'));
});

test('a user without a phone here has the status that the server tells: a desk phone may ring', () => {
  const line = { status: 'DISCONNECTED', reconnect: 'failed', noPhone: true } as const;
  expect(of({ line })).toBe('ONLINE');
});
