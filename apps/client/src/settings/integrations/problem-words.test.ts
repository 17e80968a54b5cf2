import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { ApiError } from '#live/line/api-error.ts';
import { savingFailed, whyAnew } from './problem-words.ts';

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

test('SERR-001: an unexpected error is reported as not saved, with the words of its code', () => {
  expect(savingFailed(i18n.t, new ApiError('INTERNAL', 'broken'), 'CardDAV')).toEqual({
    title: 'Could not save integration',
    text: en.errors.INTERNAL,
  });
});

test('why a stored password was not sent is said where it is entered again', () => {
  const whyOf = (translationKey: string) =>
    whyAnew(i18n.t, 'CardDAV', {
      problem: { type: 'refresh', detail: 'The key was not entered for x', translationKey },
    });
  expect(whyOf('elsewhere')).toEqual({
    title: 'CardDAV does not accept the sign-in',
    text: en.integrations.errors.elsewhere,
  });
  expect(whyOf('signedOut')).toBeNull();
  expect(whyAnew(i18n.t, 'CardDAV', null)).toBeNull();
});

test('an integration that is connected already is reported as such, unlike any other conflict', () => {
  const conflict = (translationKey?: string) =>
    new ApiError('CONFLICT', 'conflict', {
      body: { code: 'CONFLICT', message: 'conflict', ...(translationKey ? { type: 'conflict', translationKey } : {}) },
    });
  const textOf = (error: ApiError) => savingFailed(i18n.t, error, 'CardDAV').text;
  expect(textOf(conflict('connectedAlready'))).toBe('This address book is already connected.');
  expect(textOf(conflict('beingDisconnected'))).toBe(en.integrations.errors.beingDisconnected);
  expect(textOf(conflict('conflict'))).toBe(en.integrations.errors.conflict);
  expect(textOf(conflict())).toBe(en.errors.CONFLICT);
});

test('SERR-003 SERR-004: an error with a cause has the cause as its title and its own words below', () => {
  const error = failed({ type: 'unreachable', detail: 'connect ECONNREFUSED', translationKey: 'unreachable' });
  expect(savingFailed(i18n.t, error, 'CardDAV')).toEqual({
    title: 'CardDAV cannot be reached',
    text: en.integrations.errors.unreachable,
  });
  expect(savingFailed(i18n.t, failed({ type: 'other', detail: 'Out of order' }), 'CardDAV')).toEqual({
    title: 'Could not save integration',
    text: 'Out of order',
  });
});

test('SERR-005: where the reason is not known, users are asked to try again', () => {
  const again = { title: 'Could not save integration', text: 'CardDAV did not respond as expected. Try again.' };
  expect(savingFailed(i18n.t, failed(), 'CardDAV')).toEqual(again);
  expect(savingFailed(i18n.t, new TypeError('no network'), 'CardDAV')).toEqual(again);
});
