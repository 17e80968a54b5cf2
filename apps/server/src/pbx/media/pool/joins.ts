import type { Logger } from 'pino';
import type { Codec, ConferenceHow, GuestVisit, MediaFact } from '../media.ts';
import { MediaError } from '../media.ts';
import type { Part } from './part.ts';
import { closeStandIn, openStandIn, type StandIn, standInsAmong } from './stand-ins.ts';
import { Turns } from './turns.ts';

/** A guest where it listens: under the name that it and its pair have in that media process. */
interface Visiting {
  readonly part: Part;
  readonly guestId: string;
  readonly visit: GuestVisit;
}

/** Who hears whom, where those are in different media processes: some are represented in another by stand-ins. */
export class Joins {
  readonly #parts: readonly Part[];
  readonly #log: Logger | undefined;
  readonly #codecs = new Map<string, Codec>();
  readonly #standIns = new Map<string, StandIn>();
  readonly #visits = new Map<string, GuestVisit>();
  readonly #visiting = new Map<string, Visiting>();
  readonly #turns = new Turns();

  constructor(parts: readonly Part[], log?: Logger) {
    this.#parts = parts;
    this.#log = log;
  }

  /** Endpoints that are represented elsewhere. */
  get standIns(): number {
    return this.#standIns.size;
  }

  /** Where an endpoint is; undefined where it is in none of them. */
  find(endpointId: string): Part | undefined {
    return this.#parts.find(({ endpoints }) => endpoints.has(endpointId));
  }

  /** Where an endpoint is. Throws `MediaError` NO_SUCH_ENDPOINT. */
  home(endpointId: string): Part {
    const part = this.find(endpointId);
    if (part === undefined) throw new MediaError('NO_SUCH_ENDPOINT', `no endpoint ${endpointId}`);
    return part;
  }

  /** One that was closed before media answered speaks nothing. */
  speaks(endpointId: string, codec: Codec | undefined): void {
    if (codec !== undefined && this.find(endpointId)) this.#codecs.set(endpointId, codec);
  }

