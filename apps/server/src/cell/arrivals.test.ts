import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { arrivals } from './arrivals.ts';
import { hopHeader, hopSigner } from './signed-hop.ts';

const signer = hopSigner(Buffer.alloc(32, 1));
const hop = { node: 'node-2', address: '203.0.113.9', secure: true, host: 'phone.example' };
const about = { method: 'GET', url: '/api/me' };

/** A request as the server has it before anything is read. */
const from = (remoteAddress: string, headers: IncomingMessage['headers']) =>
  ({ ...about, headers: { ...headers }, socket: { remoteAddress } }) as IncomingMessage;

test('an address counts as that of a node in both of its forms, and what is unsigned from there as its own', () => {
  const door = arrivals(signer, () => false);
  const signed = from('::ffff:10.0.0.2', { [hopHeader]: signer.sign(about, hop), 'x-forwarded-for': '192.0.2.1' });
  door.arrive(signed);
  expect(signed.headers).toEqual({
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'phone.example',
  });
  expect(['10.0.0.2', '::ffff:10.0.0.2', '10.0.0.3'].map(door.isPeer)).toEqual([true, true, false]);

  const claims = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other.example' };
  const unsigned = [from('10.0.0.2', claims), from('10.0.0.2', { ...claims, 'x-forwarded-for': '192.0.2.1' })];
  for (const request of unsigned) door.arrive(request);
  expect(unsigned.map(({ headers }) => headers)).toEqual([{}, { 'x-forwarded-for': '10.0.0.2' }]);
});

test('what a client asks for, however long, never keeps its own address from its home', () => {
  const value = signer.sign(about, { ...hop, host: 'h'.repeat(5_000) });
  expect(signer.read(about, value)).toMatchObject({ address: hop.address, host: 'h'.repeat(300) });
});
