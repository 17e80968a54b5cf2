import { createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How the store behaves. `slow`: it gives the first part of a file, and later ones only when it is `parts` again. `other`: as
 * many bytes, but not those of the publisher. `whole`: it knows no parts. `missing`: 404.
 */
export type StoreMood = 'parts' | 'slow' | 'other' | 'whole' | 'missing';

/** A place on loopback where models are downloaded from, with files of random bytes. */
export interface ModelStore {
  mood: StoreMood;
  /** Ranges that were asked for. */
  readonly asked: readonly string[];
  /** As an entry of a list of models. */
  file(name: string, role: string): { name: string; role: string; url: string; bytes: number; sha256: string };
  /** All bytes of each file. */
  readonly content: Buffer;
  close(): Promise<void>;
}

/** Opens a store whose files have so many bytes. */
export async function openModelStore(bytes: number): Promise<ModelStore> {
  const content = randomBytes(bytes);
  const asked: string[] = [];
  const held = new Set<() => void>();
  let mood: StoreMood = 'parts';
  const part = (response: ServerResponse, range: string) => {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const sent = content.subarray(Number(from), Number(to) + 1);
    const body = mood === 'other' ? Buffer.alloc(sent.length) : sent;
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes}` }).end(body);
  };
  const server = createServer((request, response) => {
    const range = String(request.headers.range);
    asked.push(range);
    if (mood === 'missing') response.writeHead(404).end();
    else if (mood === 'whole') response.end(content);
    else if (mood === 'slow' && !range.startsWith('bytes=0-')) held.add(() => part(response, range));
    else part(response, range);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    get mood() {
      return mood;
    },
    set mood(next) {
      mood = next;
      if (next === 'slow') return;
      for (const go of held) go();
      held.clear();
    },
    asked,
    content,
    file: (name, role) => ({
      name,
      role,
      url: `${origin}/${name}`,
      bytes,
      sha256: createHash('sha256').update(content).digest('hex'),
    }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
