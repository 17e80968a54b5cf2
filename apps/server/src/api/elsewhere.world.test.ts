import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { wrongDoor } from '../cell/wrong-door.ts';
import { handOnBy } from './elsewhere.ts';

test('what a client gave up before its carrier answered is not carried out here', async () => {
  const carrier = createServer().listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  const asked = once(carrier, 'connection');
  const { port } = carrier.address() as AddressInfo;
  const place = { node: 'node-2', epoch: 1, sipAddress: null, release: null, state: 'up' } as const;
  const door = wrongDoor({
    homes: {
      node: 'node-1',
      isElsewhere: () => true,
      carrierOf: () => ({ ...place, httpAddress: `http://127.0.0.1:${port}` }),
      carriers: () => new Map(),
    },
    secret: Buffer.alloc(32, 1),
    isProxy: () => false,
    clientOf: () => ({ address: '192.0.2.1', secure: false, host: 'phone.example' }),
    onTrouble() {},
  });
  const app = Fastify();
  const isOver = Promise.withResolvers<boolean>();
  let isCarriedOut = false;
  app.route({
    method: 'POST',
    url: '/',
    async onRequest(request, reply) {
      setImmediate(isOver.resolve, await handOnBy(door)('c1', request, reply));
    },
    async handler() {
      isCarriedOut = true;
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    door.stop();
    carrier.close();
    await app.close();
  });
  const client = new AbortController();
  const asking = fetch(url, { method: 'POST', signal: client.signal });
  await asked;
  client.abort();
  await expect(asking).rejects.toThrow();
  expect(await isOver.promise).toBe(true);
  expect(isCarriedOut).toBe(false);
});
