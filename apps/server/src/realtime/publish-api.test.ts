import { createHash, createHmac } from 'node:crypto';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Gateway } from './gateway.ts';
import { newRealtimeKeys } from './keys.ts';
import { addPublishApi } from './publish-api.ts';

/** Publishes one event as a server library does, and gives the status with what the gateway was told. */
const publish = async (event: object) => {
  const keys = newRealtimeKeys();
  const told: Parameters<Gateway['publish']>[0][] = [];
  const app = fastify();
  await addPublishApi(app, keys, { publish: (one) => void told.push(one) } as Gateway);
  const body = JSON.stringify(event);
  const path = `/apps/${keys.appId}/events`;
  const digest = createHash('md5').update(body).digest('hex');
  const query = `auth_key=${keys.key}&auth_timestamp=${Math.floor(Date.now() / 1000)}&auth_version=1.0&body_md5=${digest}`;
  const signature = createHmac('sha256', keys.secret).update(['POST', path, query].join('\n')).digest('hex');
  const reply = await app.inject({
    method: 'POST',
    url: `${path}?${query}&auth_signature=${signature}`,
    payload: body,
    headers: { 'content-type': 'application/json' },
  });
  await app.close();
  return { status: reply.statusCode, told: told.map(({ channel, name, data }) => ({ channel, name, data })) };
};

test('an event goes to the one channel that older server libraries name', async () => {
  expect(await publish({ name: 'x', channel: 'a', data: 'z' })).toEqual({
    status: 200,
    told: [{ channel: 'a', name: 'x', data: 'z' }],
  });
});

test('an event goes to all channels of a list', async () => {
  const { status, told } = await publish({ name: 'x', channels: ['a', 'b'], data: 'z' });
  expect([status, told.map(({ channel }) => channel)]).toEqual([200, ['a', 'b']]);
});

test('an event without any channel cannot be read', async () => {
  expect(await publish({ name: 'x', data: 'z' })).toEqual({ status: 400, told: [] });
});
