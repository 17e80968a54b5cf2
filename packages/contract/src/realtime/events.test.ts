import { expect, test } from 'vitest';
import { readRealtimeEvent, realtimeEvents, userChannelName, userOfChannel } from './events.ts';

const base = { toNumber: '101', fromNumber: '+4930901820', callId: 'c', sessionId: 's' };

test('every event of the specification has a name, and what links and other software ask for', () => {
  expect(Object.keys(realtimeEvents).sort()).toEqual(
    [
      'incoming',
      'ringing',
      'accepted',
      'transferring',
      'transferred',
      'transfer-failed',
      'terminated',
      'error',
      'remote-hangup',
      'recording-processed',
      'recording-processing-failed',
      'summary-processed',
      'click-to-dial',
    ].sort(),
  );
});

test('an event is read by its name', () => {
  expect(readRealtimeEvent('incoming', { ...base, strange: 1 })).toEqual({ name: 'incoming', payload: base });
  expect(readRealtimeEvent('terminated', { ...base, reason: 'SOMETHING_NEW' })).toMatchObject({
    payload: { reason: 'TERMINATED' },
  });
  expect(readRealtimeEvent('error', { code: 'SOMETHING_NEW' })).toEqual({
    name: 'error',
    payload: { code: 'UNKNOWN' },
  });
});

test('an unknown event is none, whatever object property its name may be', () => {
  for (const name of ['', 'Incoming', 'constructor', '__proto__', 'toString']) {
    expect(readRealtimeEvent(name, base)).toBeNull();
  }
});

test('a payload without its ids throws', () => {
  expect(() => readRealtimeEvent('incoming', { toNumber: '101', fromNumber: '102' })).toThrow();
  expect(() => readRealtimeEvent('incoming', null)).toThrow();
});

test('a user has one channel, and its name tells whose it is', () => {
  expect(userChannelName('w1')).toBe('private-encrypted-user-w1');
  expect(userOfChannel(userChannelName('w1'))).toBe('w1');
  for (const other of ['', 'private-encrypted-user-', 'private-user-w1', 'presence-w1']) {
    expect(userOfChannel(other)).toBeNull();
  }
});
