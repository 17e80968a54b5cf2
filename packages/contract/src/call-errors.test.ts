import { expect, test } from 'vitest';
import { callErrorCodes, shownCallError, silentCallErrorCodes } from './call-errors.ts';

test('three codes show nothing, one has another name for people, and all that is no call error has one word', () => {
  for (const code of silentCallErrorCodes) expect(shownCallError(code)).toBeNull();
  expect(shownCallError('CALL_ACCEPTING_ERROR')).toBe('ACCEPT_FAILED');
  for (const other of ['UNKNOWN', '', 'TypeError', 'toString']) expect(shownCallError(other)).toBe('UNKNOWN_ERROR');
});

test('every other code is shown as itself', () => {
  const special: readonly string[] = [...silentCallErrorCodes, 'CALL_ACCEPTING_ERROR', 'UNKNOWN'];
  for (const code of callErrorCodes.filter((code) => !special.includes(code))) expect(shownCallError(code)).toBe(code);
});
