import { readRealtimeEvent } from '@sidetone/contract/realtime/events.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWords } from '#i18n/language.ts';
import { toastManager } from '#ui/toasts.ts';
import { showNotice } from './recording-notices.ts';

const add = vi.spyOn(toastManager, 'add');
const navigate = vi.fn(async () => {});

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: {} });
  await startWords('en');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const place = { accountId: 'a', channelId: 'sales', docId: 'pbx-1', originalIncomingChannelId: null };
const inboxEventIdentifier = { ...place, isUserInOriginalIncomingChannel: false, phoneId: null };

function told(name: string, payload: object, upgrade: string | null = null) {
  const event = readRealtimeEvent(name, payload);
  if (event === null) throw new Error(`no event ${name}`);
  showNotice(event, { navigate }, upgrade);
  vi.runOnlyPendingTimers();
  return add.mock.lastCall?.[0];
}

test('NET-025, NET-028: a finished recording is announced, with a button that opens its call', () => {
  const notice = told('recording-processed', { callId: 'pbx-1', inboxEventIdentifier });
  expect(notice?.actionProps?.children).not.toBe('');
  notice?.actionProps?.onClick?.({} as never);
  const search = { channelId: 'sales' };
  expect(navigate).toHaveBeenCalledWith({ to: '/main/call-events/$callId', params: { callId: 'pbx-1' }, search });
});

test('NET-026, NET-029: a failed recording leads to the call event, although its channel is not known', () => {
  const notice = told('recording-processing-failed', { callId: 'pbx-2' });
  expect(notice?.data?.tone).toBe('error');
  notice?.actionProps?.onClick?.({} as never);
  expect(navigate).toHaveBeenCalledWith({ to: '/main/call-events/$callId', params: { callId: 'pbx-2' }, search: {} });
});

test('every other event shows nothing', () => {
  told('error', { callId: 'c', sessionId: 's', code: 'UNKNOWN' });
  expect(add).not.toHaveBeenCalled();
});

test('NET-027, NET-030: a summary that is ready tells how much of the quota is used, and opens its call', () => {
  const quota = { used: 1640, limit: 2000 };
  const notice = told('summary-processed', { callId: 'pbx-1', inboxEventIdentifier, quota }, 'https://book.example');
  expect(JSON.stringify(notice)).toContain('1,640 of 2,000 calls this month');
  notice?.actionProps?.onClick?.({} as never);
  expect(navigate).toHaveBeenCalledTimes(1);
  const without = told('summary-processed', { callId: 'pbx-1', inboxEventIdentifier, quota: { used: 3, limit: null } });
  expect(JSON.stringify(without)).toContain('Your call is documented.');
});

test('ERR-040: without a summary the notice names the call, with the quota', () => {
  const quota = { used: 3, limit: 3 };
  const notice = told('summary-processed', { callId: 'pbx-1', inboxEventIdentifier, hasSummary: false, quota });
  expect(JSON.stringify(notice)).toContain('Call documented');
  expect(JSON.stringify(notice)).toContain('3 of 3 calls this month');
});

test('NET-031, ERR-040: at the limit it leads to where more can be booked, where that is known', () => {
  const opened = vi.fn();
  vi.stubGlobal('open', opened);
  const full = { callId: 'pbx-1', inboxEventIdentifier, quota: { used: 3, limit: 3 } };
  told('summary-processed', full, 'https://book.example')?.actionProps?.onClick?.({} as never);
  expect(opened).toHaveBeenCalledWith('https://book.example', '_blank', 'noopener');
  told('summary-processed', full)?.actionProps?.onClick?.({} as never);
  expect(navigate).toHaveBeenCalledTimes(1);
});
