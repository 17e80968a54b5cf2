import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { expect, test } from 'vitest';
import { triedCalls } from './tried-calls.ts';

const at = '2026-11-20T10:00:00Z';
const call = (direction: InboxCall['direction'], remotePhoneNumber: string | null, isHeld = true): InboxCall => ({
  ...{
    sessionId: 's',
    onPhoneNumber: null,
    startedAt: at,
    terminatedAt: at,
    terminatedReason: null,
    state: 'FINISHED',
  },
  ...{ direction, remotePhoneNumber, establishedAt: isHeld ? at : null },
});

test.each([
  ['none', [], { echo: false, out: false, in: false }],
  ['the echo test', [call('OUTGOING', '*43')], { echo: true, out: false, in: false }],
  ['one that nobody answered', [call('OUTGOING', '+4915112345678', false)], { echo: false, out: false, in: false }],
  ['a mobile phone', [call('OUTGOING', '+4915112345678')], { echo: false, out: true, in: false }],
  [
    'a colleague, and somebody unknown',
    [call('OUTGOING', '12'), call('INCOMING', null)],
    { echo: false, out: false, in: false },
  ],
  ['from a mobile phone', [call('INCOMING', '+4915112345678')], { echo: false, out: false, in: true }],
])('%s', (_what, calls, tried) => {
  expect(triedCalls(calls)).toEqual(tried);
});
