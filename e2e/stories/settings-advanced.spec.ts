import { inDesktopProgram } from '../people/desktop-program.ts';
import { message } from '../people/messages.ts';
import { dialog, flagOf, opens, saves, section, toggle } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
const [mara, jonas, samuel, classicMember] = [0, 1, 5, 6] as const;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('advanced: history with the person, keys, caller ID of clicked numbers, extensions', async ({ seat }) => {
  test.setTimeout(300_000);
  const anna = await seat(samuel, { microphone });
  const ben = await seat(jonas, { microphone: tone(1000) });
  const { page } = anna;
  await opens(page, 'advanced');
  const incoming = dialog(page).getByRole('group', { name: 'Incoming calls' });
  const outgoing = dialog(page).getByRole('group', { name: 'Outgoing calls' });

  await test.step('no call opens anything where nobody asked for it', async () => {
    await expect(incoming.getByRole('switch')).toHaveCount(2);
    await expect(outgoing.getByRole('switch')).toHaveCount(1);
    for (const each of [...(await incoming.getByRole('switch').all()), outgoing.getByRole('switch')]) {
      await expect(each).not.toBeChecked();
    }
    // In the browser no key reaches the app while another program is in front.
    await expect(toggle(page, /^Global shortcut/)).toBeHidden();
    await expectsNoViolation(page, 'advanced');
  });

  await test.step('outgoing', async () => {
    await outgoing.getByRole('switch', { name: 'Open the conversation history' }).check();
    await page.keyboard.press('Escape');
    await anna.calls(ben.who.name);
    await expect(page).toHaveURL(/\/main\/channels\/private\/contact\/w/);
    // While a phone rings its search does not open. Before it has rung, nothing says that this is over.
    await expect(ben.dock).toBeVisible();
    await anna.hangsUp();
    await expect(ben.dock).toBeHidden({ timeout: 10_000 });
  });

  await test.step('incoming; who has a dialog open is left alone until they answer', async () => {
    await opens(page, 'advanced');
    await incoming.getByRole('switch', { name: 'Open the conversation history' }).check();
    await ben.calls(anna.who.name);
    await expect(anna.dock.getByRole('button', { name: /^Accept/ })).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    await expect(page).toHaveURL(/\/dialogs\/settings\/advanced$/);
    await anna.accepts();
    await expect(page).toHaveURL(/\/main\/channels\/private\/contact\/w[^/]+$/);
    await anna.hangsUp();
    await expect(anna.dock).toBeHidden({ timeout: 10_000 });
  });

  await test.step('keys rest while they are switched off', async () => {
    await opens(page, 'advanced');
    await toggle(page, 'Keyboard shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.locator('kbd').first()).toBeHidden();
    await anna.showsAllCalls();
    await anna.callWith(ben.who.name, /Incoming/).click();
    const resolve = page
      .getByRole('complementary', { name: 'Call details' })
      .getByRole('button', { name: /^(Resolve|Reopen)/ });
    await expect(resolve).toBeVisible();
    const orders: string[] = [];
    page.on('request', (request) => {
      if (/\/inbox\/[^/]+\/resolved$/.test(request.url())) orders.push(request.method());
    });
    // The letter does nothing; Enter on the button goes on working.
    await resolve.focus();
    await page.keyboard.press('e');
    await page.keyboard.press('Enter');
    await expect(message(page, /^Call (resolved|reopened)$/)).toBeVisible();
    expect(orders).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(resolve).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: /^Settings/ }).click();
    await expect(dialog(page)).toBeVisible();
    await expect(page.getByRole('combobox', { name: /name or number/i })).toBeHidden();
    await section(page, 'Advanced').click();
    await toggle(page, 'Keyboard shortcuts').check();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press('Control+,');
    await expect(dialog(page)).toBeVisible();
  });

  await test.step('the caller ID for clicked numbers is kept, used, and cleared', async () => {
    await opens(page, 'advanced');
    const sender = dialog(page).getByRole('group', { name: 'Caller ID for click-to-dial' });
    await expect(sender.getByRole('radio', { name: 'No preference' })).toBeChecked();
    await sender.getByRole('radio', { name: 'Always this one' }).check();
    await sender.getByRole('combobox', { name: 'Caller ID' }).selectOption({ index: 1 });
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sidetone.click2dial.')).length);
    expect(await stored()).toBe(1);
    await page.goto('/?dial=%2B493012345678');
    await expect(page.getByRole('checkbox', { name: 'Use this number for click-to-dial' })).toBeChecked();
    await opens(page, 'advanced');
    await expect(sender.getByRole('radio', { name: 'Always this one' })).toBeChecked();
    await sender.getByRole('radio', { name: 'No preference' }).check();
    await expect(sender.getByRole('combobox')).toBeHidden();
    expect(await stored()).toBe(0);
  });

  await test.step('three browsers, this one marked', async () => {
    const browsers = dialog(page).getByRole('list', { name: 'Call numbers from the browser' }).getByRole('listitem');
    await expect(browsers).toHaveCount(3);
    await expect(browsers.filter({ hasText: 'This browser' })).toHaveText(/Chrome/);
    for (const browser of ['Chrome', 'Firefox', 'Edge']) {
      const link = browsers.filter({ hasText: browser }).getByRole('link');
      await expect(link).toHaveAttribute('target', '_blank');
      // Nobody named an extension here: that is said, and nothing offers to add one.
      await expect(link).toHaveText('How it works');
      await expect(browsers.filter({ hasText: browser })).toContainText('not provided an extension yet');
    }
    await expect(dialog(page).getByRole('link', { name: 'Questions and answers' })).toHaveAttribute(
      'href',
      '/help#click-to-dial',
    );
  });
});

