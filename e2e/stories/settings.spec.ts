import type { Page } from '@playwright/test';
import { dialog, flagOf, heading, opens, opensInPlace, saves, section, toggle } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
const [mara, jonas, priya, tom, lene] = [0, 1, 2, 3, 4] as const;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('every part has its address, and what is hidden or unknown leads where it should', async ({ seat, sidetone }) => {
  test.setTimeout(300_000);
  const { page, who } = await seat(priya, { microphone });

  await test.step('the list at the left is that of the newer generation', async () => {
    await opens(page, 'integrations');
    await expect(section(page, 'Labs')).toBeVisible();
    const listed =
      'Integrations, AI features, Audio, Blocked callers, Labs, Extensions, Advanced, Profile, Call forwarding, Emails, Preferences';
    await expect(dialog(page).getByRole('navigation').getByRole('button')).toHaveText(listed.split(', '));
  });

  await test.step('each is shown at its own address, and at the address of the page that is under it', async () => {
    for (const name of ['Audio', 'Labs', 'Extensions', 'Advanced', 'Profile', 'Preferences']) {
      await section(page, name).click();
      await expect(heading(page, name)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/main/channels/private/dialogs/settings/${name.toLowerCase()}$`));
      await expect(section(page, name)).toHaveAttribute('aria-current', 'page');
    }
    await section(page, 'Extensions').click();
    await expect(dialog(page).getByRole('region', { name: 'App extension' }).getByRole('status')).toHaveText(
      'Connected',
    );
    await expect(dialog(page).getByRole('link', { name: 'Add device' })).toHaveCount(0);
    await page.goto('/main/contacts/dialogs/settings/labs');
    await expect(heading(page, 'Labs')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/main\/contacts$/);
  });

  await test.step('astray', async () => {
    for (const path of ['nothing', 'phone', 'phone/17', 'conference-rooms', 'preferences/nothing', '']) {
      await opens(page, path);
      await expect(heading(page, 'Integrations')).toBeVisible();
      await expect(page).toHaveURL(/\/dialogs\/settings\/integrations$/);
    }
    for (const path of ['labs/hasWebhook', 'labs/nothing']) {
      await opens(page, path);
      await expect(heading(page, 'Labs')).toBeVisible();
      await expect(page).toHaveURL(/\/dialogs\/settings\/labs$/);
    }
  });

  await test.step('AI features need a grant, and without it lead to the private channel', async () => {
    const grants = (to: string) => sidetone.query('update users set grants = $1 where email = $2', [to, who.email]);
    await grants('{CONTACT_READ,CONTACT_WRITE}');
    await expect(section(page, 'AI features')).toBeHidden();
    await page.goto('/main/contacts/dialogs/settings/ai-features/hasCustomWords');
    await expect(page).toHaveURL(/\/main\/channels\/private$/);
    await grants('{CONTACT_READ,CONTACT_WRITE,CALL_BOOSTS}');
  });
});

test('a dialog lies over any page, takes the focus and gives it back, and Back leads out of it', async ({
  seat,
  sitDown,
}) => {
  test.setTimeout(300_000);
  const { page } = await seat(mara, { microphone, at: '/main/contacts' });
  const menu = page.getByRole('button', { name: /^Your menu/ });
  const isInDialog = () =>
    dialog(page).evaluate((shown) => shown.contains(document.activeElement) && document.activeElement !== shown);

  await test.step('from the menu and back to it, by keys alone', async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: /^Settings/ });
    await expect(item).toBeVisible();
    await item.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('searchbox')).toBeFocused();
    await expect(page).toHaveURL(/\/main\/contacts\/dialogs\/settings\/integrations$/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/main\/contacts$/);
    await expect(menu).toBeFocused();
  });

  await test.step('the focus goes round in it, and returns where its key was pressed', async () => {
    const link = page.getByRole('link', { name: /^Contacts/ });
    await link.focus();
    await page.keyboard.press('Control+,');
    await expect(dialog(page).getByRole('searchbox')).toBeFocused();
    await section(page, 'Profile').focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Profile')).toBeFocused();
    await expect(dialog(page).getByRole('list', { name: 'Signed in' })).toBeVisible();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 24; step += 1) {
        await page.keyboard.press(key);
        await expect.poll(isInDialog, `${key} ${step}`).toBe(true);
      }
    }
    await page.keyboard.press('Control+,');
    await expect(dialog(page)).toBeHidden();
    await expect(link).toBeFocused();
  });

  await test.step('Back leads to the page, and Forward to the part that was looked at', async () => {
    await page.keyboard.press('Control+,');
    await section(page, 'Extensions').click();
    // Only administrators may go where devices are added, unless the operator has a page for it.
    await expect(dialog(page).getByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/admin/phones');
    await section(page, 'Labs').click();
    await expect(heading(page, 'Labs')).toBeFocused();
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/main\/contacts$/);
    await page.goForward();
    await expect(heading(page, 'Labs')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Labs')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close settings' }).click();
    await expect(page).toHaveURL(/\/main\/contacts$/);
  });

  await test.step('whatever page is named under it', async () => {
    for (const [under, shown] of [
      ['/admin/users', '/admin/users'],
      ['/admin', '/admin/users'],
      ['', '/main/channels/private'],
      ['/main', '/main/channels/private'],
      ['/main/nothing', '/main/channels/private'],
      ['/nothing', '/main/channels/private'],
      ['/main/contacts/create', '/main/contacts/create'],
      ['/main/channels/private/number/%2B493012345678', '/main/channels/private/number/%2B493012345678'],
    ] as const) {
      await page.goto(`${under}/dialogs/settings/labs`);
      await expect(heading(page, 'Labs')).toBeFocused();
      await expect(page).toHaveURL(`${shown}/dialogs/settings/labs`);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      await expect(page).toHaveURL(shown);
    }
    await page.goto('/main/call-events/nothing/dialogs/settings/labs');
    await expect(heading(page, 'Labs')).toBeVisible();
    await expect(page).toHaveURL('/main/channels/private/dialogs/settings/labs?call=nothing');
  });

  await test.step('a dialog that there is none of is taken out of the address', async () => {
    await page.goto('/main/contacts/dialogs/nothing');
    await expect(page).toHaveURL(/\/main\/contacts$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+,');
    await expect(dialog(page)).toBeVisible();
  });

  await test.step('a signed-out user comes to it after the sign-in', async () => {
    const other = await sitDown(tom, { microphone });
    await other.page.goto('/main/contacts/dialogs/settings/labs');
    await expect(other.page).toHaveURL(/\/login/);
    await other.page.getByLabel(/^e-?mail/i).fill(other.who.email);
    await other.page.getByLabel(/^password/i).fill(other.who.password);
    await other.page.getByRole('button', { name: /^sign in/i }).click();
    await expect(heading(other.page, 'Labs')).toBeVisible({ timeout: 20_000 });
    await expect(other.page).toHaveURL('/main/contacts/dialogs/settings/labs');
  });
});

test('looks and language change immediately, stay, and cost no call', async ({ seat, sitDown }) => {
  test.setTimeout(300_000);
  const anna = await seat(mara, { microphone });
  const ben = await seat(jonas, { microphone: tone(1000) });
  const { page } = anna;
  const root = page.locator('html');

  await anna.calls(ben.who.name);
  await ben.accepts();
  await anna.expectsToHear(1000, 440);

  await test.step('dark, light and as the system', async () => {
    await opensInPlace(page, 'Preferences');
    await expect(dialog(page).getByRole('radio', { name: 'System' })).toBeChecked();
    await dialog(page).getByRole('radio', { name: 'Dark' }).check();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expectsNoViolation(page, 'preferences in the dark');
    await dialog(page).getByRole('radio', { name: 'Light' }).check();
    await expect(root).toHaveAttribute('data-theme', 'light');
    await dialog(page).getByRole('radio', { name: 'System' }).check();
    await expect(root).not.toHaveAttribute('data-theme');
    await dialog(page).getByRole('radio', { name: 'Dark' }).check();
  });

  await test.step('German, and nobody was cut off', async () => {
    const language = dialog(page).getByRole('combobox', { name: 'Language' });
    await saves(page, '/users/me', () => language.selectOption('Deutsch'));
    await expect(heading(page, 'Allgemein')).toBeVisible();
    await expect(root).toHaveAttribute('lang', 'de');
    await anna.expectsToHear(1000, 440);
    await ben.expectsToHear(440, 1000);
    await page.keyboard.press('Escape');
    await anna.hangsUp();
  });

  await test.step('another browser of the same person speaks it as well', async () => {
    const other = await sitDown(mara, { microphone });
    await other.signsIn();
    await other.phoneIsReady();
    await expect(other.page.getByText('Erreichbar').first()).toBeVisible();
    await other.leaves();
  });

  await test.step('only the two languages are taken', async () => {
    const refused = await page.evaluate(async () => {
      const stored = Object.entries(localStorage).find(([key]) => key.startsWith('sidetone.user:'))?.[1] ?? '{}';
      const { access_token } = JSON.parse(stored) as { access_token: string };
      const reply = await fetch('/api/users/me', {
        method: 'PATCH',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ locale: 'fr' }),
      });
      return reply.status;
    });
    expect(refused).toBe(400);
  });

  await test.step('it is dark after a reload', async () => {
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'dark');
  });
});

test('preferences of a browser: count, notifications, and the lines at the foot', async ({ seat }) => {
  test.setTimeout(300_000);
  // Only the whole of Chromium shows notifications.
  const { page } = await seat(tom, { microphone, ownBrowser: 'whole' });
  await opens(page, 'preferences');

  await test.step('nothing starts a browser, and phones of the classic generation are not there', async () => {
    await expect(toggle(page, 'Badge on the app icon and tab')).toBeChecked();
    await expect(dialog(page).getByRole('switch')).toHaveCount(1);
  });

  await test.step('the count leaves the title and comes back', async () => {
    await expect(page).toHaveTitle(/^\(/);
    await toggle(page, 'Badge on the app icon and tab').uncheck();
    await expect(page).not.toHaveTitle(/^\(/);
    await page.reload();
    await expect(toggle(page, 'Badge on the app icon and tab')).not.toBeChecked();
    await toggle(page, 'Badge on the app icon and tab').check();
    await expect(page).toHaveTitle(/^\(/);
  });

  await test.step('notifications are allowed where the browser allows them', async () => {
    await page.context().grantPermissions(['notifications']);
    await page.reload();
    await expect(dialog(page).getByText('Notifications are allowed.')).toBeVisible();
  });

  await test.step('version, copyright and terms', async () => {
    const foot = dialog(page).getByRole('contentinfo').or(dialog(page).locator('footer'));
    await expect(foot.first()).toContainText(/Sidetone \d+\.\d+\.\d+/);
    await expect(foot.first()).toContainText('©');
    const opened = page.context().waitForEvent('page');
    await dialog(page).getByRole('link', { name: 'Privacy' }).click();
    const help = await opened;
    await expect(help.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(help.getByRole('heading', { level: 2, name: 'Privacy' })).toBeFocused();
    await expect(help.getByRole('heading', { level: 2, name: 'Terms of use' })).toBeVisible();
    await expectsNoViolation(help, 'help');
    await help.close();
  });
});

test('the profile: name and email, the password, and sign-ins', async ({ seat, sitDown, sidetone }) => {
  test.setTimeout(300_000);
  const anna = await seat(lene, { microphone });
  const { page, who } = anna;
  const chosen = 'a long way to the harbour';
  const place = (from: Page) => dialog(from).getByRole('list', { name: 'Signed in' }).getByRole('listitem');

  await test.step('facts', async () => {
    await opens(page, 'profile');
    await expect(dialog(page)).toContainText(who.email);
    for (const name of ['Customer number', 'Company', 'Account type', 'Plan', 'Extension']) {
      await expect(dialog(page).getByText(name, { exact: true })).toBeVisible();
    }
    await expect(dialog(page).getByText('15', { exact: true })).toBeVisible();
    await expectsNoViolation(page, 'profile');
  });

  await test.step('ids and flags are for test accounts', async () => {
    await flagOf(sidetone, anna, 'isTestAccount', true);
    const debug = dialog(page).locator('dl[aria-label="Debug"]');
    await expect(debug).toContainText('isTestAccount');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog(page).getByRole('button', { name: 'Copy all' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Version: ');
    await flagOf(sidetone, anna, 'isTestAccount', false);
    await expect(debug).toBeHidden();
  });

  const other = await sitDown(lene, { microphone });
  await other.signsIn();
  await other.phoneIsReady();

  await test.step('the other browser is listed, and is sent to the door', async () => {
    await page.reload();
    await expect(place(page)).toHaveCount(2);
    await expect(place(page).filter({ hasText: 'This device' })).toHaveCount(1);
    await expect(place(page).first()).toContainText('Chrome on Linux');
    await expect(place(page).first()).toContainText('127.0.0.1');
    await dialog(page).getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
    await expect(place(page)).toHaveCount(1);
    await expect(other.page).toHaveURL(/\/login/, { timeout: 30_000 });
    // Its cookie of the identity provider does not let it in again: the form for the password is there.
    await expect(other.page.getByLabel(/^password/i)).toBeVisible();
  });

  await test.step('the password is changed by who knows it', async () => {
    await dialog(page).getByRole('button', { name: 'Change password' }).click();
    const [current, next] = [dialog(page).getByLabel('Current password'), dialog(page).getByLabel('New password')];
    const change = dialog(page).getByRole('button', { name: 'Change password' });
    await expect(current).toBeFocused();
    // Escape leaves the form, not the settings.
    await page.keyboard.press('Escape');
    await expect(current).toBeHidden();
    await expect(change).toBeFocused();
    await change.press('Enter');
    await expect(current).toBeFocused();
    await change.click();
    await expect(dialog(page).getByText('Enter your current password.')).toBeVisible();
    await current.fill('not this one');
    await next.fill('short');
    await change.click();
    await expect(next).toBeFocused();
    await next.fill(chosen);
    await change.click();
    await expect(dialog(page).getByText('This is not your current password.')).toBeVisible();
    await expect(current).toBeFocused();
    await current.fill(who.password);
    await next.fill(who.password);
    await change.click();
    await expect(dialog(page).getByText('Choose a password that differs from your current one.')).toBeVisible();
    await next.fill(chosen);
    await change.click();
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect(current).toBeHidden();
    await expect(change).toBeFocused();
  });

  await test.step('from now on the new one works, and this browser went on', async () => {
    await other.page.getByLabel(/^e-?mail/i).fill(who.email);
    await other.page.getByLabel(/^password/i).fill(who.password);
    await other.page.getByRole('button', { name: /^sign in/i }).click();
    await expect(other.page.getByText('Email or password is wrong.')).toBeVisible();
    await other.page.getByLabel(/^password/i).fill(chosen);
    await other.page.getByRole('button', { name: /^sign in/i }).click();
    await other.phoneIsReady();
    // The settings hide what lies under them, the person's menu with it.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await anna.phoneIsReady();
  });

  await test.step('signed out everywhere, after a question', async () => {
    await opens(page, 'profile');
    await expect(place(page)).toHaveCount(2);
    await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await expect(question).toContainText('including this one');
    await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog(page)).toBeVisible();
    await expect(place(page)).toHaveCount(2);
    await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/login/, { timeout: 30_000 });
    await expect(other.page).toHaveURL(/\/login/, { timeout: 30_000 });
  });

  await test.step('all of it is in the audit log', async () => {
    const rows = await sidetone.query<{ action: string }>(
      `select action from audit_log where target = (select id from users where email = $1)
        and action in ('signIn.ended', 'user.passwordChanged', 'signIn.allEnded') order by id`,
      [who.email],
    );
    expect(rows.map(({ action }) => action)).toEqual(['signIn.ended', 'user.passwordChanged', 'signIn.allEnded']);
  });
});