  bridge(a: string, b: string): Promise<void> {
    return this.#turns.take([a, b], async () => {
      const at = this.#meetingPlace([a, b]);
      const [one = a, other = b] = await this.#bring([a, b], at);
      await at.client.bridge(one, other);
      await this.#letGuestsIn([a, b]);
    });
  }

  confer(endpointIds: readonly string[], how: ConferenceHow): Promise<void> {
    return this.#turns.take(endpointIds, async () => {
      const at = this.#meetingPlace(endpointIds);
      const present = await this.#bring(endpointIds, at);
      const listeners = how.listeners?.map((id) => this.#nameAt(id, at) ?? id) ?? [];
      await at.client.confer(present, { ...how, listeners });
      await this.#letGuestsIn(endpointIds);
    });
  }

  attach(guestId: string, visit: GuestVisit): Promise<void> {
    return this.#turns.take([guestId, ...visit.pair], async () => {
      this.home(guestId);
      this.#visits.set(guestId, visit);
      await this.#letIn(guestId, visit);
    });
  }

  detach(guestId: string): Promise<void> {
    return this.#turns.take([guestId, ...(this.#visits.get(guestId)?.pair ?? [])], () => this.#letOut(guestId));
  }

  unbridge(endpointId: string): Promise<void> {
    return this.#alone(endpointId, (home) => home.client.unbridge(endpointId));
  }

  /** Does something with an endpoint that ends what it is joined with. */
  #alone(endpointId: string, task: (home: Part) => Promise<void>): Promise<void> {
    return this.#turns.take([endpointId], async () => {
      const home = this.home(endpointId);
      if (this.#standIns.has(endpointId)) await this.#dismiss(endpointId);
      await task(home);
    });
  }

  startStream(endpointId: string, task: (home: Part) => Promise<void>): Promise<void> {
    // What waits for a program far away keeps no other order for the endpoint waiting.
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#alone(endpointId, async (home) => void task(home).then(resolve, reject)).catch(reject);
    return promise;
  }

  close(endpointId: string): Promise<void> {
    return this.#turns.take([endpointId], async () => {
      const home = this.find(endpointId);
      if (home === undefined) return; // closed twice is closed
      if (this.#visits.has(endpointId)) await this.#letOut(endpointId);
      if (this.#standIns.has(endpointId)) await this.#dismiss(endpointId);
      this.forget(endpointId);
      await home.client.close(endpointId);
    });
  }

  /** The endpoint is gone. */
  forget(endpointId: string): void {
    for (const { endpoints } of this.#parts) endpoints.delete(endpointId);
    this.#codecs.delete(endpointId);
    for (const [guestId, { pair }] of this.#visits) {
      if (guestId !== endpointId && !pair.includes(endpointId)) continue;
      this.#visits.delete(guestId);
      this.#visiting.delete(guestId);
    }
  }

  /**
   * A media process is gone, or these endpoints of it: which of ours are lost with that is given, and the other ends of their ties
   * are closed.
   */
  lost(part: Part, { endpointIds }: Extract<MediaFact, { type: 'lost' }>): ReadonlySet<string> {
    const isGone = (endpointId: string) => endpointIds?.has(endpointId) ?? true;
    const lost = new Set([...part.endpoints].filter(isGone));
    for (const [endpointId, standIn] of this.#standIns) {
      const { at, far, home, near } = standIn;
      const isCut = (at === part && isGone(far)) || (home === part && (isGone(near) || isGone(endpointId)));
      if (!isCut) continue;
      this.#standIns.delete(endpointId);
      void closeStandIn(standIn);
    }
    for (const [guestId, visiting] of this.#visiting) {
      if (visiting.part === part && isGone(visiting.guestId)) this.#visiting.delete(guestId);
    }
    for (const endpointId of lost) this.forget(endpointId);
    return lost;
  }

  forgetAll(): void {
    for (const { endpoints } of this.#parts) endpoints.clear();
    for (const each of [this.#codecs, this.#standIns, this.#visits, this.#visiting]) each.clear();
  }

  /** Takes over what an earlier carrier left in these media processes; gives what of it is wanted there. */
  takeUp(there: ReadonlyMap<Part, readonly string[]>, wanted: ReadonlySet<string>): ReadonlyMap<Part, string[]> {
    this.forgetAll();
    for (const [part, endpointIds] of there) {
      for (const endpointId of endpointIds) if (wanted.has(endpointId)) part.endpoints.add(endpointId);
    }
    for (const [endpointId, standIn] of standInsAmong(there, wanted)) this.#standIns.set(endpointId, standIn);
    const ends = [...this.#standIns.values()];
    return new Map(
      [...there.keys()].map((part) => [
        part,
        [
          ...part.endpoints,
          ...ends.filter(({ at }) => at === part).map(({ far }) => far),
          ...ends.filter(({ home }) => home === part).map(({ near }) => near),
        ],
      ]),
    );
  }

  /** Where these are to be joined: where some of them are represented already, else where most of them are. */
  #meetingPlace(endpointIds: readonly string[]): Part {
    const homes = endpointIds.map((id) => this.home(id));
    const first = homes[0];
    if (first && homes.every((home) => home === first)) return first;
    const known = endpointIds.flatMap((id) => this.#standIns.get(id)?.at ?? []).find((at) => homes.includes(at));
    if (known !== undefined) return known;
    const count = (part: Part) => homes.filter((home) => home === part).length;
    return homes.reduce((best, home) => (count(home) > count(best) ? home : best));
  }

  /** Has all of them there; gives the names under which they are. */
  async #bring(endpointIds: readonly string[], at: Part): Promise<string[]> {
    const isThere = (id: string) => this.home(id) === at && !this.#standIns.has(id);
    if (endpointIds.every(isThere)) return [...endpointIds];
    return await Promise.all(endpointIds.map((id) => this.#represent(id, at)));
  }

  async #represent(endpointId: string, at: Part): Promise<string> {
    const home = this.home(endpointId);
    const present = this.#standIns.get(endpointId);
    if (present?.at === at) return present.far;
    if (present) await this.#dismiss(endpointId);
    if (home === at) return endpointId;
    const made = await openStandIn(endpointId, home, at, this.#codecs.get(endpointId));
    this.#log?.debug({ mediaEndpointId: endpointId, home: home.name, at: at.name }, 'media: tied to another process');
    this.#standIns.set(endpointId, made);
    return made.far;
  }

  /** It is represented nowhere any longer, and so with nobody. */
  async #dismiss(endpointId: string): Promise<void> {
    const standIn = this.#standIns.get(endpointId);
    this.#standIns.delete(endpointId);
    if (standIn) await closeStandIn(standIn);
  }

  /** How an endpoint is called in this media process; undefined where it is neither there nor represented. */
  #nameAt(endpointId: string, at: Part): string | undefined {
    const standIn = this.#standIns.get(endpointId);
    if (standIn) return standIn.at === at ? standIn.far : undefined;
    return at.endpoints.has(endpointId) ? endpointId : undefined;
  }

  /** Those who listen to two of these hear them where they are joined now. */
  async #letGuestsIn(endpointIds: readonly string[]): Promise<void> {
    for (const [guestId, visit] of this.#visits) {
      if (!visit.pair.every((id) => endpointIds.includes(id))) continue;
      // Those two are joined, whatever becomes of their guest.
      await this.#letIn(guestId, visit).catch((error: unknown) =>
        this.#log?.warn({ err: error, mediaEndpointId: guestId }, 'media: a guest could not follow its pair'),
      );
    }
  }

  /** Has the guest hear its pair, as far as that is joined; else it hears them once they are. */
  async #letIn(guestId: string, { pair, heardBy }: GuestVisit): Promise<void> {
    const at = this.#parts.find((part) => pair.every((id) => this.#nameAt(id, part) !== undefined));
    const before = this.#visiting.get(guestId);
    if (before && before.part !== at) await this.#leave(guestId, before);
    if (at === undefined) return;
    const name = (id: string) => this.#nameAt(id, at) ?? id;
    const visit = { pair: [name(pair[0]), name(pair[1])] as const, heardBy: heardBy.map(name) };
    const visiting = { part: at, guestId: await this.#represent(guestId, at), visit };
    if (before && isSame(before, visiting)) return;
    this.#visiting.set(guestId, visiting);
    await at.client.attach(visiting.guestId, visit);
  }

  async #letOut(guestId: string): Promise<void> {
    this.#visits.delete(guestId);
    const visiting = this.#visiting.get(guestId);
    if (visiting) await this.#leave(guestId, visiting);
  }

  async #leave(guestId: string, { part, guestId: name }: Visiting): Promise<void> {
    this.#visiting.delete(guestId);
    await part.client.detach(name);
    if (this.#standIns.has(guestId)) await this.#dismiss(guestId);
  }
}

const isSame = (one: Visiting, other: Visiting): boolean => {
  const of = ({ part, guestId, visit: { pair, heardBy } }: Visiting) =>
    [part.name, guestId, ...pair, 'heard by', ...heardBy].join();
  return of(one) === of(other);
};
