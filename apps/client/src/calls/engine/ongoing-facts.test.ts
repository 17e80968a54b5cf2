import type { OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import { expect, test } from 'vitest';
import { aloneFacts, joinedLate, ongoingFacts } from './ongoing-facts.ts';
import { ongoingRow } from './sip/testing/fake-sip-server.ts';

test('only the first row reports where a call came in', () => {
  const row = ongoingRow({ direction: 'INCOMING', state: 'ringing', channelId: 'own', originalChannelId: 'sales' });
  expect(ongoingFacts(null, row)).toEqual([{ type: 'forwarded', channelId: 'sales' }]);
  expect(ongoingFacts(row, { ...row, state: 'talking' })).toEqual([]);
  expect(ongoingFacts(null, ongoingRow())).toEqual([]);
});

test('a TARGET that has the leg alone is answered once, however far it had come', () => {
  const talks = { state: 'talking' } as const;
  const rings = { state: 'ringing' } as const;
  const types = (...told: Parameters<typeof aloneFacts>) => aloneFacts(...told).map(({ type }) => type);
  expect(types(null, rings)).toEqual(['remoteRings']);
  expect(types('dialling', rings)).toEqual(['remoteRings']);
  expect(types('ringing', rings)).toEqual([]);
  for (const before of [null, 'dialling', 'ringing'] as const) {
    expect(types(before, talks)).toEqual(['answered', 'connected']);
  }
  expect(types('talking', talks)).toEqual([]);
  expect(types('ringing', { state: 'ended' })).toEqual([]);
});

test('END-005: a transfer that was not begun here has the time of its answer', () => {
  const transfer: OngoingTransfer = {
    id: 't',
    sessionId: 's2',
    docId: 'pbx-s2',
    number: '13',
    name: null,
    state: 'talking',
    reason: null,
    establishedAt: '2026-01-01T10:00:05Z',
    activeLines: [],
  };
  expect(joinedLate(transfer)).toEqual({ establishedAt: Date.parse('2026-01-01T10:00:05Z'), activeLines: ['TARGET'] });
  expect(joinedLate({ ...transfer, establishedAt: null, activeLines: ['INITIAL'] })).toEqual({
    establishedAt: null,
    activeLines: ['INITIAL'],
  });
});
