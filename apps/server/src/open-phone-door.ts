import { sipServerAt } from './administration-doors.ts';
import type { OwnNames } from './api/own-names.ts';
import type { ApiDeps } from './api-deps.ts';
import { type PhoneDoor, phoneDoor } from './features/provisioning/feature.ts';

/** Nobody is kept from trying where there is no guard. */
const unguarded = { right() {}, wrong() {} };

/** Where desk phones fetch their settings, with what they learn there of SIP and of our authority. */
export function openPhoneDoor({ config, db, box, tls, exchange }: ApiDeps, names: OwnNames): PhoneDoor {
  const serverAt = sipServerAt(config, names);
  return phoneDoor({
    db,
    box,
    sipAt(origin) {
      const { server, transports } = serverAt(origin);
      // The best one is the first.
      return { server, way: transports[0] ?? { transport: 'udp', port: config.sipPort } };
    },
    authorityAt: (origin) => (tls?.().authority === undefined ? null : `${origin}/ca.crt`),
    check: (address, name) => (exchange.checkSecret ? exchange.checkSecret(address, name) : unguarded),
  });
}
