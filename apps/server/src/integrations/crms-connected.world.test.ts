import { routes } from '@sidetone/contract/http/routes.ts';
import { openSalesforce } from '@sidetone/simulator/crm/salesforce/salesforce.ts';
import { openZoho } from '@sidetone/simulator/crm/zoho/zoho.ts';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { companyWithBooks } from './testing/company-with-books.ts';

/** A company of each vendor, with one contact, and what its vendor has of another. */
const vendors = {
  async SALESFORCE() {
    const there = await openSalesforce();
    there.store.add('Contact', { FirstName: 'Uta', LastName: 'Winter', Phone: '+49 221 4710-562' });
    const lastNames = () => there.store.of('Contact').map(({ values }) => values['LastName']);
    return { ...there, lastNames, setting: 'INTEGRATION_SALESFORCE_URL' };
  },
  async ZOHO() {
    const there = await openZoho();
    there.store.add('Contacts', { First_Name: 'Uta', Last_Name: 'Winter', Phone: '+49 221 4710-562' });
    const lastNames = () => there.store.of('Contacts').map(({ values }) => values['Last_Name']);
    return { ...there, lastNames, setting: 'INTEGRATION_ZOHO_URL' };
  },
};

test.each(['SALESFORCE', 'ZOHO'] as const)(
  'API-066, GEN-007: an administrator connects %s by an app, its contacts come, and new ones go there',
  async (name) => {
    const there = await vendors[name]();
    const config = readConfig({ INTEGRATION_PRIVATE_HOSTS: '127.0.0.1', [there.setting]: there.url });
    const company = await companyWithBooks({ config: { ...config, port: 0 } });
    const mirrored = async () =>
      await company.api.db.selectFrom('contacts').selectAll().where('source', '=', name).orderBy('name').execute();
    try {
      const wrong = await company.connect(there.url, '1000.CLIENT:wrong', name);
      expect(wrong).toMatchObject({ status: 400, body: { code: 'INTEGRATION_REFRESH' } });
      const elsewhere = await company.connect('https://evil.example', there.key, name);
      expect(elsewhere).toMatchObject({ status: 502, body: { translationKey: 'invalidUrl' } });
      const connected = await company.connect(there.url, there.key, name);
      expect(connected).toMatchObject({ status: 200, body: { name, userName: there.key.split(':')[0] } });
      expect(JSON.stringify(connected)).not.toContain('right-secret');
      await vi.waitFor(
        async () =>
          expect(await mirrored()).toMatchObject([{ name: 'Uta Winter', type: 'contacts', e164s: ['+492214710562'] }]),
        { timeout: 20_000, interval: 50 },
      );
      const integrationId = (connected.body as { readonly id: string }).id;
      const body = {
        integrationId,
        draftId: 'draft-of-a-test',
        firstName: 'Ulrike',
        lastName: 'Sommerfeld',
        phoneNumbers: [{ label: 'mobile', phoneNumber: '+491701234567' }],
      };
      expect(await company.call(routes.createContact, { body })).toMatchObject({ body: { lastName: 'Sommerfeld' } });
      await company.call(routes.createContact, { body });
      expect(there.lastNames()).toEqual(['Winter', 'Sommerfeld']);
      expect((await mirrored()).map(({ last_name }) => last_name)).toEqual(['Sommerfeld', 'Winter']);
    } finally {
      await company.stop();
      there.close();
    }
  },
);
