import type { Target } from './latch.ts';

/** A header without extensions and one event (RFC 4733 §2.3). No audio that we agree on is as short. */
const keyPacketBytes = 16;
/** Anybody can send to our ports. */
const mostSources = 4;
/** Three seconds of pressing, each key repeated every 50 ms and at its end. */
const mostPackets = 80;

/**
 * Keys that come before their source is followed: nobody knows yet whose they are. Callers press them as soon as they hear a
 * menu that they know, which may be while the described source is still awaited.
 */
export class EarlyKeys {
  readonly #kept = new Map<string, Buffer[]>();

  keep(source: Target, packet: Buffer): void {
    if (packet.length !== keyPacketBytes) return;
    const name = nameOf(source);
    const packets = this.#kept.get(name) ?? [];
    if (packets.length >= mostPackets || (packets.length === 0 && this.#kept.size >= mostSources)) return;
    this.#kept.set(name, [...packets, Buffer.from(packet)]);
  }

  /** Those of the source that is followed from now on, in the order in which they came; none is kept any longer. */
  takeFrom(source: Target): readonly Buffer[] {
    const packets = this.#kept.get(nameOf(source)) ?? [];
    this.#kept.clear();
    return packets;
  }
}

const nameOf = ({ address, port }: Target): string => `${address} ${port}`;
