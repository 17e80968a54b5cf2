import { setTimeout as sleep } from 'node:timers/promises';
import type { FindInnerHost } from './features/administration/trunk-host.ts';
import type { PrivateHosts } from './network/private-hosts.ts';
import { systemNames } from './pbx/sip/accounts/name-service.ts';
import { findPlace, type NameService, OutOfReach, readPlace } from './pbx/sip/accounts/sip-place.ts';

/** Somebody waits for the form; what is not found by then is judged when the trunk connects. */
const patienceMs = 3_000;

/** Looks up where a trunk leads, as SIP does when it connects. */
export const innerTrunkHosts =
  (hosts: Pick<PrivateHosts, 'mayReach'>, names: NameService = systemNames): FindInnerHost =>
  async ({ host, port, transport, outboundProxy }) => {
    const field = outboundProxy === null ? 'host' : 'outboundProxy';
    const place =
      outboundProxy === null
        ? { host: host.replace(/^\[|\]$/g, ''), port: port ?? undefined, transport }
        : readPlace(outboundProxy);
    if (!place) return null;
    const found = findPlace(place, names, hosts.mayReach).then(
      () => null,
      (error: unknown) => (error instanceof OutOfReach ? field : null),
    );
    return await Promise.race([found, sleep(patienceMs, null, { ref: false })]);
  };
