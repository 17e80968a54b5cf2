import { message, messages } from '../people/messages.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// As most people see the app: what moves may be in the way of a key.
test.use({ desks: { seesMotion: true } });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a day at work without a mouse: sign in, call, mute, hold, hang up, resolve, undo', async ({
  sitDown,
  seat,
  sidetone,
}) => {
  const ben = await seat(1, { microphone: tone(1000) });
  const anna = await sitDown(0, { microphone: tone(440) });
  const { page } = anna;
  const keys = page.keyboard;
  /** Goes on with Tab until the element with this role and name has the focus, however many calls the list has. */
  const tabsTo = async (role: 'button' | 'tab' | 'listitem' | 'textbox', name: RegExp, atMost = 40) => {
    const wanted = page.getByRole(role, { name }).first();
    await wanted.waitFor();
    for (let stops = 0; stops <= atMost; stops += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await keys.press('Tab');
    }
    throw new Error(`Tab never reaches ${role} ${name}`);
  };

  await test.step('sign in', async () => {
    await page.goto('/');
    await tabsTo('textbox', /^Email/);
    await keys.type(anna.who.email);
    await keys.press('Tab');
    await keys.type(anna.who.password);
    await keys.press('Enter');
    await anna.phoneIsReady();
  });

  await test.step('find a colleague and call', async () => {
    await keys.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await keys.type(ben.who.name.slice(0, 5));
    await expect(page.getByRole('option', { name: new RegExp(ben.who.name) })).toHaveAttribute('aria-selected', 'true');
    await keys.press('Enter');
    await expect(anna.dock).toContainText(ben.who.name);
    await ben.dock.getByRole('button', { name: /^Accept/ }).waitFor();
    await ben.page.keyboard.press('a');
    await anna.expectsToHear(1000, 440);
  });

  await test.step('mute and unmute', async () => {
    await keys.press('Control+Alt+Shift+KeyM');
    await expect(anna.dock.getByRole('button', { name: /^Muted/ })).toHaveAttribute('aria-pressed', 'true');
    await ben.expectsSilence(440, 1000);
    await keys.press('Control+Alt+Shift+KeyM');
    await ben.expectsToHear(440, 1000);
  });

  await test.step('hold and take back', async () => {
    await keys.press('Control+Alt+Shift+KeyH');
    await anna.dock.getByRole('button', { name: /^Resume/ }).waitFor();
    await anna.expectsSilence(440, 1000);
    await keys.press('Control+Alt+Shift+KeyH');
    await anna.expectsToHear(1000, 440);
  });

  await test.step('the same by Tab and Space', async () => {
    await tabsTo('button', /^Mute$/);
    await keys.press('Space');
    await expect(anna.dock.getByRole('button', { name: /^Muted/ })).toBeFocused();
    await keys.press('Space');
    await expect(anna.dock.getByRole('button', { name: /^Mute$/ })).toBeFocused();
  });

  await test.step('hang up', async () => {
    await keys.press('Control+Alt+Shift+KeyD');
    await expect(anna.dock).toBeHidden();
    await expect(ben.dock).toBeHidden();
  });

  await test.step('a missed call is resolved and that is undone', async () => {
    await ben.page.keyboard.press('Control+k');
    await expect(ben.page.getByRole('combobox')).toBeFocused();
    await ben.page.keyboard.type(anna.who.name.slice(0, 5));
    const found = ben.page.getByRole('option', { name: new RegExp(anna.who.name) });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await ben.page.keyboard.press('Enter');
    await anna.dock.getByRole('button', { name: /^Decline/ }).waitFor();
    await ben.page.keyboard.press('Control+Alt+Shift+KeyD');
    // Calls of other stories may stand below it, so this one is followed by its id.
    const newest = anna.inbox.getByRole('listitem', { name: new RegExp(`^Missed, ${ben.who.name}`) }).first();
    const [event] = await sidetone.query<{ id: string }>(
      `select e.id from inbox_events e join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
        where u.email = $1 order by e.started_at desc limit 1`,
      [anna.who.email],
    );
    await expect(newest).toHaveAttribute('data-call', event?.id ?? '');
    const missed = page.locator(`[data-call="${event?.id}"]`);
    const isUnresolved = async () => {
      const rows = await sidetone.query<{ unresolved: boolean }>(
        "select unresolved from inbox_events where id = $1 and direction = 'INCOMING'",
        [event?.id],
      );
      return rows[0]?.unresolved;
    };
    await tabsTo('tab', /^Unresolved/);
    await tabsTo('listitem', /./);
    if ((await missed.getAttribute('aria-current')) === null) await keys.press('Home');
    await expect(missed).toHaveAttribute('aria-current', 'true');
    await keys.press('e');
    await expect(missed).toBeHidden();
    // Past the buttons of the row that has the focus now. The message stays for as long as it has it.
    await tabsTo('button', /^Undo/, 6);
    await expect.poll(isUnresolved, { timeout: 30_000 }).toBe(false);
    await keys.press('Enter');
    await missed.waitFor();
    await expect.poll(isUnresolved, { timeout: 30_000 }).toBe(true);
  });
});

