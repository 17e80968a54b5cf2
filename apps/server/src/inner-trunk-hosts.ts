import { setTimeout as sleep } from 'node:timers/promises';
import type { FindInnerHost } from './features/administration/devices/trunk-host.ts';
import type { PrivateHosts } from './network/private-hosts.ts';
import { systemNames } from './pbx/sip/accounts/name-service.ts';
import { findPlace, type NameService, OutOfReach, readPlace, type SipPlace } from './pbx/sip/accounts/sip-place.ts';

/** Someone waits for the form; what is not found by then is judged when the trunk connects. */
const patienceMs = 3_000;

/** Looks up where a trunk leads, as SIP does when it connects. */
export const innerTrunkHosts =
  (hosts: Pick<PrivateHosts, 'mayReach'>, names: NameService = systemNames()): FindInnerHost =>
  async ({ host, port, transport, outboundProxy }) => {
    const field = outboundProxy === null ? 'host' : 'outboundProxy';
    const place =
      outboundProxy === null
        ? { host: host.replace(/^\[|\]$/g, ''), port: port ?? undefined, transport }
        : readPlace(outboundProxy);
    if (!place) return null;
    return (await leadsInside(place, names, hosts.mayReach)) ? field : null;
  };

/** Whether all that a place leads to is out of reach; false where it is not found for now. */
export async function leadsInside(
  place: SipPlace,
  names: NameService,
  mayReach: (host: string, address: string) => boolean,
): Promise<boolean> {
  const found = findPlace(place, names, mayReach).then(
    () => false,
    (error: unknown) => error instanceof OutOfReach,
  );
  return await Promise.race([found, sleep(patienceMs, false, { ref: false })]);
}
