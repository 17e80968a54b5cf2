import type { WebSocket } from 'ws';
import type { Homes } from './homes.ts';

/** Sockets by whose they are: where the home of a company changes they are closed, and their clients come back to the right carrier. */
interface SocketsOfCompanies {
  add(accountId: string, socket: WebSocket, code: number): void;
}

export function socketsOfCompanies(homes: Pick<Homes, 'node' | 'onMove'>): SocketsOfCompanies {
  const open = new Map<string, Map<WebSocket, number>>();
  homes.onMove(({ accountId, from = homes.node, to }) => {
    // A company that is not known yet is served here.
    if (to === undefined || from === to) return;
    for (const [socket, code] of open.get(accountId) ?? []) socket.close(code, 'the company has moved');
  });
  return {
    add(accountId, socket, code) {
      if (socket.readyState !== socket.OPEN || open.get(accountId)?.has(socket)) return;
      const sockets = open.get(accountId) ?? new Map<WebSocket, number>();
      open.set(accountId, sockets.set(socket, code));
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0) open.delete(accountId);
      });
    },
  };
}
