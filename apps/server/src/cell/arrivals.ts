import type { IncomingMessage } from 'node:http';
import { type Hop, type HopSigner, hopHeader } from './signed-hop.ts';

/** Requests that other nodes hand on, told apart from what anybody could write. */
export interface Arrivals {
  /**
   * To be called with each request before anything of it is read. Of one that a node of the cell handed on, the headers of
   * proxies say from now on what that node said; of any other the header of nodes is gone.
   */
  arrive(request: IncomingMessage): void;
  /** What the node said that handed this request on; undefined for one that came from its client. */
  hopOf(request: IncomingMessage): Hop | undefined;
  /** Whether a node hands requests on from there: what those say of their clients counts. */
  isPeer(address: string): boolean;
}

/** So long after its last proof an address is no longer taken for that of a node. */
const provedForMs = 10 * 60_000;
const mostPeers = 1_000;

/** `isProxy`: addresses whose headers count in any case. */
export function arrivals(
  signer: Pick<HopSigner, 'read'>,
  isProxy: (address: string) => boolean,
  now: () => number = Date.now,
): Arrivals {
  const hops = new WeakMap<IncomingMessage, Hop>();
  const peers = new Map<string, number>();
  const isPeer = (address: string): boolean =>
    now() - (peers.get(plain(address)) ?? Number.NEGATIVE_INFINITY) < provedForMs;
  return {
    arrive(request) {
      const { headers } = request;
      const value = headers[hopHeader];
      delete headers[hopHeader];
      const address = plain(request.socket.remoteAddress ?? '');
      const hop = typeof value === 'string' ? signer.read(request, value) : undefined;
      if (hop) {
        hops.set(request, hop);
        peers.delete(address);
        peers.set(address, now());
        if (peers.size > mostPeers) peers.delete(peers.keys().next().value ?? '');
        sayOf(headers, hop.address);
        headers['x-forwarded-proto'] = hop.secure ? 'https' : 'http';
        headers['x-forwarded-host'] = hop.host;
        // Another program on the machine of a node: what it says of its clients is its own claim.
      } else if (isPeer(address) && !isProxy(address)) {
        const isHandedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
        sayOf(headers, isHandedOn ? address : undefined);
      }
    },
    hopOf: (request) => hops.get(request),
    isPeer,
  };
}

/** Leaves this one client in the headers of proxies, or none. */
function sayOf(headers: IncomingMessage['headers'], address: string | undefined): void {
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded']) delete headers[name];
  if (address !== undefined) headers['x-forwarded-for'] = address;
}

/** `::ffff:192.0.2.1`, as a socket for both families reports it, becomes `192.0.2.1`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
