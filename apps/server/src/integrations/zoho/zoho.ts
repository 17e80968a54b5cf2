import { z } from 'zod';
import { type Connector, IntegrationError, type Offer } from '../connector.ts';
import { zohoCalls, zohoForm } from './calls.ts';
import { zohoClient } from './client.ts';
import { zohoContacts } from './contacts.ts';
import { entityKinds, zohoEntities } from './entities.ts';
import { modulesOf } from './fields.ts';
import { type ZohoPlaces, zohoSignIn } from './places.ts';
import { kinds, numberLabels } from './records.ts';
import { type KeptSessions, sessionsOf } from './sessions.ts';

const offer: Offer = {
  name: 'ZOHO',
  displayName: 'Zoho CRM',
  features: [
    'CONTACT_CREATE',
    'CONTACT_UPDATE',
    'CONTACT_DELETE',
    'event-call-integration-entities-create',
    'event-call-integration-entities-update',
  ],
  contactAttributes: { FIRST_NAME: 'optional', LAST_NAME: 'required', EMAIL: 'optional' },
  limitations: { maxNumbersPerContact: numberLabels.length },
  phoneNumberLabels: [...numberLabels],
  isOAuth: false,
  configurationValues: ['account_url', 'user_name', 'key'],
  callLoggingEntityTypes: entityKinds.map(({ type }) => type),
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: '/help#zoho',
};

const company = z.object({
  org: z
    .array(z.object({ zgid: z.string().regex(/^\d{1,20}$/) }))
    .min(1)
    .max(10),
});

/**
 * Contacts, leads and accounts of a company in Zoho CRM, and its calls and tasks. Connected by a sign-in at the page of its data centre, or
 * by the id and the secret of a self client.
 */
export function zoho(fetch: typeof globalThis.fetch, places: ZohoPlaces): Connector {
  const kept: KeptSessions = new Map();
  return {
    offer,
    signIn: zohoSignIn(places),
    crm: zohoForm,
    async connect(entered, signal, heard) {
      const client = zohoClient(fetch, sessionsOf(fetch, { places, kept }, entered), heard);
      const { body } = await client.ask({ method: 'GET', path: '/org' }, company, signal);
      const org = body?.org[0]?.zgid ?? null;
      const modules = modulesOf(client);
      const [contacts, calls] = await Promise.all([
        modules.fieldsOf('Contacts', signal),
        modules.fieldsOf('Calls', signal),
      ]);
      if (contacts === null) {
        throw new IntegrationError('forbidden', 'Zoho shows no contacts to this user', { translationKey: 'forbidden' });
      }
      const urlOf = (module: string, id: string) =>
        org === null ? null : `${client.app}/crm/org${org}/tab/${tabs[module] ?? module}/${id}`;
      const deps = { client, modules, urlOf };
      return {
        ...zohoContacts(deps),
        ...(org === null ? {} : { tenant: `org ${org}` }),
        async entities(id, given) {
          for (const { type } of kinds) {
            const found = await zohoEntities(deps).entity({ type, id }, given);
            if (found !== null && !found.isHidden) return await zohoEntities(deps).entitiesOf({ type, id }, given);
          }
          return [];
        },
        ...(calls === null ? {} : { crm: zohoCalls(deps, calls) }),
      };
    },
  };
}

/** Modules that are called otherwise in addresses. */
const tabs: Readonly<Record<string, string>> = { Deals: 'Potentials' };
