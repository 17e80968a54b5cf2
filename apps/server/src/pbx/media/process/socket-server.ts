import { chmodSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import type { MediaFact } from '../media.ts';
import { MediaError } from '../media.ts';
import type { Method } from '../protocol.ts';
import { envelope, lineReader, requests } from '../protocol.ts';
import type { Endpoints } from './endpoints.ts';

/** What waits for somebody far away; nobody else's request waits with it. */
const patientMethods: ReadonlySet<Method> = new Set(['startStream']);

/** Serves the endpoints on a Unix socket; see `protocol.ts` for what is said. */
export class SocketServer {
  readonly #endpoints: Endpoints;
  readonly #log: Logger;
  readonly #connections = new Set<Socket>();
  readonly #server: Server;
  // One request after the other, so that an endpoint that is still opening is there for the next request.
  #queue: Promise<void> = Promise.resolve();

  constructor(endpoints: Endpoints, log: Logger) {
    this.#endpoints = endpoints;
    this.#log = log;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Listens; a socket file that a killed process left is replaced. */
  listen(path: string): Promise<void> {
    rmSync(path, { force: true });
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, () => {
        chmodSync(path, 0o600);
        resolve();
      });
    });
  }

  /** Tells a fact to everyone connected; false where that is nobody. */
  announce(fact: MediaFact): boolean {
    const line = `${JSON.stringify({ fact })}\n`;
    for (const socket of this.#connections) socket.write(line);
    return this.#connections.size > 0;
  }

  #serve(socket: Socket): void {
    this.#connections.add(socket);
    socket.setEncoding('utf8');
    const read = lineReader((line) => {
      this.#queue = this.#queue.then(() => this.#answer(socket, line));
    });
    socket.on('data', (chunk: string) => {
      try {
        read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('error', (error) => this.#log.warn({ err: error }, 'media: signalling connection failed'));
    socket.on('close', () => {
      this.#connections.delete(socket);
      if (this.#connections.size > 0) return;
      this.#log.info({ mediaEndpoints: this.#endpoints.size }, 'media: signalling connection closed');
      this.#endpoints.signallingLost();
    });
  }

  async #answer(socket: Socket, line: string): Promise<void> {
    let id = 0;
    try {
      const request = envelope.parse(JSON.parse(line));
      id = request.id;
      const work = this.#do(request.method, request.params);
      if (patientMethods.has(request.method)) void this.#reply(socket, id, work);
      else await this.#reply(socket, id, work);
    } catch (error) {
      this.#refuse(socket, id, error);
    }
  }

  async #reply(socket: Socket, id: number, work: unknown): Promise<void> {
    try {
      socket.write(`${JSON.stringify({ id, result: await work })}\n`);
    } catch (error) {
      this.#refuse(socket, id, error);
    }
  }

  #refuse(socket: Socket, id: number, error: unknown): void {
    const known = error instanceof MediaError ? error : undefined;
    if (known === undefined) this.#log.error({ err: error }, 'media: request failed');
    const message = error instanceof ZodError ? 'the request breaks the protocol' : String((error as Error).message);
    socket.write(`${JSON.stringify({ id, error: { code: known?.code ?? 'INTERNAL', message } })}\n`);
  }

  #do<M extends Method>(method: M, params: unknown): unknown {
    const work = this.#endpoints.work[method] as (params: unknown) => unknown;
    const parsed: unknown = requests[method].parse(params);
    if (method !== 'stats')
      this.#log.debug({ method, mediaEndpointId: (parsed as { endpointId?: string }).endpointId }, 'request');
    return work(parsed);
  }
}
