import { expect, test } from 'vitest';
import { ownNames } from './own-names.ts';

const names = ownNames({
  publicUrl: 'https://phone.company.example',
  publicAddresses: ['198.51.100.7'],
  ports: () => [8080, 8443],
  interfaces: () => ['127.0.0.1', '192.168.1.20', 'fd00:0:0:0::20'],
});

test.each([
  'http://localhost:8080',
  'http://127.0.0.1:8080',
  'http://127.0.0.9:8080',
  'https://[::1]:8443',
  'https://192.168.1.20:8443',
  'https://[fd00::20]:8443',
  'https://198.51.100.7:8443',
  // What a browser leaves out, where a router or a proxy hands it on.
  'https://198.51.100.7',
  'https://phone.company.example',
])('%s is ours', (origin) => {
  expect(names.isOwnOrigin(origin)).toBe(true);
});

test.each([
  ['an address of somebody else', 'http://203.0.113.66'],
  ['an address of somebody else with our port', 'http://203.0.113.66:8080'],
  ['an address of a private network that is none of ours', 'http://10.9.8.1:8080'],
  ['an address of somebody else in IPv6', 'https://[2001:db8::66]:8443'],
  ['an address of ours with a port of another program', 'http://127.0.0.1:25'],
  ['a name of ours with a port of another program', 'http://localhost:9999'],
  ['the public name with a port that the operator did not name', 'https://phone.company.example:444'],
  ['a foreign name', 'http://evil.example:8080'],
  ['a foreign name that begins like ours', 'http://localhost.evil.example:8080'],
  ['our name before another host', 'http://localhost:8080@evil.example'],
  ['no host', 'http://'],
  ['no origin', 'nonsense'],
])('%s is not ours', (_what, origin) => {
  expect(names.isOwnOrigin(origin)).toBe(false);
});

test('a host is judged without its port, in brackets or without, in any case', () => {
  expect(['LOCALHOST', '[::1]', '::1', '0:0:0:0:0:0:0:1', 'phone.company.example'].map(names.isOwnHost)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(['', 'evil.example', '203.0.113.66', '8.8.8.8'].map(names.isOwnHost)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});
