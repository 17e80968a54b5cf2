import { isIPv6, SocketAddress } from 'node:net';
import { isPrivate } from './addresses.ts';

/** A UDP address; in the form in which sockets name it, see `socketForm`. */
export interface Target {
  readonly address: string;
  readonly port: number;
}

/** Whom an endpoint of plain RTP talks with. */
export interface FarSide {
  readonly kind: 'device' | 'trunk';
  /** The network address that its SIP comes from; undefined where nobody knows. */
  readonly signalledFrom?: string | undefined;
}

/** Who a packet's source may be; a later one is nearer to what was described. */
const sources = ['stranger', 'signalled', 'sameHost', 'described'] as const;
type Source = (typeof sources)[number];

/** So long the described source alone is awaited. Phones send as soon as they are answered. */
const patienceMs = 2000;
/** So long after another source was followed, one that is nearer may still take its place. */
const takeBackMs = 5000;

/**
 * Which source of plain RTP an endpoint follows (symmetric RTP, RFC 4961). Anybody can send to our ports, so what the
 * description names wins. Another source is followed only when that one is silent or can't be reached from here, and
 * then one at the address of the far side's SIP comes first; a trunk has no other. A stranger is followed only where the
 * far side is behind NAT, so that it cannot be known from where its audio comes.
 */
export class Latch {
  readonly #far: FarSide;
  #described: Target | undefined;
  /** Milliseconds; undefined before the first description. */
  #describedAt: number | undefined;
  #followed: Source | undefined;
  #followedAt = 0;
  readonly #signalledFrom: string | undefined;

  constructor(far: FarSide) {
    this.#far = far;
    this.#signalledFrom = far.signalledFrom === undefined ? undefined : socketForm(far.signalledFrom);
  }

  /** A new description is a new start; undefined for one that names no address to send to. `now` in milliseconds. */
  describe(described: Target | undefined, now: number): void {
    this.#described = described;
    this.#describedAt = now;
    this.#followed = undefined;
  }

  /** Whether to follow a source that is not the followed one. */
  follows(source: Target, now: number): boolean {
    const kind = this.#kindOf(source);
    if (this.#describedAt === undefined || !this.#mayBe(kind, now - this.#describedAt)) return false;
    this.#followed = kind;
    this.#followedAt = now;
    return true;
  }

  /** Whether a source that is not followed yet may be, once the others were waited for. */
  mayFollowLater(source: Target): boolean {
    if (this.#describedAt === undefined || this.#followed !== undefined) return false;
    return this.#kindOf(source) !== 'stranger' || this.#isBehindNat();
  }

  /** Whether the followed source stays for good. */
  isSettled(now: number): boolean {
    if (this.#followed === undefined) return false;
    return this.#followed === 'described' || now - this.#followedAt >= takeBackMs;
  }

  #mayBe(kind: Source, waitedMs: number): boolean {
    if (this.#followed !== undefined) return sources.indexOf(kind) > sources.indexOf(this.#followed);
    if (kind === 'described') return true;
    if (kind === 'stranger' && !this.#isBehindNat()) return false;
    return waitedMs >= patienceMs || (kind === 'signalled' && this.#isOutOfReach());
  }

  #kindOf({ address, port }: Target): Source {
    if (address === this.#described?.address) return port === this.#described.port ? 'described' : 'sameHost';
    return address === this.#signalledFrom ? 'signalled' : 'stranger';
  }

  #isBehindNat(): boolean {
    if (this.#far.kind === 'trunk' || this.#described === undefined) return false;
    if (this.#signalledFrom === undefined) return isPrivate(this.#described.address);
    return this.#described.address !== this.#signalledFrom;
  }

  /** A private address of somebody whose SIP comes over the internet is one of their network, not of ours. */
  #isOutOfReach(): boolean {
    if (this.#described === undefined || this.#signalledFrom === undefined) return false;
    return isPrivate(this.#described.address) && !isPrivate(this.#signalledFrom);
  }
}

/** An address as sockets name it: IPv6 in its one short form (RFC 5952), without a zone. */
export function socketForm(address: string): string {
  const bare = address.replace(/%.*$/, '');
  return isIPv6(bare) ? new SocketAddress({ address: bare, family: 'ipv6' }).address : bare;
}
