import { expect, test } from 'vitest';
import { readAccount, serverOf } from './account.ts';

test('an account is one word, and its password may hold anything', () => {
  const account = readAccount('p1:a:b@c@192.0.2.1:5070');
  expect(account).toEqual({ username: 'p1', password: 'a:b@c', server: '192.0.2.1:5070' });
  expect(serverOf(account)).toEqual({ host: '192.0.2.1', port: 5070 });
  expect(serverOf(readAccount('p1:x@[2001:db8::1]:5062'))).toEqual({ host: '2001:db8::1', port: 5062 });
  expect(serverOf(readAccount('p1:x@exchange.example'))).toEqual({ host: 'exchange.example', port: 5060 });
});

test('anything else is refused', () => {
  for (const text of ['', 'p1@host', ':secret@host', 'p1:secret', 'p1:secret@', 'p1:secret@host:99999']) {
    expect(() => readAccount(text)).toThrow('user:password@host:port');
  }
});
