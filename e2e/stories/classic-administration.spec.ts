import type { Page } from '@playwright/test';
import { ForeignRegistrar } from '@sidetone/simulator/people/foreign-registrar.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** The telephone company of this story is on the server's own machine, which the operator has to allow. */
const test = base.extend<object, { sidetone: Sidetone }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { INTEGRATION_PRIVATE_HOSTS: '127.0.0.1' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const [freya, anton] = [6, 7] as const;
const own = { username: '+496990009811', password: 'north-wind' };
const outside = { username: '+496990009812', password: 'south-wind' };
const line = 'Branch office';

const row = (page: Page, name: string, user: string) =>
  page.getByRole('row').filter({ hasText: name }).filter({ hasText: user });
// Messages in the corner are dialogs, too.
const panel = (page: Page) => page.getByRole('dialog').and(page.locator(':not([data-message])'));
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('an administrator adds a SIP account for a user in the browser, who calls with it and is called', async ({
  people,
  seat,
}) => {
  needs('kamailio');
  needs('baresip');
  test.setTimeout(300_000);
  const registrar = await ForeignRegistrar.open(await freePort(), [own, outside]);
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: registrar.address }, tone(1000, 8000), ports);
  const { name: antonsName } = people[anton];
  try {
    const { page } = await seat(freya, { microphone: tone(700) });
    const field = (label: string | RegExp) => panel(page).getByLabel(label, { exact: typeof label === 'string' });

    await test.step('the page of phones lists what people call with', async () => {
      await page.goto('/admin/phones');
      await expect(row(page, 'Taunus Telefon', antonsName)).toContainText('SIP account');
      await expect(row(page, 'Taunus Telefon', antonsName)).toContainText('Registered');
      await expectsNoViolation(page, 'phones of the classic generation');
    });

    await test.step('missing fields and a wrong password are reported', async () => {
      await page.getByRole('button', { name: 'Add SIP account' }).click();
      await panel(page).getByRole('button', { name: 'Add', exact: true }).click();
      await expect(field('Registrar')).toHaveAttribute('aria-invalid', 'true');
      await field('User').selectOption({ label: antonsName });
      await field('Name').fill(line);
      await field('Registrar').fill(registrar.address);
      await field('User name').fill(own.username);
      await field('Password').fill('guess');
      await panel(page).getByRole('button', { name: 'Add number' }).click();
      await field('Number 1').fill('069 90009811');
      await field('Label of number 1').fill('Branch');
      await expectsNoViolation(page, 'a new SIP account');
      await panel(page).getByRole('button', { name: 'Add', exact: true }).click();
      await expect(panel(page)).toHaveCount(0);
      await expect(row(page, line, antonsName)).toContainText('Not registered', { timeout: 15_000 });
      await expect(row(page, line, antonsName)).toContainText('+49 69 90009811');
    });

    await test.step('with the right one it is registered; the password is not shown', async () => {
      await row(page, line, antonsName).getByRole('button', { name: line, exact: true }).click();
      await expect(panel(page)).toContainText('refuses the user name or password');
      await expect(field('Password')).toHaveValue('');
      await expect(field('Caller ID')).toHaveValue(own.username);
      await field('Password').fill(own.password);
      await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
      // The row may change before the panel closes, and a click outside an open panel only closes it.
      await expect(panel(page)).toHaveCount(0);
      await expect(row(page, line, antonsName)).toContainText('Registered', { timeout: 15_000 });
    });

    await test.step('the account before is removed after a question', async () => {
      const before = row(page, 'Taunus Telefon', antonsName);
      await before.getByRole('button', { name: 'Actions for Taunus Telefon' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      const question = page.getByRole('dialog', { name: 'Remove Taunus Telefon?' });
      await expect(question).toContainText(`${antonsName} can no longer make or take calls with it`);
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(before).toHaveCount(0);
    });

    const atDesk = await seat(anton, { microphone: tone(440) });
    await test.step('its user calls out', async () => {
      await atDesk.calls(outside.username);
      await far.sees('CALL_INCOMING', 30_000);
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await atDesk.expectsToHear(1000, 440);
      await far.hearsForAWhile();
      far.hangsUp();
      await far.sees('CALL_CLOSED');
      far.expectsToHaveHeard(440, 1000);
      await expect(atDesk.dock).toBeHidden();
    });

    await test.step('its user is called', async () => {
      far.dials(own.username);
      await expect(atDesk.dock).toContainText('812');
      await atDesk.accepts();
      await far.sees('CALL_ESTABLISHED', 30_000);
      await atDesk.expectsToHear(1000, 440);
      await atDesk.hangsUp();
      await far.sees('CALL_CLOSED');
    });

    await test.step('it is assigned to another user, and the one before learns whom to ask', async () => {
      await row(page, line, antonsName).getByRole('button', { name: line, exact: true }).click();
      await field('User').selectOption({ label: people[freya].name });
      await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
      await expect(panel(page)).toHaveCount(0);
      await expect(row(page, line, people[freya].name)).toContainText('Registered');
      await atDesk.page.goto('/main/channels/private/dialogs/settings/phone');
      await expect(settings(atDesk.page).getByRole('heading', { name: 'No phone yet' })).toBeVisible();
      await expect(settings(atDesk.page)).toContainText('Ask an administrator to create one');
      await expect(settings(atDesk.page).getByRole('link', { name: /routing/i })).toHaveCount(0);
    });

    await test.step('an administrator is led to where phones are run', async () => {
      await page.goto('/main/channels/private/dialogs/settings/phone');
      const opened = page.context().waitForEvent('page');
      await settings(page).getByRole('link', { name: 'Manage routing' }).click();
      const tab = await opened;
      await expect(row(tab, line, people[freya].name)).toBeVisible();
    });
  } finally {
    await far.unplug();
    await registrar.close();
  }
});
