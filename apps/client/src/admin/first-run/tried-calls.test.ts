import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { expect, test } from 'vitest';
import { heardEcho } from './tried-calls.ts';

const at = '2026-11-20T10:00:00Z';
const call = (direction: InboxCall['direction'], remotePhoneNumber: string | null, isHeld = true): InboxCall => ({
  sessionId: 's',
  onPhoneNumber: null,
  startedAt: at,
  terminatedAt: at,
  terminatedReason: null,
  state: 'FINISHED',
  direction,
  remotePhoneNumber,
  establishedAt: isHeld ? at : null,
});

test.each([
  ['none', [], false],
  ['the echo test', [call('OUTGOING', '*43')], true],
  ['the echo test, which was not heard', [call('OUTGOING', '*43', false)], false],
  ['a mobile phone, and a colleague', [call('OUTGOING', '+4915112345678'), call('OUTGOING', '12')], false],
  ['somebody unknown', [call('INCOMING', null)], false],
])('%s', (_what, calls, heard) => {
  expect(heardEcho(calls)).toBe(heard);
});
