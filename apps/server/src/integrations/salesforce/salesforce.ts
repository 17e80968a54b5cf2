import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { type Connector, IntegrationError, type Offer, type SourceContact } from '../connector.ts';
import { callFields, salesforceCalls } from './calls.ts';
import { salesforceClient } from './client.ts';
import { salesforceContacts } from './contacts.ts';
import { described } from './described.ts';
import { type OwnObjects, salesforceEntities } from './entities.ts';
import { type SalesforcePlaces, salesforceSignIn } from './places.ts';
import { kindOf, numberLabels } from './records.ts';
import { sessionsOf } from './sessions.ts';
import { salesforceForm } from './units.ts';

const offerOf = (entityTypes: readonly EntityType[]): Offer => ({
  name: 'SALESFORCE',
  displayName: 'Salesforce',
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
  callLoggingEntityTypes: [...entityTypes],
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: '/help#salesforce',
});

/**
 * Contacts, leads and accounts of a company in Salesforce, and its calls and tasks. Connected by a sign-in at its page, or by the id and
 * the secret of an external client app that acts as one of its users. `own`: objects that only this company has.
 */
export function salesforce(fetch: typeof globalThis.fetch, places: SalesforcePlaces, own: OwnObjects = {}): Connector {
  const form = salesforceForm(own);
  return {
    offer: offerOf(form.entityTypes),
    signIn: salesforceSignIn(places),
    crm: form,
    async connect(entered, signal, heard) {
      const sessions = sessionsOf(fetch, places, entered);
      const client = await salesforceClient(fetch, sessions, signal, heard);
      const fields = described(client);
      const [contacts, tasks] = await Promise.all([fields.of('Contact', signal), fields.of('Task', signal)]);
      if (contacts === null) {
        throw new IntegrationError('forbidden', 'Salesforce shows no contacts to this user', {
          translationKey: 'forbidden',
        });
      }
      const calls = callFields(tasks);
      const { entitiesOf } = salesforceEntities(client, own);
      return {
        ...salesforceContacts({ client, described: fields }),
        tenant: client.tenant,
        entities: async (id, given): Promise<SourceContact['relatesTo']> =>
          await entitiesOf({ type: kindOf(id)?.type ?? 'contacts', id }, given),
        ...(calls === null ? {} : { crm: salesforceCalls(client, calls, own) }),
      };
    },
  };
}
