import { httpClient } from '../api/client-address.ts';
import type { OwnNames } from '../api/own-names.ts';
import type { SocketDoor } from '../api/upgrades.ts';
import type { liveSocket } from '../documents/live-socket.ts';
import { topic } from '../documents/live-source.ts';
import type { Identity } from '../identity/identity.ts';
import type { IsTrustedProxy } from '../network/trusted-proxies.ts';
import { mayAdminister } from '../requests/admin-networks.ts';
import { Refusal } from '../requests/refusal.ts';

/** Who opens a connection for live data, and which changes end what they may see. */
export const liveCallerOf =
  (
    identity: Identity,
    isTrustedProxy: IsTrustedProxy,
    names: OwnNames,
  ): Parameters<typeof liveSocket>[0]['findCaller'] =>
  async (token, request) => {
    const caller = await identity.findCaller(token).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    // A sign-in of another company is none at the address of this one.
    const { host, address } = httpClient(request, isTrustedProxy);
    const company = names.companyOf(URL.parse(`http://${host}`)?.hostname ?? '');
    if (company !== null && company.accountId !== caller?.accountId) return null;
    return (
      caller && {
        ...caller,
        isOutside: !mayAdminister(caller.adminNetworks ?? [], address),
        topics: [topic('oidc_documents', 'grant_id', caller.grantId), topic('users', 'id', caller.userId)],
        stands: () => identity.callerStands(caller),
      }
    );
  };

/** The WebSockets, by their paths: the realtime channel, live queries, and SIP of browsers. */
export const doorsOf = (open: Record<'realtime' | 'live' | 'sip', SocketDoor['open']>): SocketDoor[] => [
  {
    takes: (path) => path.startsWith('/app/'),
    largest: 16 * 1024,
    strangers: 'introduced',
    open: open.realtime,
  },
  { takes: (path) => path === '/live', largest: 256 * 1024, strangers: 'introduced', open: open.live },
  {
    takes: (path) => path === '/sip',
    subprotocol: 'sip',
    largest: 64 * 1024,
    strangers: 'guarded',
    open: open.sip,
  },
];
