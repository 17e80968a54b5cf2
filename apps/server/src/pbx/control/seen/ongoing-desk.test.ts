import { expect, test } from 'vitest';
import { FakeClock } from '../../calls/testing/fake-clock.ts';
import type { OngoingRow } from '../../ongoing-board.ts';
import { ongoingDesk } from './ongoing-desk.ts';
import type { OngoingView } from './ongoing-rows.ts';

function desk() {
  const clock = new FakeClock();
  const rows = new Map<string, OngoingRow>();
  const board = { show: (row: OngoingRow) => rows.set(row.id, row), forget: (id: string) => rows.delete(id) };
  return { clock, rows, desk: ongoingDesk({ board, clock }) };
}

function view(sessionId: string, body: Partial<OngoingView['body']> = {}): OngoingView {
  return {
    id: `${sessionId}:anna`,
    userId: 'anna',
    callId: `call of ${sessionId}`,
    body: {
      id: sessionId,
      callId: 'leg-1',
      docId: `pbx-${sessionId}`,
      channelId: null,
      direction: 'OUTGOING',
      state: 'talking',
      number: '12',
      name: null,
      ownNumber: null,
      originalChannelId: null,
      endpointId: 'app',
      onHold: false,
      recording: null,
      transfer: null,
      transferredTo: null,
      ...body,
    },
  };
}

const asked: NonNullable<OngoingView['body']['transfer']> = {
  id: 't',
  sessionId: 'two',
  docId: 'pbx-two',
  number: '13',
  name: null,
  state: 'ringing',
  reason: null,
  activeLines: ['TARGET'],
};

test('END-005: TARGET that goes on without INITIAL keeps the time of its answer', async () => {
  const { clock, rows, desk: shown } = desk();
  shown.show('call of one', [view('one', { transfer: { ...asked, state: 'ringing' } })]);
  await clock.pass(5000);
  const answeredAt = clock.now().toISOString();
  shown.show('call of one', [view('one', { transfer: { ...asked, state: 'talking' } })]);
  await clock.pass(60_000);
  shown.show('call of one', []);
  shown.show('call of two', [view('two')]);
  await clock.pass(100);
  expect(rows.get('two:anna')?.body.establishedAt).toBe(answeredAt);
  expect(rows.get('one:anna')?.body.state).toBe('ended');
});

test('TARGET that is answered only after INITIAL left has the time of that answer', async () => {
  const { clock, rows, desk: shown } = desk();
  shown.show('call of one', [view('one', { transfer: asked })]);
  shown.show('call of one', []);
  shown.show('call of two', [view('two', { state: 'ringing' })]);
  await clock.pass(3000);
  expect(rows.get('two:anna')?.body.establishedAt).toBeNull();
  const answeredAt = clock.now().toISOString();
  shown.show('call of two', [view('two')]);
  await clock.pass(100);
  expect(rows.get('two:anna')?.body.establishedAt).toBe(answeredAt);
});
