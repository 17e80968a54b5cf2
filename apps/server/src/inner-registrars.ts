import type { FindInnerRegistrar } from './features/administration/devices/sip-accounts.ts';
import type { PhoneReach } from './features/phones/sip-accounts.ts';
import { leadsInside } from './inner-trunk-hosts.ts';
import { systemNames } from './pbx/sip/accounts/name-service.ts';
import { type NameService, portOf, readPlace } from './pbx/sip/accounts/sip-place.ts';

/** Looks up where the messages of a SIP account go first, as SIP does when it registers. */
export const innerRegistrars =
  (mayReach: PhoneReach, names: NameService = systemNames()): FindInnerRegistrar =>
  async ({ registrar, outboundProxy }) => {
    const field = outboundProxy === null ? 'registrar' : 'outboundProxy';
    const place = readPlace(outboundProxy ?? registrar);
    if (!place) return null;
    const isInside = await leadsInside(place, names, (host, address) => mayReach(host, address, portOf(place)));
    return isInside ? field : null;
  };
