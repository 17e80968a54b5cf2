import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { routes } from '@sidetone/contract/http/routes.ts';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { Caller } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { admission } from './admission.ts';
import { errorReply } from './replies.ts';

const good = 'good-token';
const caller: Caller = { userId: 'w1', accountId: 's1', admin: false, grantId: 'g1', expiresAt: new Date(8.64e15) };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server with one route of signed-in users, and the tokens that it looked up. */
const admitting = () => {
  const looked: string[] = [];
  const find = async (token: string) => {
    looked.push(token);
    await setTimeout(5);
    if (token !== good) throw new Refusal('UNAUTHENTICATED', 'The access token is not known.');
    return caller;
  };
  const { admit } = admission([routes.serverVersion], find, { companyOf: () => null });
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = errorReply(error);
    return reply.code(status).send(body);
  });
  app.get('/', { onRequest: admit(routes.serverVersion) }, async () => ({}));
  ends.push(() => app.close());
  const ask = async (token: string | null, remoteAddress: string) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    return (await app.inject({ url: '/', remoteAddress, headers })).statusCode;
  };
  return { looked, ask };
};
const anyToken = () => randomBytes(32).toString('base64url');

test('of a flood of unknown tokens from one network a hundred are looked up, and other networks are served', async () => {
  const { looked, ask } = admitting();
  const statuses: number[] = [];
  for (let count = 0; count < 300; count += 1) statuses.push(await ask(anyToken(), '192.0.2.7'));
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.slice(100).every((status) => status === 429)).toBe(true);
  expect(looked).toHaveLength(100);
  expect(await ask(good, '198.51.100.1')).toBe(200);
});

test('unknown tokens that come all together are looked up in turns, until there were too many', async () => {
  const { looked, ask } = admitting();
  const statuses = await Promise.all(Array.from({ length: 1000 }, () => ask(anyToken(), '192.0.2.7')));
  expect(looked.length).toBeLessThanOrEqual(200);
  expect(statuses.filter((status) => status === 401)).toHaveLength(looked.length);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1000 - looked.length);
});

test('a whole office that comes back together gets its answers', async () => {
  const { ask } = admitting();
  const statuses = await Promise.all(Array.from({ length: 1000 }, () => ask(good, '192.0.2.7')));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a request without a token is refused without a look-up, and tokens that are known count for nothing', async () => {
  const { looked, ask } = admitting();
  for (let count = 0; count < 150; count += 1) expect(await ask(null, '192.0.2.7')).toBe(401);
  expect(looked).toEqual([]);
  for (let count = 0; count < 150; count += 1) expect(await ask(good, '192.0.2.7')).toBe(200);
  expect(await ask(anyToken(), '192.0.2.7')).toBe(401);
});
