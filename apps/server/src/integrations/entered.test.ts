import { expect, test } from 'vitest';
import { checkEntered, isSameOrigin, userNameOf } from './entered.ts';

const book = { configurationValues: ['url', 'user_name', 'key'] as const } as unknown as Parameters<
  typeof checkEntered
>[0];

test('a host is meant as https; a scheme, a port and a path stay', () => {
  const urlOf = (url: string) => checkEntered(book, { url, key: 'anna:secret' }).url;
  expect(urlOf('dav.example')).toBe('https://dav.example/');
  expect(urlOf('dav.example:8443/books')).toBe('https://dav.example:8443/books');
  expect(urlOf('http://10.0.0.1:5232/anna/#top')).toBe('http://10.0.0.1:5232/anna/');
});

test.each(['javascript:alert(1)', 'ftp://dav.example', 'https://', 'https://anna:secret@dav.example', 'https://a b'])(
  '%s is no address',
  (url) => {
    expect(() => checkEntered(book, { url, key: 'anna:secret' })).toThrow(/invalid_url/);
  },
);

test.each([
  ['https://dav.example/other/', true],
  ['dav.example', true],
  ['https://DAV.example:443/', true],
  ['http://dav.example/', false],
  ['dav.example:8443', false],
  ['https://dav.example.evil.example/', false],
  ['https://dav.example@evil.example/', false],
  ['https://', false],
])('%s for what was entered for https://dav.example/books/: %s', (entered, isSame) => {
  expect(isSameOrigin(entered, 'https://dav.example/books/')).toBe(isSame);
});

test('missing fields are named', () => {
  const issuesOf = (given: Parameters<typeof checkEntered>[1]) => {
    try {
      checkEntered(book, given);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(issuesOf({})).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'url' }, { path: 'key' }] });
  for (const key of ['anna', ':secret', 'anna:']) {
    expect(issuesOf({ url: 'dav.example', key })).toMatchObject({ issues: [{ path: 'key' }] });
  }
});

test('a sub-domain is asked of nobody', () => {
  const vendor = { configurationValues: ['sub_domain', 'key'] } as const;
  expect(checkEntered({ configurationValues: [...vendor.configurationValues] }, { key: 'k' })).toEqual({
    url: null,
    key: 'k',
  });
});

test('what an integration does not ask for is not kept', () => {
  expect(checkEntered({ configurationValues: ['key'] }, { url: 'https://x.example', key: 'k' })).toEqual({
    url: null,
    key: 'k',
  });
  expect(userNameOf({ configurationValues: ['key'] }, { key: 'a:b' })).toBeNull();
  expect(userNameOf(book, { key: 'anna:se:cret' })).toBe('anna');
});
