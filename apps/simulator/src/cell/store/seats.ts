import { GONE_MS, LEASE_MS } from '../../../../server/src/storage/node-lease.ts';
import type { Planted } from '../planted.ts';

/** A row of `nodes`; times in ms by the clock of the database. */
export interface Seat {
  readonly node: string;
  epoch: number;
  leaseUntil: number;
  sipAddress: string | null;
  carrier: string | null;
  state: 'up' | 'draining';
}

export interface Place {
  readonly carrier: string;
  readonly sipAddress: string;
}

export interface Claim {
  readonly node: string;
  readonly epoch: number;
}

/** See `storage/node-lease.ts`. */
const adoptionMs = 5_000;

/**
 * The statements about nodes, one after the other. What each of them does is compared with PostgreSQL in `simulated-store.world.test.ts`:
 * whoever changes one changes the other.
 */
export class Seats {
  readonly rows = new Map<string, Seat>();
  readonly #now: () => number;
  readonly #planted: Planted | undefined;

  constructor(now: () => number, planted?: Planted) {
    this.#now = now;
    this.#planted = planted;
  }

  claimFree(node: string, place: Place, isSure: boolean): Claim | undefined {
    const row = this.rows.get(node);
    if (row && !this.#isFree(row, place, isSure)) return undefined;
    return this.#claim(row ?? this.#add(node), place);
  }

  claimVacant(place: Place, isSure: boolean): Claim | undefined {
    const vacant = [...this.rows.values()]
      .filter((row) => row.leaseUntil <= this.#now() || this.#isFarAhead(row, isSure))
      .filter((row) => isSure || row.sipAddress === null)
      .sort((one, other) => one.leaseUntil - other.leaseUntil)[0];
    return vacant && this.#claim(vacant, place);
  }

  /** Whether the node is still carried at that epoch. */
  renew({ node, epoch }: Claim): boolean {
    const row = this.#of(node, epoch);
    if (row) row.leaseUntil = this.#now() + LEASE_MS;
    return row !== undefined || this.#planted === 'renewsWhatIsLost';
  }

  release({ node, epoch }: Claim): void {
    const row = this.#of(node, epoch);
    if (!row) return;
    row.leaseUntil = this.#now();
    row.sipAddress = null;
  }

  drain(node: string): void {
    const row = this.rows.get(node);
    if (row) row.state = 'draining';
  }

  isDraining({ node, epoch }: Claim): boolean {
    return this.#of(node, epoch)?.state === 'draining';
  }

  isCarried(node: string): boolean {
    return (this.rows.get(node)?.leaseUntil ?? 0) > this.#now();
  }

  /** Gives nodes that nobody has carried for a minute and that `leavesSomething`, after taking their epoch from whoever had it. */
  tidy(leavesSomething: (node: string) => boolean): readonly string[] {
    const left = [...this.rows.values()].filter(
      (row) => row.leaseUntil < this.#now() - GONE_MS && (row.sipAddress !== null || leavesSomething(row.node)),
    );
    for (const row of left) {
      if (this.#planted !== 'tidiesWithoutEpoch') row.epoch += 1;
      row.sipAddress = null;
    }
    return left.map(({ node }) => node);
  }

  #isFree(row: Seat, place: Place, isSure: boolean): boolean {
    const now = this.#now();
    const isOwn = row.carrier === null || row.carrier === place.carrier;
    if (row.leaseUntil > now && !this.#isFarAhead(row, isSure)) return isOwn;
    const isHandedOver = row.state === 'draining' && isOwn && row.leaseUntil > now - adoptionMs;
    const isOver = isSure || isOwn || row.sipAddress === null || row.leaseUntil < now - GONE_MS;
    return isOver && !isHandedOver;
  }

  #isFarAhead(row: Seat, isSure: boolean): boolean {
    return isSure && row.leaseUntil > this.#now() + 2 * LEASE_MS;
  }

  #add(node: string): Seat {
    const row: Seat = { node, epoch: 0, leaseUntil: 0, sipAddress: null, carrier: null, state: 'up' };
    this.rows.set(node, row);
    return row;
  }

  #claim(row: Seat, place: Place): Claim {
    if (this.#planted !== 'claimsWithoutEpoch' || row.epoch === 0) row.epoch += 1;
    row.leaseUntil = this.#now() + LEASE_MS;
    row.sipAddress = place.sipAddress;
    row.carrier = place.carrier;
    row.state = 'up';
    return { node: row.node, epoch: row.epoch };
  }

  #of(node: string, epoch: number): Seat | undefined {
    const row = this.rows.get(node);
    return row?.epoch === epoch ? row : undefined;
  }
}
