import { expect, test } from 'vitest';
import type { Call } from '../core/call.ts';
import { askBeforeLeaving } from './leaving.ts';

const asks = (state: Call['state'] | null, elsewhere = false): boolean => {
  const page = new EventTarget();
  const stop = askBeforeLeaving(() => ({ calls: state === null ? [] : [{ state } as Call], elsewhere }), page);
  const leaving = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(leaving);
  stop();
  const afterwards = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(afterwards);
  expect(afterwards.defaultPrevented).toBe(false);
  return leaving.defaultPrevented;
};

test('users in a call are asked before the page closes', () => {
  expect(asks('Established')).toBe(true);
  expect(asks('Ringing')).toBe(true);
});

test('users are not asked without a call, after one, or where another tab has it', () => {
  expect(asks(null)).toBe(false);
  expect(asks('Terminated')).toBe(false);
  expect(asks('Established', true)).toBe(false);
});
