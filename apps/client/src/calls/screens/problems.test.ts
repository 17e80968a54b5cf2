import { callErrorCodes, silentCallErrorCodes } from '@sidetone/contract/call-errors.ts';
import { expect, test } from 'vitest';
import { en as english, de as german } from '#i18n/words.ts';
import { shownProblem } from './problems.ts';

test.each(callErrorCodes)('ERR-001 to -018, -028 to -030: %s is shown in words, or only logged', (code) => {
  const shown = shownProblem(code, false);
  if ((silentCallErrorCodes as readonly string[]).includes(code)) return expect(shown).toBeNull();
  if (shown === null) throw new Error(`${code} is not shown`);
  for (const words of [english, german]) {
    expect(words.calls.problem[shown].title).not.toBe('');
    expect(words.calls.problem[shown].text).not.toBe('');
  }
});

test('a call that could not be accepted has a message of its own, and unknown problems share one', () => {
  expect(shownProblem('CALL_ACCEPTING_ERROR', false)).toBe('ACCEPT_FAILED');
  expect(shownProblem('UNKNOWN', false)).toBe('UNKNOWN_ERROR');
});

test('ERR-019: no message says in a warm transfer that a call exists already', () => {
  expect(shownProblem('ALREADY_IN_CALL', false)).toBe('ALREADY_IN_CALL');
  expect(shownProblem('ALREADY_IN_CALL', true)).toBeNull();
});

test('ERR-033 to -038: each obstacle to a call has a message of its own', () => {
  const own = [
    'PHONE_NOT_FOUND',
    'OFFLINE',
    'NO_AUDIO_DEVICES',
    'NO_MICROPHONE',
    'NO_SPEAKERS',
    'TRANSFER_FAILED',
  ] as const;
  for (const problem of own) expect(shownProblem(problem, false)).toBe(problem);
});

test('ERR-039: the message about too many calls names the product', () => {
  for (const words of [english, german]) expect(words.calls.problem.MAX_CALLS_REACHED.text).toContain('Sidetone');
});

test('the question for consent has no message', () => {
  expect(shownProblem('CONSENT_NEEDED', false)).toBeNull();
});
