import { expect, test } from 'vitest';
import { saidByOtherSide, trunkFailure, trunkFailureTexts } from './trunk-failures.ts';

test.each([
  [`${trunkFailureTexts.registrarNotFound}: getaddrinfo ENOTFOUND sip.nowhere.invalid`, 'notFound'],
  [trunkFailureTexts.otherSideSilent, 'noAnswer'],
  [`${trunkFailureTexts.wrongPassword} (403 Forbidden)`, 'wrongPassword'],
  [`${trunkFailureTexts.unknownUser} 4940 (404)`, 'unknownUser'],
  [`${trunkFailureTexts.unknownServer} (403 Forbidden)`, 'unknownServer'],
  [`${trunkFailureTexts.registrarRefused} 503 Busy`, 'refused'],
  ['unable to verify the first certificate', 'certificate'],
  [`${trunkFailureTexts.registrarGone}: self-signed certificate`, 'certificate'],
  ['read EPROTO', 'other'],
])('%s is %s', (failure, kind) => {
  expect(trunkFailure(failure)).toBe(kind);
});

test('no text begins another one, so that each is distinguishable', () => {
  const texts = Object.values(trunkFailureTexts);
  for (const one of texts) expect(texts.filter((other) => other.startsWith(one))).toEqual([one]);
});

test.each([
  [`${trunkFailureTexts.wrongPassword} (403 Forbidden)`, '403 Forbidden'],
  [`${trunkFailureTexts.registrarRefused} 503 Busy`, '503 Busy'],
  [`${trunkFailureTexts.unknownUser} 4940 (404)`, '404'],
  [`${trunkFailureTexts.registrarNotFound}: getaddrinfo ENOTFOUND sip.nowhere.invalid`, null],
  [`${trunkFailureTexts.registrarGone}: connect ECONNREFUSED 127.0.0.1:5061`, null],
  ['unable to verify the first certificate', null],
])('of %s the other side said %s', (failure, said) => {
  expect(saidByOtherSide(failure)).toBe(said);
});
