import type { Logger } from 'pino';
import type { MediaFact, MediaOwner } from '../media.ts';
import { MediaError } from '../media.ts';

/** More nodes than any cell has. */
const mostOwners = 1000;

/** Who says hello and orders; told in lines. */
interface Connection {
  write(line: string): unknown;
}

/** The endpoints of one owner. */
interface OwnEndpoints {
  readonly size: number;
  /** Nobody orders any more: they wait for the next carrier. */
  signallingLost(): void;
  stop(): Promise<void>;
}

interface Owner<Endpoints> {
  readonly node: string;
  readonly endpoints: Endpoints;
  /** The highest seen. */
  epoch: number;
  /** Those of that epoch. */
  readonly connections: Set<Connection>;
}

/** What one connection may do: everything with the endpoints of its owner, until that has another carrier. */
interface Pass<Endpoints> {
  readonly owner: Owner<Endpoints>;
  readonly epoch: number;
}

/**
 * Whose endpoints are whose. An owner is a node, and its carrier says hello with the epoch of its lease. Once a higher one
 * has come, orders of the others are refused: a carrier that was frozen while another took over can end nothing.
 */
export class Owners<Endpoints extends OwnEndpoints> {
  readonly #log: Logger;
  readonly #open: (node: string, announce: (fact: MediaFact) => boolean) => Endpoints;
  readonly #owners = new Map<string, Owner<Endpoints>>();
  readonly #passes = new WeakMap<Connection, Pass<Endpoints>>();

  constructor(log: Logger, open: (node: string, announce: (fact: MediaFact) => boolean) => Endpoints) {
    this.#log = log;
    this.#open = open;
  }

  /** Endpoints of every owner. */
  get size(): number {
    return [...this.#owners.values()].reduce((sum, { endpoints }) => sum + endpoints.size, 0);
  }

  /** A connection says whose it is. Throws `MediaError` OUTLIVED where that is the past. */
  hello(socket: Connection, { node, epoch }: MediaOwner): void {
    if (this.#passes.has(socket)) throw new MediaError('INTERNAL', 'hello is said once');
    const owner = this.#owners.get(node) ?? this.#newOwner(node);
    this.#passes.set(socket, { owner, epoch });
    if (epoch < owner.epoch) throw this.#refusal(owner, epoch, 'hello');
    if (epoch > owner.epoch) this.#takeOver(owner, epoch);
    owner.connections.add(socket);
    this.#log.info({ node, epoch, mediaEndpoints: owner.endpoints.size }, 'media: carrier connected');
  }

  /** The endpoints that this connection may order about. Throws `MediaError`. */
  endpointsOf(socket: Connection, method: string): Endpoints {
    const pass = this.#passes.get(socket);
    if (pass === undefined) throw new MediaError('INTERNAL', 'hello comes first');
    if (pass.epoch < pass.owner.epoch) throw this.#refusal(pass.owner, pass.epoch, method);
    return pass.owner.endpoints;
  }

  /** A connection closed. */
  left(socket: Connection): void {
    const owner = this.#passes.get(socket)?.owner;
    if (!owner?.connections.delete(socket) || owner.connections.size > 0) return;
    const { node, endpoints } = owner;
    this.#log.info({ node, mediaEndpoints: endpoints.size }, 'media: signalling connection closed');
    endpoints.signallingLost();
  }

  /** Ends everything of everybody; resolves once what was recorded is on the disk. */
  async stop(): Promise<void> {
    await Promise.all([...this.#owners.values()].map(({ endpoints }) => endpoints.stop()));
  }

  #newOwner(node: string): Owner<Endpoints> {
    if (this.#owners.size >= mostOwners) throw new MediaError('INTERNAL', 'too many nodes');
    const connections = new Set<Connection>();
    const endpoints = this.#open(node, (fact) => {
      const line = `${JSON.stringify({ fact })}\n`;
      for (const socket of connections) socket.write(line);
      return connections.size > 0;
    });
    const owner = { node, endpoints, epoch: 0, connections };
    this.#owners.set(node, owner);
    return owner;
  }

  /** The carriers before hear of it, and the endpoints wait for the new one to adopt them. */
  #takeOver(owner: Owner<Endpoints>, epoch: number): void {
    const stale = [...owner.connections];
    owner.connections.clear();
    owner.epoch = epoch;
    for (const socket of stale) socket.write(`${JSON.stringify({ outlived: { epoch } })}\n`);
    if (stale.length === 0) return;
    this.#log.warn({ node: owner.node, epoch }, 'media: another carrier took over');
    owner.endpoints.signallingLost();
  }

  #refusal({ node, epoch: highest }: Owner<Endpoints>, epoch: number, method: string): MediaError {
    this.#log.warn({ node, epoch, highest, method }, 'media: order of an outlived carrier refused');
    return new MediaError('OUTLIVED', `${node} is carried at epoch ${highest}`);
  }
}
