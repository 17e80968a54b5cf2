import { expect, test } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

test('only named addresses and networks are trusted, in either form of an IPv4 address', () => {
  const isTrusted = trustedProxies(['192.0.2.7', '10.1.0.0/16', '2001:db8::/32']);
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '10.1.255.3', '2001:db8::1']) {
    expect(isTrusted(address), address).toBe(true);
  }
  for (const address of ['192.0.2.8', '10.2.0.1', '2001:db9::1', '127.0.0.1', 'proxy.example', '']) {
    expect(isTrusted(address), address).toBe(false);
  }
});

test('nobody is trusted where no proxy is named', () => {
  const isTrusted = trustedProxies([]);
  expect(['127.0.0.1', '::1', '10.0.0.1'].filter(isTrusted)).toEqual([]);
});
