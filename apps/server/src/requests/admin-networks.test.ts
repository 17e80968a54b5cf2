import { expect, test } from 'vitest';
import { mayAdminister } from './admin-networks.ts';

test('without networks everyone may administer, otherwise only addresses in one of them, also IPv4 within IPv6', () => {
  expect(mayAdminister([], '203.0.113.9')).toBe(true);
  const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
  for (const inside of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '198.51.100.7']) {
    expect([inside, mayAdminister(networks, inside)]).toEqual([inside, true]);
  }
  for (const outside of ['203.0.114.9', '2001:db9::1', '198.51.100.8', '', 'unknown']) {
    expect([outside, mayAdminister(networks, outside)]).toEqual([outside, false]);
  }
});
