import { readFileSync } from 'node:fs';
import { message, messages } from '../people/messages.ts';
import { menu, menuButton, opensMenu } from '../people/own-menu.ts';
import { alertsFor } from '../people/screen-reader.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { isReady, remembered, remembers } from '../world/local-flags.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const outside = {
  features: 'https://pages.example/new',
  appDownload: 'https://pages.example/app',
  webphone: 'https://phone.example/{webUserId}',
  faq: 'https://pages.example/help',
};

/** A Sidetone whose operator has pages of their own. */
const test = base.extend<object, { sidetone: Sidetone }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const EXTERNAL_LINKS = Object.entries(outside)
        .map((link) => link.join('='))
        .join(' ');
      const sidetone = await ownSidetone({ settings: { EXTERNAL_LINKS } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const microphone = tone(440);
const [jonas, priya, tom] = [1, 2, 3];
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

test.describe.configure({ timeout: 240_000 });
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('the app introduces itself once to users who have not seen it since it was redesigned', async ({ seat }) => {
  const { page } = await seat(tom, { microphone });
  const intro = page.getByRole('dialog', { name: 'Introduction' });
  await remembers(page, { introSeenAt: '2025-08-10T23:59:59.000Z' });
  await expect(intro.getByRole('heading', { name: 'Two voices, one line' })).toBeVisible();
  await expect(page).toHaveURL(/\/main\/channels\/private\/dialogs\/intro$/);
  await expect(intro.getByRole('button', { name: 'Continue' })).toBeFocused();
  await expect(intro.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(intro.getByRole('heading', { name: 'The inbox is your list' })).toBeVisible();
  await intro.getByRole('button', { name: 'Back' }).click();
  await expect(intro.getByRole('heading', { name: 'Two voices, one line' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(intro.getByRole('heading', { name: 'The inbox is your list' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(intro.getByRole('heading', { name: 'Everything has a key' })).toBeVisible();
  await expect(intro).toContainText('Ctrl+K');
  await expectsNoViolation(page, 'introduction');
  await intro.getByRole('button', { name: 'Done' }).click();
  await expect(intro).toBeHidden();
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
  const seenAt = Date.parse(String(await remembered(page, 'introSeenAt')));
  expect(Math.abs(seenAt - Date.now())).toBeLessThan(120_000);

  // Users who go back to it begin at its beginning.
  await page.goForward();
  await expect(intro.getByRole('heading', { name: 'Two voices, one line' })).toBeVisible();
  await page.goBack();
  await expect(intro).toBeHidden();

  await page.reload();
  await isReady(page);
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
  await expect(intro).toHaveCount(0);

  await remembers(page, { introSeenAt: null });
  await expect(intro).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(intro).toBeHidden();
  await expect.poll(() => remembered(page, 'introSeenAt')).not.toBeNull();
});

test('the menu tells what is new, where to get more of it, and leads out of the app in new tabs', async ({
  seat,
  sidetone,
}) => {
  const { page, who } = await seat(jonas, { microphone });
  const changelog = page.getByRole('dialog', { name: 'What is new' });

  await test.step('greeting, links and devices', async () => {
    await opensMenu(page);
    await expect(menu(page)).toContainText(/(Good morning|Hello|Good evening), Jonas/);
    await expect(menu(page)).toContainText(`Version ${version} is here`);
    const [{ id } = { id: '' }] = await sidetone.query<{ id: string }>('select id from users where email = $1', [
      who.email,
    ]);
    for (const [name, address] of [
      ['What Sidetone can do', outside.features],
      ['Get the desktop app', outside.appDownload],
      ['Open web phone', `https://phone.example/${id}`],
    ] as const) {
      const link = page.getByRole('menuitem', { name });
      await expect(link).toHaveAttribute('href', address);
      await expect(link).toHaveAttribute('target', '_blank');
    }
    await expect(page.getByRole('menuitem', { name: /^Microphone/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^Speaker/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Only for tests' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Speaker', exact: true }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Same as system' })).toBeChecked();
    await page.keyboard.press('Escape');
    const help = page.getByRole('link', { name: /^Help/ });
    await expect(help).toHaveAttribute('href', outside.faq);
    await expect(help).toHaveAttribute('target', '_blank');
  });

  await test.step('what is new, and Escape', async () => {
    await opensMenu(page);
    await page.getByRole('menuitem', { name: 'What is new' }).click();
    await expect(changelog.getByRole('heading', { name: version }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/dialogs\/changelog$/);
    const changes = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
      .split(/^## /m)
      .slice(1);
    const lines = changes.map((text) => [...text.matchAll(/^- /gm)].length);
    // The version that runs is open, whatever was changed since.
    const own = lines[changes.findIndex((text) => text.startsWith(`${version} `))] ?? 0;
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThanOrEqual(8);
    await expect(changelog.getByRole('listitem')).toHaveCount(own);
    await expect(changelog.getByText('Your version')).toBeVisible();
    const older = changelog.getByRole('button', { expanded: false });
    await expect(older).toHaveCount(lines.length - 1);
    await expect(older.last()).toContainText('the first version');
    await older.last().press('Enter');
    await expect(changelog.getByRole('listitem')).toHaveCount(own + (lines.at(-1) ?? 0));
    await expect(changelog.getByText('Better', { exact: true }).first()).toBeVisible();
    await expectsNoViolation(page, 'changelog');
    await page.keyboard.press('Escape');
    await expect(changelog).toBeHidden();
    await expect(page).toHaveURL(/\/main\/channels\/private$/);
    await opensMenu(page);
    await expect(menu(page)).toContainText(`Version ${version}`);
    await expect(menu(page)).not.toContainText('is here');
    await page.keyboard.press('Escape');
  });

  await test.step('in the other language, and after it could not be loaded', async () => {
    await page.route('**/api/content/changelog/**', (route) => route.abort());
    await page.goto('/main/contacts/dialogs/changelog');
    await expect(changelog.getByRole('alert')).toContainText(`The changes in ${version} could not be loaded.`);
    await page.unroute('**/api/content/changelog/**');
    await changelog.getByRole('button', { name: 'Try again' }).click();
    await expect(changelog.getByRole('heading', { name: version }).first()).toBeVisible();
    await sidetone.query(`update users set locale = 'de' where email = $1`, [who.email]);
    const german = page.getByRole('dialog', { name: 'Was ist neu' });
    await german.getByRole('button', { name: /^0\.2\.0 / }).click();
    await expect(german.getByText('Neu', { exact: true }).first()).toBeVisible();
    await expect(german).toContainText('Tasten am Headset nehmen an, schalten stumm und legen auf.');
    await german
      .getByRole('button', { name: /Schließen/ })
      .last()
      .click();
    await expect(german).toBeHidden();
    await expect(page).toHaveTitle('Kontakte · Sidetone');
    await sidetone.query(`update users set locale = 'en' where email = $1`, [who.email]);
    await expect(page).toHaveTitle('Contacts · Sidetone');
  });

  await test.step('feedback and settings open from it', async () => {
    await opensMenu(page);
    await page.getByRole('menuitem', { name: 'Feedback' }).click();
    await expect(page.getByRole('dialog', { name: 'Feedback' })).toBeVisible();
    await page.keyboard.press('Escape');
    await opensMenu(page);
    await page.getByRole('menuitem', { name: /^Settings/ }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/main\/contacts$/);
  });
});

test('busy is shown immediately, and taken back with a message where the server refuses it', async ({
  seat,
  sidetone,
}) => {
  const { page, who } = await seat(priya, { microphone });
  const busy = page.getByRole('menuitemcheckbox', { name: /^Do not disturb/ });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/presence/dnd', async (route) => {
    await answered;
    await route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'broken' } });
  });
  await opensMenu(page);
  await busy.click();
  await expect(busy).toBeChecked();
  await expect(menu(page)).toContainText('Your queues are paused too.');
  answer();
  await expect(message(page, '“Do not disturb” was not switched on')).toBeVisible();
  await expect(busy).not.toBeChecked();
  await page.unroute('**/api/presence/dnd');
  await busy.click();
  await expect(busy).toBeChecked();
  const isDnd = async () =>
    (await sidetone.query<{ is_dnd: boolean }>('select is_dnd from users where email = $1', [who.email]))[0]?.is_dnd;
  await expect.poll(isDnd).toBe(true);
  await busy.click();
  await expect(busy).not.toBeChecked();
  await expect.poll(isDnd).toBe(false);
});

test('a device is known to the server from the sign-in to the sign-out', async ({ seat, sidetone }) => {
  const { page, who } = await seat(priya, { microphone });
  const devices = () =>
    sidetone.query<{ id: string; name: string; os: string; version: string; platform: string }>(
      'select devices.* from devices join users on users.id = devices.user_id where email = $1 order by updated_at desc',
      [who.email],
    );
  const own = await page.evaluate(() => localStorage.getItem('sidetone.device'));
  await expect.poll(async () => (await devices()).map(({ id }) => id)).toContain(own);
  const [device] = (await devices()).filter(({ id }) => id === own);
  expect(device).toMatchObject({ version, platform: 'browser' });
  expect(device?.name).toMatch(/^Chrom/);
  expect(device?.os).toMatch(/^Linux/);
  await opensMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: /^Sign in/ })).toBeVisible();
  expect((await devices()).map(({ id }) => id)).not.toContain(own);
});

test('a hint to something new stays until it is closed, and goes where the menu is opened', async ({ seat }) => {
  const { page } = await seat(tom, { microphone });
  const hint = page.getByRole('region', { name: 'New', exact: true });
  await remembers(page, { featureHintClosed: null });
  await expect(hint).toContainText('switch audio right here');
  await opensMenu(page);
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(hint).toBeVisible();
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(hint).toBeVisible();
  await hint.getByRole('button', { name: 'Close the hint' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await isReady(page);
  await expect(hint).toHaveCount(0);
});

test('test accounts see their flags, each to be put away, and what is only for tests', async ({ seat, sidetone }) => {
  const { page, who } = await seat(jonas, { microphone });
  const ofAccount = `(select account_id from users where email = $1)`;
  const strip = page.getByRole('region', { name: 'Test account' });
  const putsAway = (flag: string) => strip.getByRole('button', { name: `Hide ${flag}` });
  const [before] = await sidetone.query<{ flags: object }>(`select flags from accounts where id = ${ofAccount}`, [
    who.email,
  ]);
  const setFlags = (flags: object) =>
    sidetone.query(`update accounts set flags = $2 where id = ${ofAccount}`, [who.email, JSON.stringify(flags)]);
  await setFlags({ ...before?.flags, isTestAccount: true, hasWebhook: true, hasCustomWords: true });
  try {
    await test.step('six badges are shown, and the rest when asked for', async () => {
      const badges = strip.getByRole('button', { name: /^Hide has\w+$/ });
      const all = Object.values(before?.flags ?? {}).filter((isOn) => isOn).length + 2;
      await expect(badges).toHaveCount(6);
      await strip.getByRole('button', { name: `${all - 6} more` }).click();
      await expect(badges).toHaveCount(all);
    });
    await setFlags({ hasNeoPbx: true, isTestAccount: true, hasWebhook: true, hasCustomWords: true });

    await test.step('a badge that was put away stays away, others stay', async () => {
      await expect(strip).toBeVisible();
      await expect(putsAway('hasNeoPbx')).toBeVisible();
      await putsAway('hasNeoPbx').click();
      await expect(putsAway('hasNeoPbx')).toHaveCount(0);
      await page.reload();
      await expect(putsAway('hasCustomWords')).toBeVisible();
      await expect(putsAway('hasNeoPbx')).toHaveCount(0);
      await expectsNoViolation(page, 'test account');
    });

    const chooses = async (name: string) => {
      await opensMenu(page);
      await page.getByRole('menuitem', { name: 'Only for tests' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };

    await test.step('a question: Cancel has the focus, Escape says no, and what was settled is not asked again', async () => {
      const question = page.getByRole('dialog', { name: 'Do nothing at all?' });
      await chooses('Ask a question');
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await expect(page).toHaveURL(/\/main\/channels\/private$/);
      await question.getByRole('checkbox', { name: 'Do not ask again' }).check();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await chooses('Ask a question');
      await expect(question.getByRole('checkbox', { name: 'Do not ask again' })).not.toBeChecked();
      await expectsNoViolation(page, 'question');
      await question.getByRole('checkbox', { name: 'Do not ask again' }).check();
      await question.getByRole('button', { name: 'Do nothing' }).click();
      await expect(message(page, 'Do nothing')).toBeVisible();
      await expect(question).toBeHidden();
      await expect(message(page, 'Do nothing')).toHaveCount(0);
      await chooses('Ask a question');
      await expect(message(page, 'Do nothing')).toBeVisible();
      await expect(question).toHaveCount(0);
    });

    await test.step('messages are 24 px from the top and from the right', async () => {
      await page.reload();
      await isReady(page);
      await chooses('Show a toast');
      const shown = message(page, 'Show a toast');
      await expect(shown).toBeVisible();
      await expect
        .poll(() =>
          messages(page).evaluate((region) => {
            const { top, right } = region.getBoundingClientRect();
            return [top, innerWidth - right];
          }),
        )
        .toEqual([24, 24]);
    });

    await test.step('an error is said immediately by screen readers, once and also behind a dialog, and they can close it', async () => {
      const spoken = async () => (await alertsFor(page)).filter((each) => each.includes('StaticText Show an error'));
      await chooses('Show an error');
      await expect.poll(async () => (await spoken()).flat()).toContain('button Close');
      await opensMenu(page);
      await page.getByRole('menuitem', { name: /^What is new/ }).click();
      const news = page.getByRole('dialog', { name: 'What is new' });
      await expect(news).toBeVisible();
      expect(await spoken()).toHaveLength(1);
      await news.getByRole('button', { name: 'Close' }).first().click();
      await expect(news).toBeHidden();
    });

    await test.step('where the window fails to draw it says so, keeps the log and starts again', async () => {
      await page.evaluate(() => localStorage.setItem('sidetone.debug', 'yes'));
      await chooses('Trigger a render error');
      const failed = page.getByRole('alert').filter({ hasText: 'Something went wrong.' });
      await expect(failed).toContainText('Try again later.');
      await expect(failed).toContainText('This was asked for in the menu.');
      await expect(failed.locator('pre')).toContainText(/at /);
      const download = page.waitForEvent('download');
      await failed.getByRole('button', { name: 'Export log' }).click();
      const log = await (await download).createReadStream();
      let text = '';
      for await (const piece of log) text += String(piece);
      expect(text).toContain('could not be drawn');
      await page.evaluate(() => localStorage.removeItem('sidetone.debug'));
      await failed.getByRole('button', { name: 'Reload app' }).click();
      await expect(menuButton(page)).toBeVisible();
      await expect(failed).toHaveCount(0);
    });
  } finally {
    await setFlags(before?.flags ?? {});
  }
  await expect(menuButton(page)).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test('menus of the pointer begin 16 px above it, and panels over a page say five times how to get back', async ({
  seat,
}) => {
  const colleague = await seat(jonas, { microphone, size: { width: 900, height: 800 } });
  const { page } = colleague;
  await colleague.showsAllCalls();
  const row = colleague.inbox.locator('[data-call]').first();
  await expect(row).toBeVisible();
  const box = await row.boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 20 };
  await page.mouse.click(at.x, at.y, { button: 'right' });
  const opened = page.getByRole('menu');
  await expect(opened).toBeVisible();
  await expect.poll(async () => Math.round((await opened.boundingBox())?.y ?? 0)).toBe(Math.round(at.y - 16));
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();

  const panel = page.getByRole('dialog', { name: 'Call details' });
  const note = panel.getByText('Press Esc or click beside it to return to the list.');
  await remembers(page, { panelHintsShown: 4 });
  await colleague.showsAllCalls();
  await row.click();
  await expect(panel).toBeVisible();
  await expect(note).toBeVisible();
  expect(await remembered(page, 'panelHintsShown')).toBe(5);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await row.click();
  await expect(panel).toBeVisible();
  await expect(note).toHaveCount(0);
});
