// A portal of HubSpot's simulator with so many contacts, in a process of its own. argv: how many. Says where it is, as
// `PortalPlace`, and takes the pace at which it answers, as `PortalPace`.
import { openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { numberOf, type PortalPace, type PortalPlace } from './portal.ts';

const portal = await openHubSpot();
const howMany = Number(process.argv[2]);
for (let at = 0; at < howMany; at += 1) {
  portal.objects.add('contacts', {
    firstname: `First ${at % 997}`,
    lastname: `Last ${at % 9973}`,
    company: `Company ${at % 7919} GmbH`,
    email: `person${at}@company${at % 7919}.example`,
    phone: numberOf(at),
  });
}
process.on('message', ({ paceMs }: PortalPace) => portal.setPace(paceMs));
const place: PortalPlace = { url: portal.url, key: portal.key };
process.send?.(place);
