import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { ApiError } from '#live/api-error.ts';
import { problemText, savingFailed } from './problem-words.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});
const failed = (integration: object = {}) =>
  new ApiError('INTEGRATION_FAILED', 'failed', {
    body: { code: 'INTEGRATION_FAILED', message: 'failed', ...integration },
  });

test('SERR-001: what nobody planned for is told as not saved, with the words of its code', () => {
  expect(savingFailed(i18n.t, new ApiError('INTERNAL', 'broken'), 'CardDAV')).toEqual({
    ...{ title: 'Could not save integration', text: en.errors.INTERNAL },
  });
  expect(savingFailed(i18n.t, new ApiError('CONFLICT', 'there'), 'CardDAV').text).toBe('CardDAV is connected already.');
});

test('SERR-003 SERR-004: an error with a cause has the cause as its title and what was said below', () => {
  const error = failed({ type: 'unreachable', detail: 'connect ECONNREFUSED', translationKey: 'unreachable' });
  expect(savingFailed(i18n.t, error, 'CardDAV')).toEqual({
    ...{ title: 'CardDAV cannot be reached', text: en.integrations.errors.unreachable },
  });
  expect(savingFailed(i18n.t, failed({ type: 'other', detail: 'Out of order' }), 'CardDAV')).toEqual({
    ...{ title: 'Could not save integration', text: 'Out of order' },
  });
});

test('SERR-005: where nobody said what went wrong, people are asked to try again', () => {
  const again = { title: 'Could not save integration', text: 'Something went wrong with CardDAV. Try again.' };
  expect(savingFailed(i18n.t, failed(), 'CardDAV')).toEqual(again);
  expect(savingFailed(i18n.t, new TypeError('no network'), 'CardDAV')).toEqual(again);
});

test('SERR-007 SERR-008 SERR-009: the words of the key come first, then what the other side said, then that nobody knows', () => {
  const both = { translationKey: 'timedOut', detail: '504 from upstream' };
  expect(problemText(i18n.t, both)).toBe(en.integrations.errors.timedOut);
  expect(problemText(i18n.t, { translationKey: 'of a later version', detail: ' 504 from upstream ' })).toBe(
    '504 from upstream',
  );
  expect(problemText(i18n.t, { detail: ' ' })).toBe('Unknown error');
  expect(problemText(i18n.t, {})).toBe('Unknown error');
});
