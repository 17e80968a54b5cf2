import { afterEach, expect, test } from 'vitest';
import {
  closeLogging,
  contactFound,
  expectContact,
  type LoggingRequest,
  leaveLogging,
  leavesBy,
  loggingPanel,
  openLogging,
} from './logging-panel.ts';

const request = (sessionId: string): LoggingRequest => ({
  config: { autoClose: true, logOnClose: true },
  webUserId: 'priya',
  contact: null,
  call: {
    channelId: 'sales',
    sessionId,
    docId: `pbx-${sessionId}`,
    direction: 'INCOMING',
    number: null,
    startedAt: '2026-11-20T09:42:00Z',
    establishedAt: null,
  },
});
const shown = () => loggingPanel.getState().request;

afterEach(() => {
  loggingPanel.setState({ request: null, expectsContact: false });
});

test('a panel that is open about a call stays as it is when it is opened again', () => {
  const first = request('one');
  openLogging(first);
  openLogging(request('one'));
  expect(shown()).toBe(first);
});

test('another call takes its place, and the one before is left with all that it has to save', () => {
  openLogging(request('one'));
  let left = 0;
  const stop = leavesBy(() => {
    left += 1;
  });
  openLogging(request('two'));
  expect([left, shown()?.call.sessionId]).toEqual([1, 'two']);
  stop();
});

test('leaving asks the panel that is drawn; before it is drawn it is simply closed', () => {
  openLogging(request('one'));
  const stop = leavesBy(() => {});
  leaveLogging();
  expect(shown()).not.toBeNull();
  stop();
  leaveLogging();
  expect(shown()).toBeNull();
});

test('what was left closes only itself', () => {
  const first = request('one');
  openLogging(first);
  const second = request('two');
  openLogging(second);
  closeLogging(first);
  expect(shown()).toBe(second);
  closeLogging(second);
  expect(shown()).toBeNull();
});

test('while a contact is created out of it, it does not close by itself', () => {
  openLogging(request('one'));
  expectContact();
  expect(loggingPanel.getState()).toMatchObject({
    expectsContact: true,
    request: { config: { autoClose: false, logOnClose: true } },
  });
  contactFound();
  expect(loggingPanel.getState().expectsContact).toBe(false);
});
