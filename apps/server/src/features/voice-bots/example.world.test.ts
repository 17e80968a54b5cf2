import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { freeUdpPort } from '../../testing/free-port.ts';
import { signatureOf } from './names.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/CALL-ASSISTANT.md'), 'utf8');

test('the example of a bot says back what it hears, hands over with 1, and lets in only those who sign', async () => {
  const [, script = ''] = /```js\n([^`]*(?:`[^`]+`[^`]*)*?)```\n/.exec(page) ?? [];
  expect(script).toContain('port: 8080');
  const asked: string[] = [];
  const sidetone = createServer((request, response) => {
    void request.toArray().then((body) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization} ${Buffer.concat(body)}`);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(sidetone, 'listening');
  const port = await freeUdpPort();
  const address = `ws://127.0.0.1:${port}/`;
  const bot = spawn(process.execPath, ['--input-type=module', '-e', script.replace('8080', String(port))], {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      SIDETONE: `http://127.0.0.1:${(sidetone.address() as { port: number }).port}`,
      ASSISTANT: 'desk',
      TOKEN: 'token',
      SECRET: 'secret',
      ADDRESS: address,
    },
    stdio: 'ignore',
  });
  try {
    const headers = { 'X-Twilio-Signature': signatureOf(address, 'secret') };
    const connect = (with_: Record<string, string>) =>
      new Promise<WebSocket>((resolve, reject) => {
        const socket = new WebSocket(address, { headers: with_ });
        socket.once('open', () => resolve(socket));
        socket.once('error', reject);
      });
    const socket = await vi.waitFor(() => connect(headers), { timeout: 10_000, interval: 200 });
    await expect(connect({})).rejects.toThrow('401');
    const heard: unknown[] = [];
    socket.on('message', (text) => heard.push(JSON.parse(String(text))));
    const send = (message: object) => socket.send(JSON.stringify(message));
    send({ event: 'start', streamSid: 'MZ1', start: { callSid: 'CA1', streamSid: 'MZ1' } });
    send({ event: 'media', streamSid: 'MZ1', media: { payload: '/w==', timestamp: '20' } });
    send({ event: 'dtmf', streamSid: 'MZ1', dtmf: { digit: '1' } });
    await vi.waitFor(() => {
      expect(heard).toEqual([{ event: 'media', streamSid: 'MZ1', media: { payload: '/w==' } }]);
      expect(asked).toEqual([
        'POST /api/assistants/desk/calls/CA1 Bearer token {"do":"handOver","summary":"Wants a person."}',
      ]);
    });
    socket.terminate();
  } finally {
    bot.kill();
    sidetone.close();
  }
}, 30_000);
