import { expect, test } from 'vitest';
import { extensionState } from './extension-state.ts';

test.each([
  [{ status: 'INITIAL', reconnect: 'none' }, 'connecting'],
  [{ status: 'CONNECTED', reconnect: 'reconnecting' }, 'connecting'],
  [{ status: 'REGISTERED', reconnect: 'none' }, 'connected'],
  [{ status: 'DISCONNECTED', reconnect: 'reconnecting' }, 'connecting'],
  [{ status: 'DISCONNECTED', reconnect: 'failed' }, 'lost'],
  [{ status: 'DISCONNECTED', reconnect: 'failed', noPhone: true }, 'missing'],
] as const)('a line that is %o reads %s', (line, state) => {
  expect(extensionState({ line, elsewhere: false })).toBe(state);
});

test('a phone in another window is named, and a missing extension is missing in every window', () => {
  const registered = { status: 'REGISTERED', reconnect: 'none' } as const;
  expect(extensionState({ line: registered, elsewhere: true })).toBe('elsewhere');
  const missing = { status: 'DISCONNECTED', reconnect: 'failed', noPhone: true } as const;
  expect(extensionState({ line: missing, elsewhere: true })).toBe('missing');
});
