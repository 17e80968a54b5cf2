import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addTrustPage, secureEntry } from './trust-page.ts';

const app = Fastify();
addTrustPage(app, () => 'CERTIFICATE', 8443);

test('the certificate comes as a file that systems know how to open', async () => {
  const reply = await app.inject('/ca.crt');
  expect(reply.headers['content-type']).toContain('application/x-x509-ca-cert');
  expect(reply.body).toBe('CERTIFICATE');
});

test('the page leads to the secure address under the name that was asked for, in the reader’s language', async () => {
  const english = await app.inject({ url: '/trust', headers: { host: 'phone.local:8080' } });
  expect(english.body).toContain('href="https://phone.local:8443/"');
  expect(english.body).toContain('Trust this Sidetone');
  const german = await app.inject({
    url: '/trust',
    headers: { host: '[fd00::2]:8080', 'accept-language': 'de-DE,en' },
  });
  expect(german.body).toContain('href="https://[fd00::2]:8443/"');
  expect(german.body).toContain('Diesem Sidetone vertrauen');
});

test('nothing of an odd host header gets into the page', async () => {
  const reply = await app.inject({ url: '/trust', headers: { host: '"><script>' } });
  expect(reply.body).not.toContain('<script>');
});

test('its colours are the ones of the product', async () => {
  const tokens = readFileSync(new URL('../../../client/src/ui/tokens.css', import.meta.url), 'utf8');
  const page = (await app.inject('/trust')).body;
  const value = (name: string, from: string) => new RegExp(`--${name}: (light-dark\\([^)]+\\))`).exec(from)?.[1];
  expect(value('accent', page)).toBe(value('accent', tokens));
  expect(value('accent-on', page)).toBe(value('accent-on', tokens));
});

test('with a publicly trusted certificate there is nothing to trust first', () => {
  expect(secureEntry({ authority: 'CERTIFICATE' }, 'http://phone.local:8080', 8443)).toBe('/trust');
  expect(secureEntry({}, 'http://phone.local:8080', 8443)).toBe('https://phone.local:8443/');
  expect(secureEntry({}, 'http://[fd00::2]:8080', 8443)).toBe('https://[fd00::2]:8443/');
});
