import type { Page } from '@playwright/test';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { message } from '../people/messages.ts';
import { Provider } from '../people/provider.ts';
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
const outside = { username: '+494066969999', password: 'south-wind' };
/** The server looks a minute after the end of a call whether somebody logs it, and it looks every minute. */
const afterTheCall = 180_000;

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

/** Connects HubSpot by the token of a private app. */
async function connects(page: Page, portal: HubSpot): Promise<void> {
  await page.goto('/main/channels/private/dialogs/settings/integrations/HUBSPOT');
  await settings(page).getByLabel('API key', { exact: true }).fill(portal.key);
  await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(message(page, 'HubSpot is connected')).toBeVisible();
  await expect(settings(page).getByRole('listitem', { name: 'HubSpot' })).toContainText('synced', { timeout: 30_000 });
}

/** Has the calls of one's own line logged without being asked. */
async function logsByItself(page: Page): Promise<void> {
  await page.goto('/main/channels/private/dialogs/settings/integrations');
  await settings(page).getByRole('tab', { name: 'Call notes' }).click();
  const own = settings(page).getByRole('combobox', { name: 'Calls of Your own channel' });
  await own.selectOption('auto');
  await expect(own).toBeEnabled();
  await page.reload();
  await expect(own).toHaveValue('auto');
}

test('calls of a desk phone are in HubSpot although no browser is open, once its owner wants that', async ({
  seat,
  plugIn,
  sidetone,
  portal,
  people,
  numbers,
}) => {
  test.setTimeout(420_000);
  needs('kamailio');
  await everybodyReads(sidetone, 'en');
  const [, , priya] = people;
  const caller = portal.objects.add('contacts', {
    firstname: 'Ulrike',
    lastname: 'Sommerfeld',
    phone: '+49 40 66969999',
  });
  const calls = () => portal.objects.of('calls').filter(({ archived }) => !archived);
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
    const phone = await plugIn(priya, tone(440, 8000));
    const isRung = async () => {
      far.dials(numbers.of(priya));
      await phone.sees('CALL_INCOMING', 20_000);
    };
    const talksOnTheDesk = async () => {
      await isRung();
      phone.answers();
      await far.sees('CALL_ESTABLISHED', 20_000);
      await phone.hearsForAWhile();
      phone.hangsUp();
      await far.sees('CALL_CLOSED');
      await phone.sees('CALL_CLOSED');
    };
    const inTheInbox = async () =>
      await sidetone.query<{ id: string }>(
        `select e.session_id as id from inbox_events e join users u on u.id = e.owner
          where u.email = $1 and e.remote_phone_number = $2 and e.terminated_at is not null order by e.started_at`,
        [priya.email, outside.username],
      );

    await test.step('where the channel asks, a call of the desk phone waits for somebody to log it', async () => {
      const { page } = await seat(2, { microphone: tone(440) });
      await connects(page, portal);
      await page.context().close();
      await talksOnTheDesk();
      await expect.poll(async () => (await inTheInbox()).length).toBe(1);
    });

    await test.step('its owner has calls logged without being asked, and closes the browser', async () => {
      const { page } = await seat(2, { microphone: tone(440) });
      await logsByItself(page);
      await page.context().close();
    });

    await test.step('a call that comes in, one that goes out and one that nobody takes', async () => {
      await talksOnTheDesk();
      phone.dials(outside.username);
      await far.sees('CALL_INCOMING', 20_000);
      far.answers();
      await phone.sees('CALL_ESTABLISHED', 20_000);
      await phone.hearsForAWhile();
      phone.hangsUp();
      await far.sees('CALL_CLOSED');
      await isRung();
      far.hangsUp();
      await far.sees('CALL_CLOSED');
    });

    await test.step('both that were talked are in HubSpot, with who called, and nothing else is', async () => {
      await expect.poll(() => calls().length, { timeout: afterTheCall }).toBe(2);
      expect(new Set(calls().map(({ properties }) => properties['hs_call_direction']))).toEqual(
        new Set(['INBOUND', 'OUTBOUND']),
      );
      for (const { associations } of calls()) expect([...(associations.get('contacts') ?? [])]).toEqual([caller.id]);
      const logged = await sidetone.query<{ session_id: string; closed_by: string | null; state: string }>(
        `select w.session_id, l.closed_by, w.state from crm_writes w join call_logs l using (channel_id, session_id)`,
      );
      expect(logged.map(({ closed_by: by, state }) => [by, state])).toEqual([
        [null, 'WRITTEN'],
        [null, 'WRITTEN'],
      ]);
      // The one of before is as its owner left it.
      const [before] = await inTheInbox();
      expect(logged.map(({ session_id: session }) => session)).not.toContain(before?.id);
    });

    await test.step('back at the browser, the log says that it is written, and the one of before can be logged', async () => {
      const colleague = await seat(2, { microphone: tone(440) });
      const { page } = colleague;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/main/channels/private');
      await colleague.showsAllCalls();
      const rows = page.getByRole('listitem', { name: /Ulrike Sommerfeld/ });
      const panel = page.getByLabel('Call log', { exact: true });
      const opens = async (id: string) => {
        await page.goto(`/main/channels/private?call=${encodeURIComponent(`pbx-${id}`)}`);
        await page.getByRole('button', { name: /^(Call log|Log call)/ }).click();
        await expect(panel).toBeVisible();
      };
      await expect(rows.first()).toBeVisible();
      const [before, taken] = await inTheInbox();
      await opens(taken?.id ?? '');
      await expect(panel.getByRole('button', { name: /^written/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await opens(before?.id ?? '');
      await expect(panel).toContainText('Not logged yet');
      await panel.getByRole('button', { name: 'Log and close' }).click();
      await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(3);
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});
