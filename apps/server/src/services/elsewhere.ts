import type { IncomingMessage } from 'node:http';
import { userOfChannel } from '@sidetone/contract/realtime/events.ts';
import type { WebSocket } from 'ws';
import { httpClient } from '../api/client-address.ts';
import { heldByNetwork } from '../api/held-by-network.ts';
import { webLimits } from '../api/web-limits.ts';
import type { ApiDeps } from '../api-deps.ts';
import { socketsOfCompanies } from '../cell/sockets-of-companies.ts';
import { type SocketKind, type WrongDoor, wrongDoor } from '../cell/wrong-door.ts';
import { heldUntilKnown, type PassOn } from '../documents/held-until-known.ts';
import { type IsTrustedProxy, trustedProxies } from '../network/trusted-proxies.ts';
import { nameOfSender } from '../pbx/sip-sender.ts';
import type { Elsewhere } from '../realtime/elsewhere.ts';
import type { Database } from '../storage/database.ts';

/** Messages of carriers: snapshots of live queries are the largest. 1013 and 41xx: clients come back in a moment. */
const kinds = {
  live: { largest: 64 * 1024 * 1024, awayCode: 1013 },
  sip: { largest: 256 * 1024, awayCode: 1013 },
  realtime: { largest: 1024 * 1024, awayCode: 4100 },
} as const satisfies Record<string, SocketKind>;

/** What HTTP and the WebSockets do about companies that are at home at other nodes. */
export interface HttpElsewhere {
  /** Undefined where it is not known who is at home where: then everybody is at home here. */
  readonly door: WrongDoor | undefined;
  /** Whose headers count: proxies, and nodes that hand requests on. */
  readonly isTrusted: IsTrustedProxy;
  readonly live: PassOn | undefined;
  readonly realtime: Elsewhere | undefined;
  /** A browser's SIP connection; how it begins tells whose it is. */
  sip(socket: WebSocket, request: IncomingMessage): void;
}

export function httpElsewhere({ homes, config, db, box, log, exchange }: ApiDeps): HttpElsewhere {
  const isProxy = trustedProxies(config.trustedProxies);
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'wrong door: carrier does not answer');
  const secret = box.derived('between nodes');
  const door = homes && wrongDoor({ homes, secret, isProxy, clientOf: httpClient, onTrouble });
  const isTrusted: IsTrustedProxy = (address) => isProxy(address) || (door?.isPeer(address) ?? false);
  const openSip: HttpElsewhere['sip'] = (socket, request) =>
    exchange.sipSocket(socket, request, httpClient(request, isTrusted));
  if (!homes || !door) return { door, isTrusted, live: undefined, realtime: undefined, sip: openSip };
  const ofCompanies = socketsOfCompanies(homes);
  /** Those of SIP are closed by the home itself, once what it has to say has been sent. */
  const passOrKeep = (given: Parameters<WrongDoor['passSocket']>[0], kind: SocketKind): boolean => {
    ofCompanies.add(given.accountId, given.socket, kind.awayCode);
    return door.passSocket(given, kind);
  };
  const take = heldByNetwork(webLimits.strangersOfNetwork);
  const quietly = async (asked: Promise<string | null>): Promise<string | null> =>
    await asked.catch((error: unknown) => {
      log.warn({ err: error }, 'wrong door: looking for the home of a socket failed');
      return null;
    });
  return {
    door,
    isTrusted,
    live: (given) => passOrKeep(given, kinds.live),
    realtime: {
      isAlone: door.isAlone,
      accountOf: async (channel) => await quietly(accountOfUser(db, userOfChannel(channel))),
      pass({ said, ...given }) {
        const messages = said.map((text) => ({ data: Buffer.from(text), isBinary: false }));
        return passOrKeep({ ...given, said: messages }, kinds.realtime);
      },
      letIn: (accountId, socket) => ofCompanies.add(accountId, socket, kinds.realtime.awayCode),
      socketIdOf: (request) => door.hopOf(request)?.socketId,
    },
    sip(socket, request) {
      if (door.isAlone()) return openSip(socket, request);
      // What is behind the door counts its connections itself, and nobody is behind it yet.
      const giveBack = take(httpClient(request, isTrusted).address);
      if (giveBack === null) return socket.close(1013, 'too many connections');
      const late = setTimeout(() => socket.close(1008, 'nobody said anything'), webLimits.introductionMs);
      const settled = (): void => {
        clearTimeout(late);
        giveBack();
      };
      socket.once('close', settled);
      heldUntilKnown({
        socket,
        request,
        passOn: (given) => door.passSocket(given, kinds.sip),
        accountOf: async (first) => await quietly(accountOfSender(db, nameOfSender(first))),
        known: settled,
        open() {
          settled();
          openSip(socket, request);
        },
      });
    },
  };
}

const accountOfUser = async (db: Database, userId: string | null): Promise<string | null> => {
  if (userId === null) return null;
  const row = await db.selectFrom('users').select('account_id').where('id', '=', userId).executeTakeFirst();
  return row?.account_id ?? null;
};

/** The account whose device has this user name of SIP; null where nobody's has. */
export const accountOfSender = async (db: Database, username: string | null): Promise<string | null> => {
  if (username === null) return null;
  const row = await db
    .selectFrom('endpoints')
    .select('account_id')
    .where('sip_username', '=', username)
    .executeTakeFirst();
  return row?.account_id ?? null;
};
