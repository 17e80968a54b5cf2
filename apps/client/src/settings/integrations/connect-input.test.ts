import { expect, test } from 'vitest';
import { checkInput, fieldsOf } from './connect-input.ts';

test('the fields are in one order, and the sub-domain is not among them', () => {
  expect(fieldsOf({ configurationValues: ['key', 'sub_domain', 'user_name', 'url'], isOAuth: false })).toEqual([
    'url',
    'user_name',
    'key',
  ]);
  expect(fieldsOf({ configurationValues: [], isOAuth: false })).toEqual([]);
});

test('SINTEG-018: where users sign in at its page, only the address of their account is asked for', () => {
  const isOAuth = true;
  expect(fieldsOf({ configurationValues: ['key', 'user_name', 'account_url'], isOAuth })).toEqual(['account_url']);
  expect(fieldsOf({ configurationValues: ['url'], isOAuth })).toEqual(['url']);
  expect(fieldsOf({ configurationValues: ['key'], isOAuth })).toEqual([]);
});

test('blanks around values are removed, user name and key become one', () => {
  const input = { url: ' https://dav.example.com/ ', user_name: ' anna ', key: ' se:cret ' };
  expect(checkInput(['url', 'user_name', 'key'], input)).toEqual({
    ok: true,
    body: { url: 'https://dav.example.com/', key: 'anna:se:cret' },
  });
  expect(checkInput(['key'], input)).toEqual({ ok: true, body: { url: null, key: 'se:cret' } });
  expect(checkInput(['account_url'], { account_url: 'https://a.example' })).toEqual({
    ok: true,
    body: { url: 'https://a.example', key: null },
  });
});

test('every shown field is required, and blanks do not count', () => {
  expect(checkInput(['url', 'user_name', 'key'], { url: 'https://a.example', user_name: '  ' })).toEqual({
    ok: false,
    mistakes: { user_name: 'missing', key: 'missing' },
  });
});

test('an incomplete address is told apart from a missing one', () => {
  expect(checkInput(['url', 'key'], { url: 'kranich.weclapp', key: 'x' })).toEqual({
    ok: false,
    mistakes: { url: 'invalidUrl' },
  });
});
