import type { Page } from '@playwright/test';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import type { Colleague } from '../people/colleague.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { goesTo } from '../people/going.ts';
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

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+494066969999', password: 'south-wind' };

const panel = (page: Page) => page.getByLabel('Call log', { exact: true });
const chips = (page: Page) => panel(page).getByRole('list', { name: 'Log to' });
const advanced = '/main/channels/private/dialogs/settings/advanced';

/** Mara connects HubSpot by the token of a private app, and has the log of incoming calls opened. */
async function connects(page: Page, portal: HubSpot): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await goesTo(page, '/main/channels/private/dialogs/settings/integrations/HUBSPOT');
  await settings.getByLabel('API key', { exact: true }).fill(portal.key);
  await settings.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(message(page, 'HubSpot is connected')).toBeVisible();
  await expect(settings.getByRole('listitem', { name: 'HubSpot' })).toContainText('synced', { timeout: 30_000 });
  await goesTo(page, advanced);
  const incoming = settings.getByRole('group', { name: 'Incoming calls' });
  await incoming.getByRole('switch', { name: 'Open the call log' }).check();
  await page.keyboard.press('Escape');
}

test('SLOG-001 to -009: a known caller is logged in HubSpot once, with a deal, an outcome and a task', async ({
  seat,
  sidetone,
  portal,
  people,
  numbers,
}) => {
  test.setTimeout(300_000);
  needs('kamailio');
  needs('baresip');
  const { objects } = portal;
  const caller = objects.add('contacts', { firstname: 'Ulrike', lastname: 'Sommerfeld', phone: '+49 40 66969999' });
  const deal = objects.add('deals', { dealname: 'Cooling 4471', hs_is_closed: 'false' });
  const [, , anna] = people;
  const provider = await Provider.open(await freePort(), {
    subscribers: [trunk, outside],
    numbers: '^\\+4930231251',
  });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: provider.address }, tone(1000, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  const logsBy = (mode: 'auto' | 'ask') =>
    sidetone.query(
      `insert into channel_log_modes (channel_id, account_id, mode)
         select channels.id, channels.account_id, $1 from channels join users on users.id = channels.owner_user_id
          where users.email = $2
       on conflict (channel_id) do update set mode = excluded.mode`,
      [mode, anna.email],
    );
  const calls = () => objects.of('calls').filter(({ archived }) => !archived);
  const ringsAndTalks = async (colleague: Colleague) => {
    far.dials(numbers.of(anna));
    await expect(colleague.dock.getByRole('button', { name: /^accept/i })).toBeVisible({ timeout: 20_000 });
    await colleague.accepts();
    await far.sees('CALL_ESTABLISHED', 30_000);
  };
  const hangsUp = async () => {
    far.hangsUp();
    await far.sees('CALL_CLOSED');
  };
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', anna.email);
    await sidetone.query(`update users set grants = grants || '{INTEGRATION_WRITE}' where email = $1`, [anna.email]);
    await logsBy('auto');
    const colleague = await seat(2, { microphone: tone(440) });
    const { page } = colleague;
    await connects(page, portal);
    await page.setViewportSize({ width: 1440, height: 900 });

    await test.step('the caller rings with their name, and the panel opens with the call', async () => {
      far.dials(numbers.of(anna));
      await expect(colleague.dock).toContainText('Ulrike Sommerfeld', { timeout: 20_000 });
      await expect(panel(page)).toBeHidden();
      await colleague.accepts();
      await far.sees('CALL_ESTABLISHED', 30_000);
      await expect(panel(page)).toBeVisible();
      await expect(chips(page)).toContainText('Ulrike Sommerfeld');
      await expect(panel(page).getByRole('button', { name: 'Log and close' })).toBeDisabled();
      await expectsNoViolation(page, 'the log of a call that runs');
    });

    await test.step('a note is written while they talk', async () => {
      await panel(page).getByRole('textbox', { name: 'Note' }).fill('12 pallets, order 4471');
      await expect(panel(page)).toContainText(/Saved/, { timeout: 15_000 });
    });

    await test.step('a deal is found and picked with the keyboard, and Escape closes the search alone', async () => {
      await panel(page).getByRole('button', { name: 'Add record' }).click();
      const search = panel(page).getByRole('combobox', { name: 'Find a record' });
      await search.press('Escape');
      await expect(search).toBeHidden();
      await expect(panel(page)).toBeVisible();
      await panel(page).getByRole('button', { name: 'Add record' }).click();
      await panel(page).getByRole('radio', { name: 'Deal' }).click();
      await search.fill('4471');
      const option = panel(page).getByRole('option', { name: /Cooling 4471/ });
      await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 15_000 });
      await expectsNoViolation(page, 'the search for a record');
      await search.press('Enter');
      await expect(chips(page)).toContainText('Cooling 4471');
    });

    await test.step('an outcome and a follow-up task are chosen', async () => {
      const outcome = panel(page).getByRole('group', { name: 'Outcome' }).getByRole('button').first();
      await outcome.click();
      await expect(outcome).toHaveAttribute('aria-pressed', 'true');
      await panel(page).getByRole('switch', { name: 'Follow-up task' }).check();
      await panel(page).getByLabel('Title', { exact: true }).fill('Send the plates');
      await panel(page).getByLabel('Time', { exact: true }).fill('15:30');
      await expect(panel(page).getByLabel('Title', { exact: true })).toHaveValue('Send the plates');
    });

    await test.step('after the call it counts down, a press pauses it, and the button logs', async () => {
      await hangsUp();
      const pause = panel(page).getByRole('button', { name: 'Pause' });
      await expect(pause).toBeVisible({ timeout: 15_000 });
      // First, as a look at everything may take longer than the countdown.
      await pause.click();
      await expect(panel(page)).toContainText('Paused.');
      await expectsNoViolation(page, 'a countdown that is paused');
      await panel(page).getByRole('button', { name: 'Log and close' }).click();
      await expect(panel(page)).toBeHidden();
    });

    await test.step('HubSpot has one call, with the note, the contact and the deal, and the task', async () => {
      await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(1);
      const [call] = calls();
      expect(call?.properties['hs_call_body']).toContain('12 pallets, order 4471');
      expect([...(call?.associations.get('contacts') ?? [])]).toEqual([caller.id]);
      expect([...(call?.associations.get('deals') ?? [])]).toEqual([deal.id]);
      await expect.poll(() => objects.of('tasks').length, { timeout: 30_000 }).toBe(1);
      expect(objects.of('tasks')[0]?.properties['hs_task_subject']).toBe('Send the plates');
    });

    await test.step('a change afterwards changes the same record', async () => {
      await goesTo(page, '/main/channels/private');
      await colleague.showsAllCalls();
      await page
        .getByRole('listitem', { name: /Ulrike Sommerfeld/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Call log/ }).click();
      await expect(panel(page)).toContainText('Changes are also made in HubSpot.');
      const note = panel(page).getByRole('textbox', { name: 'Note' });
      await note.press('End');
      await note.pressSequentially(', gate 4');
      await panel(page).getByRole('button', { name: 'Done' }).click();
      await expect(panel(page)).toBeHidden();
      await expect.poll(() => calls()[0]?.properties['hs_call_body'], { timeout: 25_000 }).toContain('gate 4');
      expect(calls()).toHaveLength(1);
    });

    await test.step('left alone, it closes ten seconds after the call and logs it', async () => {
      await goesTo(page, '/main/contacts');
      await colleague.phoneIsReady();
      await ringsAndTalks(colleague);
      await expect(panel(page)).toBeVisible();
      await hangsUp();
      await expect(panel(page)).toBeHidden({ timeout: 30_000 });
      await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(2);
    });

    await test.step('where the channel asks, nothing closes and nothing is written until someone says so', async () => {
      await logsBy('ask');
      await ringsAndTalks(colleague);
      await expect(panel(page)).toBeVisible();
      await hangsUp();
      await expect(panel(page)).toContainText('Not logged yet', { timeout: 15_000 });
      await page.keyboard.press('Escape');
      await expect(panel(page)).toBeHidden();
      expect(calls()).toHaveLength(2);
    });

    await test.step('KEY-016: the key opens and closes the log of the call that runs', async () => {
      await goesTo(page, advanced);
      await page
        .getByRole('group', { name: 'Incoming calls' })
        .getByRole('switch', { name: 'Open the call log' })
        .uncheck();
      await page.keyboard.press('Escape');
      await colleague.phoneIsReady();
      await ringsAndTalks(colleague);
      await expect(colleague.dock.getByRole('button', { name: /^hang up/i })).toBeVisible();
      await expect(panel(page)).toBeHidden();
      await expect(async () => {
        await page.keyboard.press('Control+Alt+Shift+L');
        await expect(panel(page)).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 15_000 });
      await page.keyboard.press('Control+Alt+Shift+L');
      await expect(panel(page)).toBeHidden();
      await hangsUp();
      await goesTo(page, advanced);
      await page
        .getByRole('group', { name: 'Incoming calls' })
        .getByRole('switch', { name: 'Open the call log' })
        .check();
      await page.keyboard.press('Escape');
    });

    await test.step('two contacts with the number: it is asked who called, once', async () => {
      objects.add('contacts', { firstname: 'Uwe', lastname: 'Sommerfeld', phone: '+49 40 66969999' });
      await sidetone.query(`update integrations set tried_at = now() - interval '5 minutes' where name = 'HUBSPOT'`);
      await page.reload();
      await colleague.phoneIsReady();
      const known = () => sidetone.query(`select 1 from contacts where e164s @> array[$1]`, [outside.username]);
      await expect.poll(async () => (await known()).length, { timeout: 30_000 }).toBe(2);
      await ringsAndTalks(colleague);
      const question = panel(page).getByRole('group', { name: 'Who was it?' });
      await expect(question).toBeVisible();
      await expectsNoViolation(page, 'the question who called');
      await question.getByRole('button', { name: 'Uwe Sommerfeld' }).click();
      await expect(chips(page)).toContainText('Uwe Sommerfeld');
      await expect(question).toBeHidden();
      await hangsUp();
      await panel(page).getByRole('button', { name: 'Log and close' }).click();
      await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(3);
      await ringsAndTalks(colleague);
      await expect(chips(page)).toContainText('Uwe Sommerfeld');
      await expect(question).toBeHidden();
      await hangsUp();
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});
