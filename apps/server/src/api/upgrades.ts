import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

export interface SocketDoor {
  /** Whether this path belongs to the door. */
  readonly takes: (path: string) => boolean;
  /** A subprotocol that the client must ask for (RFC 6455 §1.9). */
  readonly subprotocol?: string;
  /** Largest message in bytes. */
  readonly largest: number;
  readonly open: (socket: WebSocket, request: IncomingMessage) => void;
}

export interface Upgrades {
  readonly listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes every socket with 1001 (going away). */
  close(): void;
  /** Cuts off those that have not answered the closing. */
  terminate(): void;
}

/** One listener for all WebSockets of the server, dispatched by path. */
export function socketDoors(doors: readonly SocketDoor[]): Upgrades {
  const servers = doors.map((door) => ({
    door,
    server: new WebSocketServer({
      noServer: true,
      maxPayload: door.largest,
      handleProtocols: (offered) => (door.subprotocol && offered.has(door.subprotocol) ? door.subprotocol : false),
    }),
  }));
  return {
    listener(request, socket, head) {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const found = servers.find(({ door }) => door.takes(path));
      if (!found) return refuse(socket, '404 Not Found');
      const { door, server } = found;
      if (door.subprotocol && !offers(request, door.subprotocol)) return refuse(socket, '400 Bad Request');
      server.handleUpgrade(request, socket, head, (webSocket) => door.open(webSocket, request));
    },
    close() {
      for (const { server } of servers) {
        for (const client of server.clients) client.close(1001, 'server stops');
      }
    },
    terminate() {
      for (const { server } of servers) for (const client of server.clients) client.terminate();
    },
  };
}

const refuse = (socket: Duplex, status: string): void => {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const offers = (request: IncomingMessage, protocol: string): boolean =>
  (request.headers['sec-websocket-protocol'] ?? '').split(/, */).includes(protocol);
