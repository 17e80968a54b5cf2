import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { ApiError, type ApiErrorCode } from '#live/line/api-error.ts';
import { deletingFailed, problemText } from './integration-problem.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});

test('SERR-007 SERR-008 SERR-009: the words of the key come first, then the other side’s own, then that the reason is not known', () => {
  const both = { translationKey: 'timedOut', detail: '504 from upstream' };
  expect(problemText(i18n.t, both)).toBe(en.integrations.errors.timedOut);
  expect(problemText(i18n.t, { translationKey: 'of a later version', detail: ' 504 from upstream ' })).toBe(
    '504 from upstream',
  );
  expect(problemText(i18n.t, { detail: ' ' })).toBe('Unknown error');
  expect(problemText(i18n.t, {})).toBe('Unknown error');
});

test.each([
  ['INTEGRATION_FAILED', { translationKey: 'limit', detail: '507' }, en.integrations.errors.limit],
  ['INTEGRATION_FAILED', { translationKey: 'certificate' }, en.integrations.errors.certificate],
  ['CONFLICT', { translationKey: 'conflict' }, en.integrations.errors.conflict],
  ['INTEGRATION_FAILED', { detail: 'Out of order' }, 'Out of order'],
  ['INTEGRATION_FAILED', { type: 'failed' }, 'Unknown error'],
  ['INTEGRATION_FAILED', {}, 'CardDAV did not delete it. Try again.'],
  ['INTERNAL', {}, en.errors.INTERNAL],
] as const)(
  'SERR-007 SERR-008 SERR-009: a contact that was not deleted because of %s %j is reported with the reason',
  (code, said, text) => {
    const error = new ApiError(code as ApiErrorCode, code, { body: { code, message: code, ...said } });
    expect(deletingFailed(i18n.t, error, 'CardDAV')).toBe(text);
  },
);

test('an address book that has to be connected again is named', () => {
  const body = { code: 'INTEGRATION_REFRESH', message: '', translationKey: 'signedOut' } as const;
  const told = deletingFailed(i18n.t, new ApiError(body.code, '', { body }), 'CardDAV');
  expect(told).toContain('CardDAV');
});
