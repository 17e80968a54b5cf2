import type { Page } from '@playwright/test';
import { DeskPhone } from '../people/desk-phone.ts';
import { Provider } from '../people/provider.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A trunk to this machine is for the company that runs the server.
test.use({ server: 'own' });

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+494066969999', password: 'south-wind' };
const shown = '+49 40 66969999';

test('blocked callers from outside are refused before anything rings, and leave nothing in an inbox', async ({
  sidetone,
  people,
  numbers,
  seat,
}) => {
  test.setTimeout(300_000);
  needs('kamailio');
  needs('baresip');
  await everybodyReads(sidetone, 'en');
  const [, who] = people;
  const provider = await Provider.open(await freePort(), {
    subscribers: [trunk, outside],
    numbers: '^\\+4930231251',
  });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: provider.address }, tone(1000, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  const calls = async (): Promise<number> => {
    const [row] = await sidetone.query<{ count: number }>(
      `select (select count(*) from calls)::int + (select count(*) from inbox_events)::int as count`,
    );
    return row?.count ?? -1;
  };
  /** The far end calls, is refused, and nothing is kept of the call. */
  const isRefused = async (number: string) => {
    const before = await calls();
    far.dials(number);
    await far.sees('CALL_CLOSED', 30_000);
    expect(await calls()).toBe(before);
  };
  const list = (page: Page) => page.getByRole('list', { name: 'Blocked callers' });
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', who.email);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`North .*${trunk.username} at .* registered`));
    const jonas = await seat(1, { microphone: tone(440) });
    const rings = async () => {
      far.dials(numbers.of(who));
      await expect(jonas.dock).toContainText(shown, { timeout: 20_000 });
      far.hangsUp();
      await far.sees('CALL_CLOSED', 20_000);
      await expect(jonas.dock).toBeHidden();
    };

    await test.step('a user blocks the number of a call in the inbox, and it rings no longer', async () => {
      await rings();
      await jonas.page.goto('/main/channels/private');
      const row = jonas.page.locator('[data-call]').filter({ hasText: shown }).first();
      await row.click({ button: 'right' });
      await jonas.page.getByRole('menuitem', { name: 'Block for my own line' }).click();
      await expect(jonas.page.getByText(`Blocked for your own line: ${shown}`)).toBeVisible();
      await isRefused(numbers.of(who));
    });

    await test.step('the settings say how often it was refused, and take its calls again', async () => {
      await jonas.page.goto('/main/channels/private/dialogs/settings/blocked-callers');
      await expect(list(jonas.page)).toContainText('1 call refused');
      await expectsNoViolation(jonas.page, 'blocked callers');
      await jonas.page.getByRole('button', { name: `Unblock ${shown}` }).click();
      await expect(jonas.page.getByText('No number is blocked.')).toBeVisible();
      await jonas.page.keyboard.press('Escape');
      await rings();
    });

    await test.step('an administrator blocks a prefix for the whole company', async () => {
      const { page } = await seat(0, { microphone: tone(1500) });
      await page.goto('/admin/blocked');
      await page.getByRole('combobox', { name: 'What to block' }).selectOption('prefix');
      await page.getByRole('textbox', { name: 'Number', exact: true }).fill('+49 30');
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(
        page.getByText('Numbers of your own company and emergency numbers cannot be blocked.'),
      ).toBeVisible();
      await page.getByRole('textbox', { name: 'Number', exact: true }).fill('0049 40');
      await page.getByRole('textbox', { name: 'Note' }).fill('Sells lifts');
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(list(page)).toContainText('Numbers with +4940');
      await expect(list(page)).toContainText('Sells lifts');
      await expectsNoViolation(page, 'blocked callers of the company');
      await isRefused(numbers.of(who));
      await isRefused(numbers.service);
      await expect(list(page)).toContainText('2 calls refused', { timeout: 20_000 });
      await page.goto('/admin/routing');
      await page.getByRole('textbox', { name: 'Calling number' }).fill('0049 40 66969999');
      await page.getByRole('button', { name: 'Who rings?' }).click();
      await expect(page.getByRole('region', { name: 'What happens' })).toContainText(
        'The company has blocked this caller',
      );
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});
