import { expect, test } from 'vitest';
import { companyUrl } from './company.ts';

test.each([
  ['https://phone.company.example', 'https://phone.company.example'],
  [' HTTPS://Phone.Company.Example/ ', 'https://phone.company.example'],
  ['https://phone.company.example:443', 'https://phone.company.example'],
  ['https://phone.company.example:08443/', 'https://phone.company.example:8443'],
  ['https://phone.company.example:80', 'https://phone.company.example:80'],
  ['https://xn--mller-kva.example', 'https://xn--mller-kva.example'],
  ['https://a-b.c1.example', 'https://a-b.c1.example'],
  ['http://north.localhost:80', 'http://north.localhost'],
  ['http://north.localhost:8080', 'http://north.localhost:8080'],
])('%s is the address %s', (typed, url) => {
  expect(companyUrl.parse(typed)).toBe(url);
});

test.each([
  ['phone.company.example', 'is no address'],
  ['', 'is no address'],
  ['https://', 'is no address'],
  ['https://localhost', 'is no address'],
  ['https://10.1.2.3', 'is no address'],
  ['https://[::1]', 'is no address'],
  ['https://0x7f.1', 'is no address'],
  ['https://phone.company.example.', 'is no address'],
  ['https://-phone.company.example', 'is no address'],
  ['https://phone..company.example', 'is no address'],
  ['https://*.company.example', 'is no address'],
  ['https://phone_1.company.example', 'is no address'],
  ['https://müller.example', 'is no address'],
  ['https://user@phone.company.example', 'is no address'],
  ['https://phone.company.example@evil.example', 'is no address'],
  ['https://phone.company.example:443@evil.example', 'is no address'],
  ['https:\\\\phone.company.example', 'is no address'],
  ['https://phone.company.example\\app', 'is no address'],
  ['https://phone.company.example\n.evil.example', 'is no address'],
  ['https://phone.company.example\u0000', 'is no address'],
  ['https://phone.company.example:', 'is no address'],
  ['https://phone.company.example:0', 'is no address'],
  ['https://phone.company.example:65536', 'is no address'],
  ['https://phone.company.example:4a', 'is no address'],
  [`https://${'a'.repeat(64)}.example`, 'is no address'],
  [`https://${'a.'.repeat(126)}example`, 'is no address'],
  ['wss://phone.company.example', 'is no address'],
  ['javascript:alert(1)//.company.example', 'is no address'],
  ['https://phone.company.example/app', 'has a path'],
  ['https://phone.company.example//', 'has a path'],
  ['https://phone.company.example?a', 'has a path'],
  ['https://phone.company.example#a', 'has a path'],
  ['http://phone.company.example', 'is not https'],
  ['http://notlocalhost.example', 'is not https'],
])('%j is no address of a company: it %s', (typed, why) =>
  expect(companyUrl.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([why]),
);

test('a longer text than an address can be is refused', () => {
  expect(companyUrl.safeParse(`https://phone.company.example/${'a'.repeat(300)}`).success).toBe(false);
});
