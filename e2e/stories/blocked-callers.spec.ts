import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { Provider } from '../people/provider.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { person } from '../world/room.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A trunk to this machine is for the company that runs the server.
test.use({ server: 'own' });

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+494066969999', password: 'south-wind' };
/** A caller who hides their number. */
const hidden = { username: 'anonymous', password: 'west-wind' };
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
    subscribers: [trunk, outside, hidden],
    numbers: '^\\+4930231251',
  });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: provider.address }, tone(1000, 8000), ports);
  const others = { control: await freePort(), sip: await freePort() };
  const unknown = await DeskPhone.plugIn({ ...hidden, server: provider.address }, tone(700, 8000), others);
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
  const rung = async () => (await sidetone.query("select id from legs where role = 'callee'")).length;
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
      await jonas.page.getByRole('menuitem', { name: 'Block for my private channel' }).click();
      await expect(jonas.page.getByText(`Blocked for your private channel: ${shown}`)).toBeVisible();
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

    await test.step('a user marks the caller as a nuisance, and a second one blocks them where the company wants it', async () => {
      const row = jonas.page.locator('[data-call]').filter({ hasText: shown }).first();
      await row.click({ button: 'right' });
      await jonas.page.getByRole('menuitem', { name: 'Mark as nuisance' }).click();
      await expect(jonas.page.getByText(`Marked as nuisance: ${shown}`)).toBeVisible();
      const { page } = await seat(0, { microphone: tone(1500) });
      await page.goto('/admin/blocked');
      const marked = page.getByRole('list', { name: 'Marked by users' });
      await expect(marked).toContainText(shown);
      await expect(marked).toContainText(`1 user: ${who.name}`);
      await page.getByRole('combobox', { name: 'Marks needed' }).selectOption('2');
      // "Saved" is there from the first change already.
      const stored = page.waitForResponse(
        (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/api/admin/nuisance-calls'),
      );
      await page.getByRole('combobox', { name: 'What happens then' }).selectOption({ index: 1 });
      expect((await stored).ok()).toBe(true);
      const boss = await ApiSession.signIn(sidetone.origin, person(people, 0));
      const path = `/nuisance-calls/${encodeURIComponent(outside.username)}`;
      expect(await (await boss.request('PUT', path)).json()).toEqual({ isBlocked: true });
      await isRefused(numbers.of(who));
      await expect(list(page)).toContainText('Learned from users’ marks');
      await page.reload();
      await expectsNoViolation(page, 'callers that users marked');
      await page.getByRole('button', { name: `Delete the marks of ${shown}` }).click();
      await expect(page.getByText('Nobody is marked.')).toBeVisible();
      await rings();
    });

    await test.step('anonymous callers press a key before anything rings, and those who do not are disconnected', async () => {
      const { page } = await seat(0, { microphone: tone(1500) });
      await page.goto('/admin/blocked');
      await page.getByRole('combobox', { name: 'Anonymous callers' }).selectOption('Ask for a key');
      await expect(page.getByText('Anonymous callers press a key')).toBeVisible();
      const before = await rung();
      unknown.dials(numbers.of(who));
      await unknown.sees('CALL_ESTABLISHED', 20_000);
      await unknown.hearsForAWhile();
      expect(await rung()).toBe(before);
      unknown.presses('1');
      await expect(jonas.dock).toBeVisible({ timeout: 20_000 });
      unknown.hangsUp();
      await unknown.sees('CALL_CLOSED', 20_000);
      await expect(jonas.dock).toBeHidden();
      const taken = await rung();
      expect(taken).toBeGreaterThan(before);
      unknown.dials(numbers.of(who));
      await unknown.sees('CALL_ESTABLISHED', 20_000);
      await unknown.sees('CALL_CLOSED', 60_000);
      expect(await rung()).toBe(taken);
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
    await unknown.unplug();
    await provider.close();
  }
});
