import { expect, test } from 'vitest';
import { trunkFailure, trunkFailureTexts } from './trunk-failures.ts';

test.each([
  [`${trunkFailureTexts.registrarNotFound}: getaddrinfo ENOTFOUND sip.nowhere.invalid`, 'notFound'],
  [trunkFailureTexts.otherSideSilent, 'noAnswer'],
  [`${trunkFailureTexts.wrongPassword} (403 Forbidden)`, 'wrongPassword'],
  [`${trunkFailureTexts.unknownUser} 4940 (404)`, 'unknownUser'],
  [`${trunkFailureTexts.unknownServer} (403 Forbidden)`, 'unknownServer'],
  [`${trunkFailureTexts.registrarRefused} 503 Busy`, 'refused'],
  ['unable to verify the first certificate', 'other'],
])('%s is %s', (failure, kind) => {
  expect(trunkFailure(failure)).toBe(kind);
});

test('no text begins another one, so that each is told apart', () => {
  const texts = Object.values(trunkFailureTexts);
  for (const one of texts) expect(texts.filter((other) => other.startsWith(one))).toEqual([one]);
});
