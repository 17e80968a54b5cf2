import type { Page } from '@playwright/test';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { message } from '../people/messages.ts';
import { Provider } from '../people/provider.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone that reaches a HubSpot on its own machine. */
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
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+493023125410', password: 'south-wind' };

/** Amadou in HubSpot: their company, a deal that is open and one that is lost. */
function knowsAmadou({ objects }: HubSpot) {
  const amadou = objects.add('contacts', {
    firstname: 'Amadou',
    lastname: 'Keïta',
    company: 'Sahel Import-Export',
    phone: '+49 30 23125410',
  });
  const deal = objects.add('deals', { dealname: 'Hamburg–Dakar weekly', hs_is_closed: 'false' });
  const lost = objects.add('deals', { dealname: 'Bremen–Lagos', hs_is_closed: 'true' });
  const company = objects.add('companies', { name: 'Sahel Import-Export' });
  for (const one of [deal, lost, company]) objects.associate(amadou, one);
  return { amadou, deal };
}

/** The question what belongs to a contact. */
const askedOf = (id: string) => new RegExp(`^GET .*/contacts/${id}\\?associations=`);

/** A call of yesterday on someone's own line. */
const talkedYesterday = (sidetone: Sidetone, email: string) =>
  sidetone.query(
    `insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
       on_phone_number, remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
     select 'talk-yesterday', channels.account_id, channels.id, 'talk-yesterday', users.id, false, 'INCOMING', 'FINISHED',
       '+4930231251', $2, now() - interval '1 day', now() - interval '1 day',
       now() - interval '1 day' + interval '860 s', 'TERMINATED',
       '{"callHeadline": {"status": "success", "text": "Wants a rate by Monday"}}'
     from users join channels on channels.owner_user_id = users.id where users.email = $1`,
    [email, outside.username],
  );

async function connects(page: Page, portal: HubSpot): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await page.goto('/main/channels/private/dialogs/settings/integrations/HUBSPOT');
  await settings.getByLabel('API key', { exact: true }).fill(portal.key);
  await settings.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(message(page, 'HubSpot is connected')).toBeVisible();
  await expect(settings.getByRole('listitem', { name: 'HubSpot' })).toContainText('synced', { timeout: 30_000 });
}

test('while a contact of a CRM rings, their open deal, the last call and the way to their page are there', async ({
  seat,
  sidetone,
  portal,
  people,
  numbers,
}) => {
  test.setTimeout(240_000);
  needs('kamailio');
  needs('baresip');
  await everybodyReads(sidetone, 'en');
  const [, , priya] = people;
  const { amadou, deal } = knowsAmadou(portal);
  const record = (type: string, id: string) => `https://app.hubspot.com/contacts/4711/record/${type}/${id}`;
  const provider = await Provider.open(await freePort(), {
    subscribers: [trunk, outside],
    numbers: '^\\+4930231251',
  });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: provider.address }, tone(1000, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', priya.email);
    await sidetone.query(`update users set grants = grants || '{INTEGRATION_WRITE}' where email = $1`, [priya.email]);
    await talkedYesterday(sidetone, priya.email);
    const colleague = await seat(2, { microphone: tone(440) });
    const { page, dock } = colleague;
    await connects(page, portal);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/main/channels/private');
    await colleague.phoneIsReady();
    const known = dock.getByRole('list', { name: 'Known about the caller' });
    const asked = () =>
      portal.journal.filter(({ method, path }) => askedOf(amadou.id).test(`${method} ${path}`)).length;
    const rings = async () => {
      far.dials(numbers.of(priya));
      await expect(dock).toContainText('Amadou Keïta', { timeout: 20_000 });
    };
    const givesUp = async () => {
      far.hangsUp();
      await far.sees('CALL_CLOSED');
      await expect(dock).toBeHidden();
    };

    await test.step('a HubSpot that does not answer takes nothing away from the ringing', async () => {
      portal.faults.next({ does: 'refuse', status: 502 }, { times: 5, of: askedOf(amadou.id) });
      await rings();
      await expect(known.getByRole('link', { name: 'Open in HubSpot' })).toHaveAttribute(
        'href',
        record('0-1', amadou.id),
      );
      await expect(known).toContainText('Wants a rate by Monday');
      await expect(known).toContainText('14:20');
      await expect.poll(asked).toBeGreaterThan(0);
      await expect(known).not.toContainText('Hamburg–Dakar weekly');
      await colleague.accepts();
      await far.sees('CALL_ESTABLISHED', 30_000);
      await givesUp();
      portal.faults.clear();
    });

    await test.step('the open deal leads to its record, and what is lost or no business is left out', async () => {
      await rings();
      await expect(known.getByRole('link', { name: 'Hamburg–Dakar weekly' })).toHaveAttribute(
        'href',
        record('0-3', deal.id),
      );
      await expect(known).toContainText(/Today, .*: Incoming call/);
      await expect(known.getByRole('link', { name: 'Open in HubSpot' })).toHaveAttribute(
        'href',
        record('0-1', amadou.id),
      );
      await expect(known.getByRole('listitem')).toHaveCount(3);
      await expectsNoViolation(page, 'what is known of a caller');
    });

    await test.step('a narrow window has the bar alone, a very narrow one has all of it', async () => {
      await page.setViewportSize({ width: 900, height: 700 });
      await expect(dock).toContainText('Amadou Keïta');
      await expect(known).toBeHidden();
      await page.setViewportSize({ width: 480, height: 900 });
      await expect(known).toContainText('Hamburg–Dakar weekly');
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('the keys still take the call, and it is gone with the ringing', async () => {
      await page.keyboard.press('a');
      await far.sees('CALL_ESTABLISHED', 30_000);
      await expect(known).toBeHidden();
      await givesUp();
    });

    await test.step('the second call within half an hour asks HubSpot nothing', async () => {
      const before = asked();
      await rings();
      await expect(known.getByRole('link', { name: 'Hamburg–Dakar weekly' })).toBeVisible();
      expect(asked()).toBe(before);
      await givesUp();
    });

    await test.step('SCONTACT-007: the page of the contact has all records, the closed one too', async () => {
      await page.goto('/main/contacts');
      await page.getByRole('searchbox', { name: 'Filter contacts' }).fill('Amadou');
      await page.getByText('Amadou Keïta').first().click();
      const deals = page.getByRole('listitem').filter({ has: page.locator(`a[href="${record('0-3', deal.id)}"]`) });
      await expect(deals).toContainText('Hamburg–Dakar weekly');
      await expect(page.getByRole('listitem').filter({ hasText: 'Bremen–Lagos' })).toContainText('Closed');
      await expectsNoViolation(page, 'a contact with records of a CRM');
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});