test('labs: people switch experiments for themselves alone', async ({ seat, sidetone }) => {
  test.setTimeout(300_000);
  const anna = await seat(mara, { microphone });
  const { page } = anna;
  await everybodyReads(sidetone, 'en');
  await opens(page, 'labs');
  const topics = toggle(page, /^Topics/);

  await test.step('flows are built elsewhere', async () => {
    await expect(dialog(page).getByText('Build your own flows on top of calls.')).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: /^Open API documentation/ })).toHaveAttribute(
      'href',
      '/api/docs',
    );
    await expectsNoViolation(page, 'labs');
  });

  await test.step('switches apply to this user', async () => {
    await expect(topics).toBeChecked();
    await saves(page, '/users/me/flags', () => topics.uncheck());
    await page.reload();
    await expect(topics).not.toBeChecked();
    const other = await seat(jonas, { microphone });
    await opens(other.page, 'labs');
    await expect(toggle(other.page, /^(Topics|Themen)/)).toBeChecked();
  });

  await test.step('a change that the server refuses is taken back and reported to nobody', async () => {
    await page.route('**/api/users/me/flags', (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }));
    const logged = page.waitForEvent('console', (message) => message.text().includes('an experiment was not switched'));
    await topics.click();
    await logged;
    await expect(topics).not.toBeChecked();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute('**/api/users/me/flags');
    await saves(page, '/users/me/flags', () => topics.check());
  });

  await test.step('without AI there is nothing to try', async () => {
    await flagOf(sidetone, anna, 'hasAiDisabled', true);
    await expect(dialog(page).getByText('Nothing to try right now')).toBeVisible();
    await flagOf(sidetone, anna, 'hasAiDisabled', false);
    await expect(topics).toBeVisible();
  });
});

test('the desktop program starts with the computer, and has a shortcut of its own', async ({ sitDown }) => {
  test.setTimeout(300_000);
  const anna = await sitDown(classicMember, { microphone });
  const { page, who } = anna;
  const { turned, orders, signsInBeside } = await inDesktopProgram(anna);
  await page.goto('/login');
  await page.getByRole('button', { name: /^sign in/i }).click();
  await signsInBeside();
  await expect(page.getByRole('button', { name: new RegExp(who.name) }).first()).toBeVisible({ timeout: 20_000 });

  await test.step('minimised only where it starts by itself', async () => {
    await opens(page, 'preferences');
    await expect(toggle(page, /^Start when I sign in/)).not.toBeChecked();
    await expect(toggle(page, 'Start minimised')).toBeDisabled();
    await toggle(page, /^Start when I sign in/).check();
    await expect(toggle(page, 'Start minimised')).toBeEnabled();
    await toggle(page, 'Start minimised').check();
    await expect.poll(() => turned.get('startMinimized')).toBe(true);
    await toggle(page, /^Start when I sign in/).uncheck();
    await expect(toggle(page, 'Start minimised')).toBeDisabled();
    await expect(toggle(page, 'Start minimised')).not.toBeChecked();
  });

  await test.step('theme and language reach the program', async () => {
    await dialog(page).getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(() => orders.filter(({ name }) => name === 'setTheme').at(-1)?.asked).toEqual({ theme: 'dark' });
  });

  await test.step('on the desktop alone, phones of the classic generation may follow the app', async () => {
    const offline = toggle(page, 'Take phones offline when I close the app');
    await expect(offline).toBeEnabled();
    await saves(page, '/users/me', () => offline.check());
    await page.reload();
    await expect(offline).toBeChecked();
    const browser = await sitDown(classicMember, { microphone });
    await browser.comesToClassicWork();
    await expect(offline).toBeDisabled();
    await opens(browser.page, 'preferences');
    await expect(toggle(browser.page, 'Take phones offline when I close the app')).toBeDisabled();
    await expect(section(browser.page, 'Phones')).toBeVisible();
    await expect(section(browser.page, 'Extensions')).toBeHidden();
  });

  await test.step('the global shortcut; one that is taken stays off', async () => {
    await section(page, 'Advanced').click();
    const shortcut = toggle(page, /^Global shortcut/);
    await shortcut.check();
    await expect.poll(() => turned.get('globalShortcut')).toBe(true);
    await shortcut.uncheck();
    turned.set('refuses', true);
    await shortcut.click();
    await expect(dialog(page).getByText('Another program already uses this shortcut.')).toBeVisible();
    await expect(shortcut).not.toBeChecked();
  });
});
