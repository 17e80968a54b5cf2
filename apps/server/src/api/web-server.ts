import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { Intake } from '@sidetone/contract/http/route.ts';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from './client-address.ts';
import { heldByNetwork } from './held-by-network.ts';
import type { WebLimits } from './web-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the body of a route of the contract comes; left out: as JSON, or there is none. */
    readonly takes?: Intake | undefined;
  }
}

/** A certificate and its key, both PEM. */
export interface Keys {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** Where someone is connected from, as both ends of TLS on one connection have it. */
type Peer = Pick<http.IncomingMessage['socket'], 'remoteAddress' | 'remotePort'>;

/** Counts the connections of all our web servers together. */
export interface OpenConnections {
  /** Closes what one network opens too many of. */
  watch(server: http.Server): void;
  /** The user at the other end of this connection is known: it no longer counts for any network. */
  known(peer: Peer): void;
}

/** `isShared`: addresses of proxies, over which many people come. */
export function openConnections(limits: WebLimits, isShared: (address: string) => boolean): OpenConnections {
  const take = heldByNetwork(limits.ofNetwork);
  const held = new Map<string, () => void>();
  const keyOf = ({ remoteAddress, remotePort }: Peer) => `${remoteAddress} ${remotePort}`;
  return {
    watch(server) {
      server.on('connection', (socket: Peer & Duplex) => {
        const address = plainAddress(socket.remoteAddress ?? '');
        if (isShared(address)) return;
        const giveBack = take(address);
        if (giveBack === null) return void socket.destroy();
        const key = keyOf(socket);
        held.set(key, giveBack);
        socket.on('close', () => {
          giveBack();
          if (held.get(key) === giveBack) held.delete(key);
        });
      });
    },
    known: (peer) => held.get(keyOf(peer))?.(),
  };
}

/** A server for HTTP that waits for nobody for long. */
export const plainServer = (answer: http.RequestListener, limits: WebLimits): http.Server =>
  http.createServer(serverTimes(limits), answer);

/** The same for HTTPS. */
export const secureServer = (answer: http.RequestListener, { key, cert }: Keys, limits: WebLimits): https.Server =>
  https.createServer({ ...serverTimes(limits), handshakeTimeout: limits.handshakeMs, key, cert }, answer);

const serverTimes = (limits: WebLimits) => ({
  headersTimeout: limits.headersMs,
  // Of the longest that there is; shorter ones end by `endSlowBody`.
  requestTimeout: limits.uploadMs,
  connectionsCheckingInterval: limits.checkEveryMs,
});

/** Ends a request whose body has not come in time; files of people have longer. */
export function endSlowBody({ raw, routeOptions }: FastifyRequest, limits: WebLimits): void {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  const how = routeOptions.config.takes?.as;
  const isFile = how === 'bytes' || how === 'stream';
  const timer = setTimeout(
    () => {
      if (raw.complete) return;
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      raw.destroy();
    },
    isFile ? limits.uploadMs : limits.bodyMs,
  );
  timer.unref();
  for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(timer));
}
