import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { passSocketOn } from './hand-on-socket.ts';
import { hopSigner } from './signed-hop.ts';

test('a client is not read while its carrier does not answer, and is disconnected in the end', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    silent.close();
    server.close();
  });
  await Promise.all([silent, server].map((each) => each.address() ?? once(each, 'listening')));
  const portOf = (each: { address(): unknown }) => (each.address() as AddressInfo).port;
  const client = new WebSocket(`ws://127.0.0.1:${portOf(server)}/live`);
  const closed = once(client, 'close');
  const [[socket, request]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket, IncomingMessage],
    unknown,
  ];
  passSocketOn(
    {
      socket,
      request,
      httpAddress: `http://127.0.0.1:${portOf(silent)}`,
      hop: { node: 'node-1', address: '127.0.0.1', secure: false, host: 'phone.example' },
      said: [],
      largest: 1_000,
      awayCode: 1013,
    },
    hopSigner(Buffer.alloc(32, 1)),
  );
  const flood = 'x'.repeat(100_000);
  for (let count = 0; count < 200; count += 1) client.send(flood);
  await expect.poll(() => client.bufferedAmount).toBeGreaterThan(0);
  expect(socket.isPaused).toBe(true);
  expect((await closed)[0]).toBe(1013);
});
