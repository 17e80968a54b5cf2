import type { GuestVisit as Visit } from '../media.ts';
import { Conference, everybody } from './conference.ts';
import type { Endpoint } from './endpoint.ts';
import type { FrameClock } from './frame-clock.ts';

/**
 * Endpoints that listen to two others without being a part of their call. A guest hears them only while the two are joined
 * with each other alone: whatever else becomes of one of them, the guest hears nothing until they are joined again.
 */
export class Guests {
  readonly #frames: FrameClock;
  readonly #find: (endpointId: string) => Endpoint | undefined;
  readonly #visits = new Map<string, Visit>();

  constructor(frames: FrameClock, find: (endpointId: string) => Endpoint | undefined) {
    this.#frames = frames;
    this.#find = find;
  }

  /** From now on; a pair that is joined already is mixed. */
  attach(guestId: string, visit: Visit): void {
    const before = this.#visits.get(guestId);
    if (before !== undefined && !isSamePair(before, visit)) this.detach(guestId);
    this.#visits.set(guestId, visit);
    const [one, other] = this.#pairOf(visit);
    const guest = this.#find(guestId);
    if (!one || !other || !guest) return;
    const conference = one.conference;
    if (conference !== null && conference === other.conference) {
      if (conference.guest === null && conference.othersThan(one).length > 1) return;
      conference.receive(this.#guestOf(guest, visit));
    } else if (one.peer === other) {
      one.bridgeTo(null);
      other.bridgeTo(null);
      this.#mix(one, other, guest, visit);
    }
  }

  /** Ends it, and the pair hears each other as it did before. */
  detach(guestId: string): void {
    const visit = this.#visits.get(guestId);
    if (visit === undefined) return;
    this.#visits.delete(guestId);
    const [one, other] = this.#pairOf(visit);
    const guest = this.#find(guestId);
    if (!one || !other || !guest) return;
    const conference = guest.conference;
    if (conference === null || conference.guest?.member !== guest) return;
    conference.leave(guest);
    if (one.conference !== conference || other.conference !== conference) return;
    conference.leave(one);
    one.bridgeTo(other);
    other.bridgeTo(one);
  }

  /** Joins these two, who are with nobody, by a mix where a guest listens to them; false where none does. */
  join(one: Endpoint, other: Endpoint): boolean {
    for (const [guestId, visit] of this.#visits) {
      if (!visit.pair.includes(one.endpointId) || !visit.pair.includes(other.endpointId)) continue;
      const guest = this.#find(guestId);
      if (guest === undefined) continue;
      this.#mix(one, other, guest, visit);
      return true;
    }
    return false;
  }

  /** An endpoint is closed: nobody listens to it, and it listens to nobody. */
  closed(endpointId: string): void {
    this.detach(endpointId);
    for (const [guestId, { pair }] of this.#visits) if (pair.includes(endpointId)) this.#visits.delete(guestId);
  }

  #mix(one: Endpoint, other: Endpoint, guest: Endpoint, visit: Visit): void {
    new Conference(this.#frames, [one, other], everybody, this.#guestOf(guest, visit));
  }

  #guestOf(member: Endpoint, { heardBy }: Visit) {
    return { member, heardBy: new Set(heardBy.flatMap((id) => this.#find(id) ?? [])) };
  }

  #pairOf({ pair }: Visit): readonly [Endpoint | undefined, Endpoint | undefined] {
    return [this.#find(pair[0]), this.#find(pair[1])];
  }
}

const isSamePair = (one: Visit, other: Visit): boolean =>
  one.pair.every((id) => other.pair.includes(id)) && other.pair.every((id) => one.pair.includes(id));
