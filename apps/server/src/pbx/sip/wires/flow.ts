import { networkCounter } from '@sidetone/contract/rules/network/network-counter.ts';
import type { Hop } from '@sidetone/sip/transactions/hop.ts';
import type { KnownEndpoint } from '../../calls/legs.ts';

export type Transport = 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';

export interface Address {
  /** Without brackets; an IPv4 address in its plain form even on a socket that speaks both. */
  readonly address: string;
  readonly port: number;
}

/** Who registered over a connection, and with what. */
export interface FlowOwner {
  readonly username: string;
  readonly endpoint: KnownEndpoint;
  /** What proved it; no longer worth anything once the credentials have another one. */
  readonly ha1: string;
}

/** A way to a neighbour: an open connection, or an address over UDP. */
export interface Flow extends Hop {
  readonly id: string;
  readonly transport: Transport;
  readonly remote: Address;
  /** The name that is in our Contact over this flow; left out: the address of this machine. */
  readonly ownName?: string | undefined;
  /** False once the connection is gone; always true for UDP. */
  readonly open: boolean;
  /** Who registered over this very connection; only ever set for WebSockets, which nobody shares. */
  owner?: FlowOwner;
  /** Set when a request over this connection was authenticated; such connections may stay idle for long. */
  trusted: boolean;
  /** Why a connection of ours could not be used, in words; set before it ends. */
  failure?: string;
  /** Sends a keep-alive: two CRLF ask, one answers (RFC 5626 §3.5.1). */
  keepAlive(kind: 'ping' | 'pong'): void;
  close(): void;
}

/** What a flow brings. */
export interface FlowListener {
  /** A connection was accepted or opened. */
  onOpen(flow: Flow): void;
  /** One whole message; anything at all that came. */
  onMessage(flow: Flow, text: string): void;
  onKeepAlive(flow: Flow, kind: 'ping' | 'pong'): void;
  /** A message went out. */
  onSent?(flow: Flow, text: string): void;
  /** Said once for each connection. */
  onClose(flow: Flow): void;
}

/** `::ffff:192.0.2.1`, as a socket for both families reports it, becomes `192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
}

/** How an address is written in a URI or Via: IPv6 in brackets. */
export function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** Bounds for connections; milliseconds, counts and bytes. */
export interface FlowLimits {
  readonly messageBytes: number;
  /** Of one IPv4 address or one link of IPv6. */
  readonly connectionsPerAddress: number;
  readonly connections: number;
  /** For a connection that never authenticated. */
  readonly strangerIdleMs: number;
  /** For one that sends keep-alives and nothing else, and never authenticated. */
  readonly strangerKeptMs: number;
  /** For the rest of a message that began. */
  readonly partialMs: number;
  readonly trustedIdleMs: number;
  /** Bytes waiting to be sent to one that does not read. */
  readonly sendBufferBytes: number;
}

export const flowLimits: FlowLimits = {
  messageBytes: 65_536,
  connectionsPerAddress: 200,
  connections: 10_000,
  strangerIdleMs: 30_000,
  strangerKeptMs: 10 * 60_000,
  partialMs: 10_000,
  trustedIdleMs: 2 * 60 * 60_000,
  sendBufferBytes: 1_048_576,
};

/** Counts connections by network and in all; `take` gives false when one more would be too many. */
export function connectionCounter(limits: FlowLimits): {
  take(address: string): boolean;
  giveBack(address: string): void;
} {
  const ofNetworks = networkCounter(limits.connectionsPerAddress);
  let total = 0;
  return {
    take(address) {
      if (total >= limits.connections || !ofNetworks.take(address)) return false;
      total += 1;
      return true;
    },
    giveBack(address) {
      ofNetworks.giveBack(address);
      total -= 1;
    },
  };
}

/** Whether our own app is at the other end, in a page. Other software may use a WebSocket as well, by a phone's account. */
export const isApp = ({ transport, owner }: Flow): boolean =>
  (transport === 'ws' || transport === 'wss') && owner?.endpoint.kind !== 'phone';
