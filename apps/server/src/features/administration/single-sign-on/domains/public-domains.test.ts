import { expect, test } from 'vitest';
import { refusalOfDomain } from './public-domains.ts';

test.each([
  ['gmail.com', 'publicDomain'],
  ['web.de', 'publicDomain'],
  ['co.uk', 'publicSuffix'],
  ['com.br', 'publicSuffix'],
  ['github.io', 'publicSuffix'],
  ['xn--55qx5d.cn', 'publicSuffix'],
  ['company.co.uk', null],
  ['mail.company.co.uk', null],
  ['xn--mller-kva.de', null],
  // These cannot be names in the DNS.
  ['', 'notADomain'],
  [`${'a'.repeat(64)}.example`, 'notADomain'],
  // Of a network of one's own.
  ['company.example', null],
  ['company.lan', null],
])('%s: %s', (domain, refusal) => expect(refusalOfDomain(domain)).toBe(refusal));
