import { chmodSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import type { MediaFigures } from '../media.ts';
import { MediaError } from '../media.ts';
import type { Method, Params } from '../protocol.ts';
import { envelope, lineReader, requests } from '../protocol.ts';
import type { EndpointMethod, Endpoints } from './endpoints.ts';
import type { Owners } from './owners.ts';

/** What waits for somebody far away; nobody else's request waits with it. */
const patientMethods: ReadonlySet<Method> = new Set(['startStream']);

/** Serves the endpoints on a Unix socket; see `protocol.ts` for what is said. */
export class SocketServer {
  readonly #owners: Owners<Endpoints>;
  readonly #figures: () => MediaFigures;
  readonly #log: Logger;
  readonly #server: Server;
  // One request after the other, so that an endpoint that is still opening is there for the next request.
  #queue: Promise<void> = Promise.resolve();

  constructor(owners: Owners<Endpoints>, figures: () => MediaFigures, log: Logger) {
    this.#owners = owners;
    this.#figures = figures;
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

  #serve(socket: Socket): void {
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
    socket.on('close', () => this.#owners.left(socket));
  }

  async #answer(socket: Socket, line: string): Promise<void> {
    let id = 0;
    try {
      const request = envelope.parse(JSON.parse(line));
      id = request.id;
      const work = this.#do(socket, request.method, request.params);
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

  #do(socket: Socket, method: Method, params: unknown): unknown {
    if (method === 'figures') return this.#figures();
    if (method === 'hello') {
      this.#owners.hello(socket, requests.hello.parse(params));
      return {};
    }
    return this.#order(socket, method, params);
  }

  #order<M extends EndpointMethod>(socket: Socket, method: M, params: unknown): unknown {
    const { work } = this.#owners.endpointsOf(socket, method);
    const parsed = requests[method].parse(params) as Params<M>;
    if (method !== 'stats')
      this.#log.debug({ method, mediaEndpointId: (parsed as { endpointId?: string }).endpointId }, 'request');
    return (work[method] as (params: Params<M>) => unknown)(parsed);
  }
}
