import { expect, test } from 'vitest';
import { emailDomain } from './single-sign-on.ts';

test.each([
  ['company.example', 'company.example'],
  [' Company.Example. ', 'company.example'],
  ['@company.example', 'company.example'],
  ['Mu\u0308ller.de', 'müller.de'],
  ['xn--mller-kva.de', 'xn--mller-kva.de'],
  ['例え.jp', '例え.jp'],
  ['a-b.c1.example', 'a-b.c1.example'],
])('%s is the domain %s', (typed, domain) => expect(emailDomain.parse(typed)).toBe(domain));

test.each([
  'company',
  '.example',
  'company..example',
  '*.company.example',
  '*.müller.de',
  '-company.example',
  'company-.example',
  'company.example/path',
  'https://company.example',
  'user@company.example',
  'müller.de:25',
  '10.1.2.3',
  '[::1]',
  'a company.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(126)}example`,
  '_dmarc.company.example',
  'company.example\u0000',
])('%j is no domain', (typed) => expect(emailDomain.safeParse(typed).success).toBe(false));
