import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { welcome } from './welcome.ts';

const openOf = (host: string): string => {
  const text = welcome(readConfig({ HOST: host, DATA_DIR: '/nowhere/at/all' }), {
    type: 'ready',
    setupCode: undefined,
  });
  return text.slice(text.indexOf('Open'), text.indexOf('First call'));
};

test('a server for this machine is called localhost', () => {
  expect(openOf('127.0.0.1')).toContain('http://localhost:8080');
  expect(openOf('127.0.0.9')).toContain('http://127.0.0.9:8080');
  expect(openOf('127.0.0.1')).not.toContain('https://');
});

test('on every address this machine still has localhost', () => {
  expect(openOf('0.0.0.0')).toContain('http://localhost:8080');
});

test('listening on one address of the network, nothing answers at localhost: it is not named', () => {
  const open = openOf('192.0.2.7');
  expect(open).not.toContain('localhost');
  expect(open).toContain('https://192.0.2.7:8443');
  expect(open).toContain('http://192.0.2.7:8080/trust');
});

test('a server that mails, but does not know where it is, says what that costs', () => {
  const settings = { DATA_DIR: '/nowhere/at/all', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'phone@company.example' };
  const text = (more: Record<string, string>) =>
    welcome(readConfig({ ...settings, ...more }), { type: 'ready', setupCode: undefined });
  expect(text({})).toContain('until PUBLIC_URL says where this server is');
  expect(text({ PUBLIC_URL: 'https://phone.company.example' })).not.toContain('PUBLIC_URL');
});
