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

function told(name: string, payload: object) {
  const event = readRealtimeEvent(name, payload);
  if (event === null) throw new Error(`no event ${name}`);
  showNotice(event, { navigate });
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
