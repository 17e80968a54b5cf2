import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { Refusal } from '../requests/refusal.ts';
import { type Arrivals, arrivals } from './arrivals.ts';
import { CarrierSilent, requestPipe } from './hand-on-request.ts';
import { passSocketOn, type Said } from './hand-on-socket.ts';
import type { Homes } from './homes.ts';
import { type Hop, hopSigner } from './signed-hop.ts';

/** Who asks, past the proxies that are trusted. */
type Client = Pick<Hop, 'address' | 'secure' | 'host'>;

/** A socket that came to the wrong carrier, and what is known of it by now. */
interface WrongSocket {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly accountId: string;
  readonly said: readonly Said[];
  /** The id under which the client of an event socket knows it: the carrier's own greeting is left out then. */
  readonly socketId?: string;
}

/** What a door does with sockets that belong elsewhere. */
export interface SocketKind {
  readonly largest: number;
  /** The code with which a socket is closed whose carrier cannot be reached. */
  readonly awayCode: number;
}

/** What comes to a carrier although its company is at home at another node is handed on to that one's carrier. */
export interface WrongDoor extends Arrivals {
  /** Whether requests of this company belong to another node; a lookup in memory. */
  isElsewhere(accountId: string): boolean;
  /** Whether there is no other node. */
  isAlone(): boolean;
  /**
   * Hands a request on, and fulfils when it has been answered. `onAnswer` is called right before anything is written, or when
   * the client has left: nothing is to be answered here then. Rejects with `Refusal` NO_CARRIER, or TOO_MANY_HOPS where another node handed it on to us.
   */
  passRequest(
    at: { readonly request: IncomingMessage; readonly response: ServerResponse },
    accountId: string,
    onAnswer: () => void,
  ): Promise<void>;
  /** Hands a socket on, or closes it where that cannot be; false where it belongs here, and nothing was done. */
  passSocket(given: WrongSocket, kind: SocketKind): boolean;
  stop(): void;
}

interface Parts {
  readonly homes: Pick<Homes, 'node' | 'isElsewhere' | 'carrierOf' | 'carriers'>;
  /** What all carriers of the cell have, and nobody else. */
  readonly secret: Uint8Array;
  /** Addresses of proxies, which say who asks. */
  readonly isProxy: (address: string) => boolean;
  /** Past proxies and nodes. */
  readonly clientOf: (request: IncomingMessage, isTrusted: (address: string) => boolean) => Client;
  readonly onTrouble: (error: unknown) => void;
}

/** Clients ask again after so long: a spare has the seat of a node that died some ten seconds later. */
const retryAfterSeconds = 3;
const mostSockets = 20_000;

export function wrongDoor({ homes, secret, isProxy, clientOf, onTrouble }: Parts): WrongDoor {
  const signer = hopSigner(secret);
  const arrived = arrivals(signer, isProxy);
  const pipe = requestPipe(signer);
  const isTrusted = (address: string): boolean => isProxy(address) || arrived.isPeer(address);
  let sockets = 0;
  const hopFor = (request: IncomingMessage) => {
    const { address, secure, host } = clientOf(request, isTrusted);
    return { node: homes.node, address, secure, host };
  };
  const placeOf = (accountId: string): string | null => homes.carrierOf(accountId)?.httpAddress ?? null;
  return {
    ...arrived,
    isElsewhere: (accountId) => homes.isElsewhere(accountId),
    isAlone: () => homes.carriers().size <= 1,
    async passRequest({ request, response }, accountId, onAnswer) {
      if (arrived.hopOf(request)) throw tooManyHops();
      const httpAddress = placeOf(accountId);
      if (httpAddress === null) throw noCarrier();
      try {
        await pipe.hand({ request, response, httpAddress, hop: hopFor(request), onAnswer });
      } catch (error) {
        if (!(error instanceof CarrierSilent)) throw error;
        onTrouble(error.cause ?? error);
        throw noCarrier(error);
      }
    },
    passSocket({ socket, request, accountId, said, socketId }, { largest, awayCode }) {
      if (!homes.isElsewhere(accountId)) return false;
      const httpAddress = placeOf(accountId);
      if (arrived.hopOf(request) || httpAddress === null || sockets >= mostSockets) {
        socket.close(awayCode, 'try again later');
        return true;
      }
      sockets += 1;
      socket.once('close', () => {
        sockets -= 1;
      });
      const hop = { ...hopFor(request), ...(socketId !== undefined && { socketId }) };
      const skips = socketId === undefined ? 0 : 1;
      passSocketOn({ socket, request, httpAddress, hop, said, skips, largest, awayCode }, signer);
      return true;
    },
    stop: () => pipe.stop(),
  };
}

const noCarrier = (cause?: unknown): Refusal =>
  new Refusal('NO_CARRIER', 'No server carries this company at the moment.', { retryAfterSeconds, cause });

const tooManyHops = (): Refusal =>
  new Refusal('TOO_MANY_HOPS', 'Another server took this company to be here.', { retryAfterSeconds });