test('channels have keys, and what lies over a page or beside it keeps its keys for itself', async ({ seat }) => {
  const { page } = await seat(0, { microphone: tone(440) });
  const keys = page.keyboard;
  const channels = page.getByRole('navigation').locator('a[href^="/main/channels/"]');
  const shared = channels.nth(1);

  await test.step('the first nine channels, in their order', async () => {
    await expect(shared).toBeVisible();
    await keys.press('Control+Alt+Digit2');
    await expect(shared).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/\/main\/channels\/(?!private)/);
    await keys.press('Control+Alt+Digit1');
    await expect(channels.first()).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/\/main\/channels\/private$/);
  });

  await test.step('while the modifier is held, each tells its key', async () => {
    await keys.down('Control');
    await expect(channels.first()).toContainText('Ctrl+Alt+1');
    await expect(shared).toContainText('Ctrl+Alt+2');
    await keys.up('Control');
    await expect(shared).not.toContainText('Ctrl+Alt+2');
  });

  const all = page.getByRole('tab', { name: /^All/ });
  const selected = page.locator('[data-call][aria-current=true]');
  const search = page.getByRole('combobox');

  await test.step('no key of the list works under a dialog, also where its focus was lost', async () => {
    await all.click();
    await expect(page.locator('[data-call]').first()).toBeVisible();
    await keys.press('Control+k');
    await expect(search).toBeFocused();
    await search.evaluate((field) => field.blur());
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await keys.press('Escape');
    await expect(search).toBeHidden();
    await expect(page).toHaveURL(/\/main\/channels\/private$/);
    await expect(selected).toHaveCount(0);
    await all.focus();
    await keys.press('ArrowDown');
    await expect(selected).toHaveCount(1);
  });

  await test.step('a message beside the page leaves it its keys; Escape in it closes it alone', async () => {
    await keys.press('e');
    const said = message(page, /calls? resolved|Call reopened/);
    // Under the pointer it stays.
    await said.hover();
    await keys.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Call details' });
    await expect(panel).toBeVisible();
    await keys.press('Escape');
    await expect(panel).toBeHidden();
    await keys.press('Control+k');
    await expect(search).toBeFocused();
    await said.click();
    await expect(messages(page).locator('[data-message]')).toBeFocused();
    await keys.press('Escape');
    await expect(said).toBeHidden();
    await expect(search).toBeVisible();
    await keys.press('Escape');
    await expect(search).toBeHidden();
  });
});

test('a form about a contact that an address shows below a dialog has the focus once that closes', async ({ seat }) => {
  const { page } = await seat(0, { microphone: tone(440) });
  await page.goto('/main/contacts/create/dialogs/omnibar');
  await expect(page.getByRole('combobox')).toBeFocused();
  const firstName = page.getByRole('textbox', { name: /^first name/i, includeHidden: true });
  await expect(firstName).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(firstName).toBeFocused();
});

test('Escape and Ctrl+K in the same moment close a call and open the search, which stays', async ({ seat }) => {
  const { page, inbox } = await seat(0, { microphone: tone(440), listens: false });
  await page.getByRole('tab', { name: /^All/ }).click();
  await inbox.locator('[data-call]').nth(1).click();
  const call = page.locator('[aria-label="Call details"]');
  await expect(call).toBeVisible();
  await expect(page).toHaveURL(/call=/);
  // The browser takes a step back a moment later: both keys are there before it.
  await page.evaluate(() => {
    const press = (key: string, code: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true }),
      );
    press('Escape', 'Escape');
    press('k', 'KeyK', true);
  });
  await expect(page.getByRole('combobox')).toBeFocused();
  await expect(call).toHaveCount(0);
  await expect(page).toHaveURL(/\/dialogs\/omnibar/);
  await expect(page).not.toHaveURL(/call=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page).toHaveURL(/\/main\/channels\/[^/]+$/);
});
