import type { Page } from '@playwright/test';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { Radicale, vCard } from '@sidetone/simulator/people/radicale.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { holding } from '../world/holding.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone that may reach address books on its own machine. */
const test = base.extend<object, { sidetone: Sidetone; portal: HubSpot }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const portal = await openHubSpot();
      await use(portal);
      portal.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ portal }, use) => {
      const settings = { INTEGRATION_PRIVATE_HOSTS: '127.0.0.1', INTEGRATION_HUBSPOT_URL: portal.url };
      const sidetone = await ownSidetone({ settings });
      await sidetone.query(`update users set grants = grants || '{INTEGRATION_WRITE}'`);
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const microphone = tone(440);
/** Whose address book it is, and what it is called there. */
const [user, book] = ['anna', 'friends'];

const opens = async (password: string): Promise<Radicale> => {
  const radicale = await Radicale.open(await freePort(), { [user]: password });
  await radicale.addBook(user, book);
  return radicale;
};

/** Another program of the same person keeps someone there. */
const keeps = (radicale: Radicale, uid: string, name: string, number: string) =>
  radicale.write(user, book, `${uid}.vcf`, vCard({ uid, name, numbers: [number] }));

const priya = 2;

const address = '/main/channels/private/dialogs/settings/integrations';
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const row = (page: Page, name: string) => settings(page).getByRole('listitem', { name });

/** Lets the next start of the app ask again, although it has just been asked. */
const longAgo = (sidetone: Sidetone) =>
  sidetone.query(`update integrations set tried_at = now() - interval '5 minutes' where name = 'CARDDAV'`);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('an address book is connected, signs out, is connected again and leaves', async ({ seat, sidetone }) => {
  test.setTimeout(240_000);
  needs('radicale');
  const radicale = await opens('river');
  try {
    await keeps(radicale, 'aldo', 'Aldo Baum', '+4930555201');
    await keeps(radicale, 'bela', 'Bela Nor', '+4930555202');
    const { page } = await seat(priya, { microphone });

    await test.step('the settings open by their key and from the menu, and close with Escape', async () => {
      await page.keyboard.press('Control+,');
      await expect(settings(page)).toBeVisible();
      await expect(page).toHaveURL(/\/main\/channels\/private\/dialogs\/settings\/integrations$/);
      await expect(settings(page).getByRole('searchbox')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();
      await expect(page).toHaveURL(/\/main\/channels\/private$/);
      await page.getByRole('button', { name: /^Your menu/ }).click();
      await page.getByRole('menuitem', { name: /^Settings/ }).click();
      await expect(settings(page)).toBeVisible();
    });

    await test.step('an unknown section or integration leads to the list', async () => {
      for (const path of [
        'nothing',
        'integrations/NOTHING',
        'integrations/CARDDAV/more/of/it',
        'integrations/SIDETONE',
      ]) {
        await page.goto(`/main/channels/private/dialogs/settings/${path}`);
        await expect(row(page, 'CardDAV')).toBeVisible();
      }
    });

    await test.step('each tells about itself, in a page of its own', async () => {
      for (const [name, part] of [
        ['Sidetone', 'The company’s address book'],
        ['CardDAV', 'Address books by CardDAV'],
        ['HubSpot', 'Contacts in HubSpot'],
        ['Pipedrive', 'People in Pipedrive'],
        ['Salesforce', 'Contacts and calls in Salesforce'],
        ['Zoho CRM', 'Contacts and calls in Zoho CRM'],
      ] as const) {
        const opened = page.waitForEvent('popup');
        await row(page, name)
          .getByRole('link', { name: `About ${name}` })
          .click();
        const told = await opened;
        await expect(told.getByRole('heading', { name: part })).toBeFocused();
        await told.close();
      }
    });

    await test.step('the list is searched', async () => {
      const search = settings(page).getByRole('searchbox');
      await expect(settings(page).getByRole('listitem')).toHaveText([
        /^S?\s*Sidetone/,
        /CardDAV/,
        /HubSpot/,
        /Pipedrive/,
        /Salesforce/,
        /Zoho CRM/,
      ]);
      await search.fill('dav card');
      await expect(settings(page).getByRole('listitem')).toHaveCount(1);
      await search.fill('zzz');
      await expect(settings(page)).toContainText('No integrations found.');
      await search.fill('');
      await expectsNoViolation(page, 'integrations');
    });

    const form = settings(page);
    const connect = form.getByRole('button', { name: 'Connect', exact: true });
    const password = form.getByLabel('Password', { exact: true });

    await test.step('missing and wrong entries are reported at their field and above', async () => {
      await row(page, 'CardDAV').getByRole('button', { name: 'Connect CardDAV' }).click();
      await expect(form.getByLabel('Address')).toBeFocused();
      await expect(form).toContainText('Everyone in your company will see these contacts.');
      await form.getByLabel('User name').fill('   ');
      await connect.click();
      await expect(form.getByRole('alert')).toContainText('Missing Input');
      await expect(form.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true');
      await expect(form.getByLabel('Address')).toBeFocused();
      await form.getByLabel('Address').fill('kranich.weclapp');
      await form.getByLabel('User name').fill(` ${user} `);
      await password.fill('wrong');
      await connect.click();
      await expect(form.getByRole('alert')).toContainText('Invalid address');
      await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
      await expectsNoViolation(page, 'connect form with a mistake');
    });

    await test.step('a wrong password is reported in the words of the other side', async () => {
      await form.getByLabel('Address').fill(radicale.url);
      await connect.click();
      await expect(form.getByRole('alert')).toContainText('CardDAV does not accept the sign-in');
      await expect(form.getByRole('alert')).toContainText('User name or password is wrong.');
    });

    await test.step('an address that does not answer is reported', async () => {
      await form.getByLabel('Address').fill('http://127.0.0.1:9/');
      await connect.click();
      await expect(form.getByRole('alert')).toContainText('CardDAV cannot be reached');
    });

    await test.step('users who closed the settings in the meantime see the result, and are left where they are', async () => {
      const letGo = await holding(page, '/api/integrations');
      await connect.click();
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();
      letGo();
      await expect(message(page, 'CardDAV cannot be reached')).toBeVisible();
      await expect(page).toHaveURL(/\/main\/channels\/private$/);
      await goesTo(page, address);
      await expect(row(page, 'CardDAV')).toContainText('Not connected');
      await row(page, 'CardDAV').getByRole('button', { name: 'Connect CardDAV' }).click();
    });

    await test.step('with the right one its contacts come', async () => {
      await form.getByLabel('Address').fill(` ${radicale.url} `);
      await form.getByLabel('User name').fill(user);
      await password.fill('river');
      const letGo = await holding(page, '/api/integrations');
      await connect.click();
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();
      letGo();
      await expect(message(page, 'CardDAV is connected')).toBeVisible();
      await expect(page).toHaveURL(/\/main\/channels\/private$/);
      await page.keyboard.press('Control+,');
      await expect(row(page, 'CardDAV')).toContainText('2 contacts, synced', { timeout: 30_000 });
      await expect(row(page, 'CardDAV')).toContainText('Connected');
      await expect(settings(page).getByRole('listitem').first()).toContainText('CardDAV');
      await expectsNoViolation(page, 'a connected integration');
    });

    await test.step('changes made there appear when the app is reloaded', async () => {
      await keeps(radicale, 'cora', 'Cora Lind', '+4930555203');
      await longAgo(sidetone);
      await page.reload();
      await expect(row(page, 'CardDAV')).toContainText('3 contacts, synced', { timeout: 30_000 });
    });

    await test.step('an entry that it refuses is reported with the reason, and stays in the form', async () => {
      const [cora] = await sidetone.query<{ id: string }>(`select id from contacts where name = 'Cora Lind'`);
      await goesTo(page, `/main/contacts/${cora?.id}/edit`);
      const organisation = page.getByRole('textbox', { name: /^organisation/i });
      await organisation.fill('Nordlicht');
      await radicale.stop();
      await page.keyboard.press('Control+Enter');
      await expect(message(page, 'The changes could not be saved')).toBeVisible();
      await expect(message(page, 'Nothing answers at this address.')).toBeVisible();
      await expect(organisation).toHaveValue('Nordlicht');
      await radicale.start();
      await page.keyboard.press('Control+Enter');
      await expect(message(page, 'Contact saved')).toBeVisible();
      expect(await radicale.read(user, book, 'cora.vcf')).toContain('ORG:Nordlicht');
    });

    await test.step('a rejected password is reported over every page until it is entered again', async () => {
      radicale.setPassword(user, 'lake');
      await longAgo(sidetone);
      // Opening the app has the address book asked again.
      await page.goto('/main/channels/private');
      await expect(page.getByText('CardDAV needs you to sign in again.')).toBeVisible({ timeout: 30_000 });
      await expectsNoViolation(page, 'an integration that needs a sign-in');
      await page.getByRole('button', { name: 'Reconnect' }).click();
      await expect(form.getByLabel('Address')).toHaveValue(radicale.url);
      await expect(form.getByLabel('User name')).toHaveValue(user);
      await form.getByRole('button', { name: 'Back' }).click();
      await expect(row(page, 'CardDAV')).toContainText('Sign in again');
      await row(page, 'CardDAV').getByRole('button', { name: 'Reconnect CardDAV' }).click();
      await password.fill('lake');
      await form.getByRole('button', { name: 'Reconnect', exact: true }).click();
      await expect(row(page, 'CardDAV')).toContainText('3 contacts, synced', { timeout: 30_000 });
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();
      await expect(page).toHaveURL(/\/main\/channels\/private$/);
      await expect(page.getByText('needs you to sign in again')).toBeHidden();
    });

    await test.step('disconnecting asks first, and takes the contacts away from here alone', async () => {
      await page.keyboard.press('Control+,');
      await row(page, 'CardDAV').getByRole('button', { name: 'Disconnect CardDAV' }).click();
      const question = page.getByRole('dialog', { name: 'Disconnect CardDAV?' });
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(settings(page)).toBeVisible();
      await row(page, 'CardDAV').getByRole('button', { name: 'Disconnect CardDAV' }).click();
      await question.getByRole('button', { name: 'Disconnect' }).click();
      await expect(row(page, 'CardDAV').getByRole('button', { name: 'Connect CardDAV' })).toBeVisible({
        timeout: 30_000,
      });
      const left = await sidetone.query(`select 1 from contacts where source = 'CARDDAV'`);
      expect(left).toEqual([]);
      expect((await radicale.names(user, book)).sort()).toEqual(['aldo.vcf', 'bela.vcf', 'cora.vcf']);
    });
  } finally {
    await radicale.close();
  }
});

test('people without the right to connect cannot, and read why; people who cannot read contacts get no notice', async ({
  seat,
  sidetone,
  people,
}) => {
  needs('radicale');
  const radicale = await opens('river');
  try {
    const { page } = await seat(priya, { microphone });
    const grants = (list: readonly string[]) =>
      sidetone.query('update users set grants = $1 where email = $2', [list, people[priya].email]);
    await grants(['CONTACT_READ', 'CONTACT_WRITE']);
    await goesTo(page, address);
    await expect(settings(page)).toContainText('You do not have permission to connect or disconnect address books');
    await expect(row(page, 'CardDAV').getByRole('button')).toHaveCount(0);
    await expectsNoViolation(page, 'integrations that cannot be changed');

    await grants(['CONTACT_WRITE', 'INTEGRATION_WRITE']);
    await goesTo(page, `${address}/CARDDAV`);
    await settings(page).getByLabel('Address').fill(radicale.url);
    await settings(page).getByLabel('User name').fill(user);
    await settings(page).getByLabel('Password', { exact: true }).fill('river');
    await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(row(page, 'CardDAV')).toContainText('0 contacts, synced', { timeout: 30_000 });
    await expect(page.getByText('CardDAV is connected')).toBeHidden();
    await row(page, 'CardDAV').getByRole('button', { name: 'Disconnect CardDAV' }).click();
    await page
      .getByRole('dialog', { name: /^Disconnect/ })
      .getByRole('button', { name: 'Disconnect' })
      .click();
    await expect(row(page, 'CardDAV').getByRole('button', { name: 'Connect CardDAV' })).toBeVisible({
      timeout: 30_000,
    });
    await grants(['CONTACT_READ', 'CONTACT_WRITE', 'INTEGRATION_WRITE']);
  } finally {
    await radicale.close();
  }
});

test('GEN-007: HubSpot is connected by a token, and its contacts lead to their records', async ({
  seat,
  sidetone,
  portal,
}) => {
  await everybodyReads(sidetone, 'en');
  const there = portal.objects.add('contacts', {
    firstname: 'Ulrike',
    lastname: 'Sommerfeld',
    company: 'Rheinwerk Dental AG',
    phone: '+49 221 4710562',
  });
  const { page } = await seat(priya, { microphone, at: `${address}/HUBSPOT` });
  const form = settings(page);
  await expect(form).toContainText('Contacts from your CRM');
  await expect(form.getByRole('link', { name: 'Where do I find this?' })).toHaveAttribute('href', '/help#hubspot');

  await test.step('a wrong token is reported', async () => {
    await form.getByLabel('API key', { exact: true }).fill('pat-wrong');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByRole('alert')).toContainText('HubSpot does not accept the sign-in');
    await expectsNoViolation(page, 'HubSpot with a wrong token');
  });

  await test.step('with the right one its contacts come', async () => {
    await form.getByLabel('API key', { exact: true }).fill(portal.key);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(message(page, 'HubSpot is connected')).toBeVisible();
    await expect(row(page, 'HubSpot')).toContainText('1 contact, synced', { timeout: 30_000 });
    await page.keyboard.press('Escape');
  });

  await test.step('a contact leads to its record', async () => {
    await goesTo(page, '/main/contacts');
    await page.getByRole('searchbox', { name: 'Filter contacts' }).fill('Ulrike');
    await page.getByText('Ulrike Sommerfeld').first().click();
    await expect(page.locator(`a[href="https://app.hubspot.com/contacts/4711/record/0-1/${there.id}"]`)).toBeVisible();
    await expect(page.getByText('Rheinwerk Dental AG').first()).toBeVisible();
  });

  await test.step('SINTEG-004 SLOG-015 SAPI-048: what is logged of calls is chosen in a tab of its own', async () => {
    await goesTo(page, address);
    await settings(page).getByRole('tab', { name: 'Call notes' }).click();
    await expect(page).toHaveURL(/\/settings\/integrations\/call-notes$/);
    const ofHubSpot = form.getByRole('region', { name: 'HubSpot' });
    const shortest = form.getByRole('slider', { name: 'Only calls longer than' });
    const own = form.getByRole('combobox', { name: 'Calls of Your own channel' });
    const longestLimit = async () => {
      const [row] = await sidetone.query<{ seconds: number }>(
        `select max((settings ->> 'loggedCallDuration')::int) as seconds from users`,
      );
      return row?.seconds;
    };
    await expect(ofHubSpot.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await ofHubSpot.getByRole('checkbox', { name: /^Deal/ }).check();
    await expect(ofHubSpot.getByText('Saved')).toBeVisible();
    await shortest.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    await expect(shortest).toHaveValue('15');
    await expect.poll(longestLimit).toBe(15);
    await own.selectOption('auto');
    await expect(own).toBeEnabled();
    await expectsNoViolation(page, 'call notes');
    await page.reload();
    await expect(shortest).toHaveValue('15');
    await expect(own).toHaveValue('auto');
    await expect(ofHubSpot.getByRole('checkbox', { name: /^Contact/ })).toBeChecked();
    await expect(ofHubSpot.getByRole('checkbox', { name: /^Deal/ })).toBeChecked();
    await page.keyboard.press('Escape');
  });
});

test('administrators see what is written into CRMs, and what waits', async ({ seat, sidetone }) => {
  await everybodyReads(sidetone, 'en');
  const { page } = await seat(0, { microphone, at: '/admin/crm' });
  await expect(page.getByRole('heading', { name: 'CRM log' })).toBeVisible();
  await expect(page.getByText('No call has been logged yet')).toBeVisible();
  await expectsNoViolation(page, 'the CRM log without entries');
});

test('in German the settings have no barrier either', async ({ seat, sidetone }) => {
  await everybodyReads(sidetone, 'de');
  const { page } = await seat(priya, { microphone, locale: 'de-DE', at: address });
  await expect(
    page.getByRole('dialog', { name: 'Einstellungen' }).getByRole('listitem', { name: 'CardDAV' }),
  ).toBeVisible();
  await expectsNoViolation(page, 'Integrationen');
  await page.getByRole('button', { name: 'CardDAV verbinden' }).click();
  await expect(page.getByLabel('Adresse')).toBeFocused();
  await expectsNoViolation(page, 'Formular');
});
