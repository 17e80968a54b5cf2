import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { ownNames } from './own-names.ts';
import { secureAddress } from './plain-port.ts';

const names = ownNames({
  publicUrl: 'https://phone.company.example',
  ports: () => [8080, 8443],
  interfaces: () => ['192.168.1.20'],
});
const ask = (
  url: string,
  { from = '192.168.1.77', host = '192.168.1.20:8080', secure = false, headers = {} as Record<string, string> } = {},
  publicUrl: string | null = 'https://phone.company.example',
) =>
  secureAddress(
    { url, headers } as unknown as IncomingMessage,
    { address: from, secure, host },
    { names, port: 8443, publicUrl: publicUrl ?? undefined },
  );

test('a plain request from another machine is redirected to the same page over HTTPS', () => {
  expect(ask('/main?a=1')).toBe('https://192.168.1.20:8443/main?a=1');
  expect(ask('/login', { host: 'phone.company.example:8080' })).toBe('https://phone.company.example/login');
  expect(ask('/api/setup', { host: '192.168.1.20' }, null)).toBe('https://192.168.1.20:8443/api/setup');
});

test('nobody is sent to a host that is not ours', () => {
  expect(ask('/login', { host: 'evil.example' })).toBe('https://phone.company.example/login');
  expect(ask('//evil.example/login')).toBe('https://192.168.1.20:8443/evil.example/login');
  expect(ask('/\\evil.example/login')).toBe('https://192.168.1.20:8443/evil.example/login');
  expect(ask('http://evil.example/login')).toBe('https://192.168.1.20:8443/');
  expect(ask('/login', { host: 'evil.example' }, null)).not.toBeNull();
  expect(ask('/login', { host: '' })).toBe('https://phone.company.example/login');
});

test('pages that must come first stay plain', () => {
  expect(ask('/trust')).toBeNull();
  expect(ask('/ca.crt?x')).toBeNull();
  expect(ask('/trusted')).not.toBeNull();
});

test('a request that is already secure stays', () => {
  expect(ask('/main', { secure: true })).toBeNull();
});

test('this machine itself stays, unless a proxy forwards the request of another', () => {
  expect(ask('/api/health', { from: '127.0.0.1' })).toBeNull();
  expect(ask('/apps/1/events', { from: '192.168.1.20' })).toBeNull();
  expect(ask('/main', { from: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } })).not.toBeNull();
});
