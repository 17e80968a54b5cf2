import { expect, test } from 'vitest';
import { parseUri, sameUri, serializeUri } from './uri.ts';

test('a SIP URI falls into its parts', () => {
  expect(parseUri('sip:anna:secret@example.org:5070;transport=tcp;lr')).toEqual({
    scheme: 'sip',
    user: 'anna',
    host: 'example.org',
    port: 5070,
    parameters: new Map([
      ['transport', 'tcp'],
      ['lr', ''],
    ]),
  });
});

test.each([
  ['sip:%2A43@h', '*43'],
  ['sip:*21*30%23@h', '*21*30#'],
  ['sip:+4930123;phone-context=x@h', '+4930123;phone-context=x'],
  ['sip:a@b@[2001:db8::1]:5060', 'a@b'],
  ['sips:sip%3Auser%40example.com@company.com;other-param=summit', 'sip:user@example.com'],
  ['tel:+1-201-555-0123', '+12015550123'],
])('the user of %s is %s', (uri, user) => {
  expect(parseUri(uri)?.user).toBe(user);
});

test.each([
  '',
  'sip:',
  'sip:@host',
  'http://host',
  'sip:a b@host',
  'sip:a@ho st',
  'sip:a@[::1',
  'sip:a@h:0',
  'sip:a@h:99999',
  'sip:%zz@h',
  'tel:anna',
])('%j is no SIP URI', (text) => {
  expect(parseUri(text)).toBeUndefined();
});

test('a user part that could break the start line is escaped, a dial code stays readable', () => {
  const uri = { scheme: 'sip', host: '[::1]', port: 5060, parameters: new Map() } as const;
  expect(serializeUri({ ...uri, user: '*43' })).toBe('sip:*43@[::1]:5060');
  expect(serializeUri({ ...uri, user: '+49#1 2\r\n@' })).toBe('sip:+49%231%202%0D%0A%40@[::1]:5060');
});

test.each([
  ['sip:anna@EXAMPLE.org', 'sip:anna@example.org', true],
  ['sip:%61nna@example.org', 'sip:anna@example.org', true],
  ['sip:anna@example.org;newparam=5', 'sip:anna@example.org;security=on', true],
  ['sip:Anna@example.org', 'sip:anna@example.org', false],
  ['sip:anna@example.org', 'sip:anna@example.org:5060', false],
  ['sip:anna@example.org', 'sip:anna@example.org;transport=udp', false],
  ['sip:anna@example.org;x=1', 'sip:anna@example.org;x=2', false],
])('%s and %s are the same: %s', (left, right, same) => {
  const [a, b] = [parseUri(left), parseUri(right)];
  expect(a && b && sameUri(a, b)).toBe(same);
});
