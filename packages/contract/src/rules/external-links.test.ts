import { expect, test } from 'vitest';
import { defaultExternalLinks, externalLinkNames, externalLinkOf, externalLinks } from './external-links.ts';

test('a link of the operator overrides the default, also with none at all', () => {
  expect(externalLinkOf({}, 'faq')).toBe(defaultExternalLinks.faq);
  expect(externalLinkOf({ faq: 'https://help.example/phone' }, 'faq')).toBe('https://help.example/phone');
  expect(externalLinkOf({ faq: null }, 'faq')).toBeNull();
  expect(externalLinkOf({}, 'helpdesk')).toBeNull();
});

test('SSHELL-011, SSHELL-012: what the app can do, and how it comes onto a machine, this server says itself', () => {
  expect(externalLinkOf({}, 'features')).toBe('/help#features');
  expect(externalLinkOf({}, 'appDownload')).toBe('/help#app');
});

test('SSHELL-013, SAPI-098, SAPI-101: what only an operator can have leads nowhere until they set it', () => {
  for (const name of ['webphone', 'upgrade', 'register', 'helpdesk'] as const) {
    expect(externalLinkOf({}, name)).toBeNull();
    expect(externalLinkOf({ [name]: 'https://shop.example/' }, name)).toBe('https://shop.example/');
  }
});

test('whom it is about is filled in, and nothing leads to half an address', () => {
  const set = { addDevice: 'https://shop.example/{accountId}?for={webUserId}' };
  expect(externalLinkOf(set, 'addDevice', { accountId: 'a/1', webUserId: 'w 1' })).toBe(
    'https://shop.example/a%2F1?for=w%201',
  );
  expect(externalLinkOf(set, 'addDevice', { accountId: 'a1' })).toBeNull();
});

test.each([
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'ftp://files.example',
  'help',
  'mailto:a@b.example',
])('%s is no address of a page', (address) => expect(externalLinks.safeParse({ faq: address }).success).toBe(false));

test('each address that comes with us may be set', () => {
  expect(externalLinks.parse(defaultExternalLinks)).toEqual(defaultExternalLinks);
  expect(Object.keys(defaultExternalLinks).every((name) => externalLinkNames.some((known) => known === name))).toBe(
    true,
  );
});
