import { mkdtempSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaFact } from './media.ts';
import { MediaClient } from './media-client.ts';
import { someOwner } from './testing/owner.ts';

/** Stands for the media process: answers as a test says, or not at all. */
class Answerer {
  readonly heard: string[] = [];
  readonly #path: string;
  readonly #answer: (request: { id: number; method: string }) => object | null;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(path: string, answer: (request: { id: number; method: string }) => object | null) {
    this.#path = path;
    this.#answer = answer;
  }

  start(): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n').filter(Boolean)) this.#hear(socket, line);
      });
      socket.on('error', () => {}); // the client went first
    });
    this.#server = server;
    return new Promise((resolve) => server.listen(this.#path, resolve));
  }

  tell(line: string): void {
    for (const socket of this.#sockets) socket.write(line);
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    this.#server?.close();
  }

  #hear(socket: Socket, line: string): void {
    const request = JSON.parse(line) as { id: number; method: string };
    this.heard.push(request.method);
    const reply = this.#answer(request);
    if (reply !== null) socket.write(`${JSON.stringify({ id: request.id, ...reply })}\n`);
  }
}

let folder: string;
let path: string;
const open: { stop(): void }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'media-client-'));
  path = join(folder, 'media.sock');
});
afterEach(() => {
  for (const each of open.splice(0)) each.stop();
  rmSync(folder, { recursive: true, force: true });
});

function answerer(answer: (request: { id: number; method: string }) => object | null): Answerer {
  const made = new Answerer(path, answer);
  open.push(made);
  return made;
}

function client(timeoutMs?: number): MediaClient {
  const made = new MediaClient({ socketPath: path, owner: someOwner, ...(timeoutMs !== undefined && { timeoutMs }) });
  open.push(made);
  return made;
}

test('a request made before the process is there waits for it; a fresh client closes and loses nothing', async () => {
  const media = client();
  const facts: MediaFact[] = [];
  media.onFact((fact) => facts.push(fact));
  const adopting = media.adopt(['a']);
  const process = answerer(() => ({ result: { alive: ['a'] } }));
  await process.start();
  expect(await adopting).toEqual(['a']);
  expect([process.heard, facts]).toEqual([['hello', 'adopt'], []]);
});

test('an error keeps its code, and a result that breaks the protocol is one', async () => {
  await answerer(({ method }) =>
    method === 'stats' ? { result: { packetsSent: 'many' } } : { error: { code: 'BAD_SDP', message: 'no' } },
  ).start();
  const media = client();
  await expect(media.acceptAnswer('a', '')).rejects.toMatchObject({ code: 'BAD_SDP' });
  await expect(media.stats('a')).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('without a reply a request fails in time', async () => {
  await answerer(() => null).start();
  await expect(client(50).closeAll()).rejects.toMatchObject({ code: 'MEDIA_UNAVAILABLE' });
});

test('when the process goes away that is told once, requests fail at once, and the new one begins clean', async () => {
  const first = answerer(() => null);
  await first.start();
  const media = client();
  const facts: MediaFact[] = [];
  const lost = new Promise<void>((resolve) => {
    media.onFact((fact) => {
      facts.push(fact);
      if (fact.type === 'lost') resolve();
    });
  });
  const waiting = media.bridge('a', 'b');
  await expect.poll(() => first.heard).toEqual(['hello', 'bridge']);
  first.stop();
  await expect(waiting).rejects.toMatchObject({ code: 'MEDIA_UNAVAILABLE' });
  await lost;
  const second = answerer(() => ({ result: {} }));
  await second.start();
  await media.hold('c', true);
  expect(second.heard).toEqual(['hello', 'closeAll', 'hold']);
  expect(facts).toEqual([{ type: 'lost' }]);
});

test('a fact reaches every listener, even when one of them fails', async () => {
  const process = answerer(() => ({ result: {} }));
  await process.start();
  const media = client();
  const heard: MediaFact[] = [];
  media.onFact(() => {
    throw new Error('a broken listener');
  });
  media.onFact((fact) => heard.push(fact));
  await media.closeAll();
  process.tell('{"fact":{"type":"connected",');
  process.tell('"endpointId":"a"}}\n');
  await expect.poll(() => heard).toEqual([{ type: 'connected', endpointId: 'a' }]);
});

test('what is no message of the protocol ends the connection, not the client', async () => {
  const process = answerer(() => ({ result: {} }));
  await process.start();
  const media = client();
  const facts: MediaFact[] = [];
  media.onFact((fact) => facts.push(fact));
  await media.closeAll();
  process.tell('nonsense\n');
  await expect.poll(() => facts).toEqual([{ type: 'lost' }]);
  await media.hold('a', true);
  expect(process.heard).toEqual(['hello', 'closeAll', 'hello', 'closeAll', 'hold']);
});
