import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { heldByNetwork } from './held-by-network.ts';
import type { WebLimits } from './web-limits.ts';

export interface SocketDoor {
  /** Whether this path belongs to the door. */
  readonly takes: (path: string) => boolean;
  /** A subprotocol that the client must ask for (RFC 6455 §1.9). */
  readonly subprotocol?: string;
  /** Largest message in bytes. */
  readonly largest: number;
  /**
   * `introduced`: clients say who they are, within the time of `WebLimits`, and come from no foreign page;
   * `guarded`: what is behind the door counts its connections itself.
   */
  readonly strangers: 'introduced' | 'guarded';
  /** `known` is to be called once it is known who is at the other end. */
  readonly open: (socket: WebSocket, request: IncomingMessage, known: () => void) => void;
}

export interface UpgradeRules {
  readonly limits: WebLimits;
  /** Whether a page of this origin may open sockets here (RFC 6455 §10.2). */
  isOwnOrigin(origin: string): boolean;
  /** Whether it has to be asked for on the secure side. */
  isTooPlain(request: IncomingMessage): boolean;
  /** Address of the client, past proxies of ours. */
  addressOf(request: IncomingMessage): string;
  /** Hears of each connection whose other end is known. */
  onKnown(request: IncomingMessage): void;
}

export interface Upgrades {
  readonly listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes every socket with 1001 (going away), or with 1012 where another process goes on (service restart). */
  close(code?: 1001 | 1012): void;
  /** Cuts off those that have not answered the closing. */
  terminate(): void;
}

/** One listener for all WebSockets of the server, dispatched by path. */
export function socketDoors(doors: readonly SocketDoor[], rules: UpgradeRules): Upgrades {
  const servers = doors.map((door) => ({
    door,
    server: new WebSocketServer({
      noServer: true,
      maxPayload: door.largest,
      handleProtocols: (offered) => (door.subprotocol && offered.has(door.subprotocol) ? door.subprotocol : false),
    }),
  }));
  const take = heldByNetwork(rules.limits.strangersOfNetwork);
  return {
    listener(request, socket, head) {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const found = servers.find(({ door }) => door.takes(path));
      if (!found) return refuse(socket, '404 Not Found');
      const { door, server } = found;
      if (door.subprotocol && !offers(request, door.subprotocol)) return refuse(socket, '400 Bad Request');
      if (rules.isTooPlain(request)) return refuse(socket, '403 Forbidden');
      if (door.strangers === 'guarded') {
        rules.onKnown(request);
        return server.handleUpgrade(request, socket, head, (webSocket) => door.open(webSocket, request, () => {}));
      }
      const { origin } = request.headers;
      if (origin !== undefined && !rules.isOwnOrigin(origin)) return refuse(socket, '403 Forbidden');
      const giveBack = take(rules.addressOf(request));
      if (giveBack === null) return refuse(socket, '429 Too Many Requests');
      socket.on('close', giveBack);
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const known = introduction(webSocket, rules.limits.introductionMs);
        door.open(webSocket, request, () => {
          known();
          giveBack();
          rules.onKnown(request);
        });
      });
    },
    close(code = 1001) {
      for (const { server } of servers) {
        for (const client of server.clients) client.close(code, code === 1001 ? 'server stops' : 'server restarts');
      }
    },
    terminate() {
      for (const { server } of servers) for (const client of server.clients) client.terminate();
    },
  };
}

/** Closes a socket over which nobody says who they are; call the result when someone has. */
const introduction = (socket: WebSocket, withinMs: number): (() => void) => {
  const timer = setTimeout(() => {
    socket.close(1008, 'nobody signed in');
    // It may not take part in closing.
    setTimeout(() => socket.terminate(), closeWithinMs).unref();
  }, withinMs);
  timer.unref();
  socket.on('close', () => clearTimeout(timer));
  return () => clearTimeout(timer);
};
const closeWithinMs = 1_000;

const refuse = (socket: Duplex, status: string): void => {
  socket.on('error', () => socket.destroy());
  // Ended alone, it would stay half open for as long as the other side likes.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
};

const offers = (request: IncomingMessage, protocol: string): boolean =>
  (request.headers['sec-websocket-protocol'] ?? '').split(/, */).includes(protocol);
