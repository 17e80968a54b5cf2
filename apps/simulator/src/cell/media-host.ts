import { FakeMedia } from '../../../server/src/pbx/media/fake-media.ts';
import type { MediaFact, MediaOwner } from '../../../server/src/pbx/media/media.ts';
import { Owners } from '../../../server/src/pbx/media/process/owners.ts';
import type { Life } from './machine.ts';
import type { Planted } from './planted.ts';
import { quietLog } from './quiet-log.ts';
import type { Scheduler } from './scheduler.ts';

/** Endpoints that nobody adopts are closed after this time, as `orphans.ts` does. */
const adoptWithinMs = 60_000;

/** What one owner has at the media host: the rules of the real one, without sound. */
class OwnEndpoints {
  readonly media = new FakeMedia();
  readonly #time: Scheduler;
  #cancel = () => {};
  /** When nobody had come for too long. */
  givenUpAt = Number.NEGATIVE_INFINITY;

  constructor(time: Scheduler, announce: (fact: MediaFact) => void) {
    this.#time = time;
    this.media.onFact(announce);
  }

  get size(): number {
    return this.media.endpoints.size;
  }

  signallingLost(): void {
    this.#cancel();
    this.#cancel = this.#time.after(adoptWithinMs, () => {
      this.givenUpAt = this.#time.now;
      void this.media.closeAll();
    });
  }

  isOrdered(method: string): void {
    if (method === 'adopt' || method === 'closeAll') this.#cancel();
  }

  stop(): Promise<void> {
    return this.media.closeAll();
  }
}

/** A connection of one process. */
export interface Connection {
  readonly owner: MediaOwner;
  readonly life: Life;
  write(line: string): void;
  closed(): void;
}

/** The media process of the cell, on a machine of its own: `Owners` is the real one. */
export class MediaHost {
  readonly #time: Scheduler;
  readonly #planted: Planted | undefined;
  #owners: Owners<OwnEndpoints>;
  readonly #own = new Map<string, OwnEndpoints>();
  readonly #highest = new Map<string, { readonly epoch: number; readonly since: number }>();
  readonly #connections = new Set<Connection>();
  isUp = true;
  /** When it died last. */
  diedAt = Number.NEGATIVE_INFINITY;
  /** An order was obeyed although a higher epoch had said hello. */
  onLateOrder: (owner: MediaOwner, method: string) => void = () => {};

  constructor(time: Scheduler, planted: Planted | undefined) {
    this.#time = time;
    this.#planted = planted;
    this.#owners = this.#newOwners();
  }

  /** Endpoints that are open, by their owners. */
  endpoints(): readonly { readonly node: string; readonly endpointId: string; readonly farPort: number | undefined }[] {
    return [...this.#own].flatMap(([node, { media }]) =>
      [...media.endpoints].map(([endpointId, { session }]) => ({ node, endpointId, farPort: session.far?.port })),
    );
  }

  /** When it gave up waiting for a carrier of this node last. */
  givenUpAt(node: string): number {
    return this.#own.get(node)?.givenUpAt ?? Number.NEGATIVE_INFINITY;
  }

  /** The far side of an endpoint has been silent for too long. */
  failed(node: string, endpointId: string): void {
    this.#own.get(node)?.media.tell({ type: 'failed', endpointId, why: 'silence' });
  }

  /** Since when a carrier of a later epoch is there. */
  tookOver(node: string, epoch: number): number | undefined {
    const highest = this.#highest.get(node);
    return highest && epoch < highest.epoch ? highest.since : undefined;
  }

  kill(awayMs: number): void {
    this.isUp = false;
    this.diedAt = this.#time.now;
    this.#own.clear();
    this.#highest.clear();
    this.#owners = this.#newOwners();
    for (const connection of this.#connections) connection.life.take(() => connection.closed());
    this.#connections.clear();
    this.#time.after(awayMs, () => {
      this.isUp = true;
    });
  }

  /** Throws `MediaError` OUTLIVED. */
  connect(connection: Connection): void {
    this.#connections.add(connection);
    const { node, epoch } = connection.owner;
    this.#owners.hello(connection, this.#planted === 'mediaObeysEverybody' ? { node, epoch: 1 } : connection.owner);
    const highest = this.#highest.get(node);
    if (epoch > (highest?.epoch ?? 0)) this.#highest.set(node, { epoch, since: this.#time.now });
    connection.life.atEnd(() => this.#left(connection));
  }

  async order(connection: Connection, method: string, args: readonly unknown[]): Promise<unknown> {
    const { node, epoch } = connection.owner;
    const own = this.#owners.endpointsOf(connection, method);
    if (epoch < (this.#highest.get(node)?.epoch ?? 0)) this.onLateOrder(connection.owner, method);
    own.isOrdered(method);
    const work = own.media[method as 'closeAll'] as (...given: readonly unknown[]) => Promise<unknown>;
    return await work.apply(own.media, [...args]);
  }

  isConnected(connection: Connection): boolean {
    return this.#connections.has(connection);
  }

  #left(connection: Connection): void {
    if (this.#connections.delete(connection)) this.#owners.left(connection);
  }

  #newOwners(): Owners<OwnEndpoints> {
    return new Owners(quietLog, (node, announce) => {
      const own = new OwnEndpoints(this.#time, announce);
      this.#own.set(node, own);
      return own;
    });
  }
}
