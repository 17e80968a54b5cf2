import type { Locator, Page } from '@playwright/test';
import { goesTo } from '../people/going.ts';
import { looksIn } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** The field; pages under it may have choices, which are comboboxes as well. */
const field = (page: Page) => page.locator('input[role=combobox]');
const option = (page: Page, name: RegExp) => page.getByRole('option', { name });
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** What Enter would act on. */
const active = (page: Page) => page.locator('[role=option][aria-selected=true]');

test('it is above every kind of page, by address, by key, and in the history', async ({ seat, sidetone }) => {
  // Ten pages are loaded, most of them twice.
  test.slow();
  const { page, who } = await seat(0, desk);
  const [shared] = await sidetone.query<{ id: string }>(`select id from channels where type = 'acd' limit 1`);
  const [call] = await sidetone.query<{ id: string }>(
    `select e.id from inbox_events e join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
      where u.email = $1 order by e.started_at desc limit 1`,
    [who.email],
  );
  const pages = [
    '/main/channels/private',
    `/main/channels/${shared?.id}`,
    '/main/channels/private/number/%2B493023125410',
    `/main/channels/private?call=${call?.id}`,
    '/main/contacts',
    '/admin/users',
    '/admin/trunks',
  ];
  for (const address of pages) {
    await test.step(address, async () => {
      const [path = '', query = ''] = address.split('?');
      const over = `${path}/dialogs/omnibar${query && `?${query}`}`;
      await page.goto(over);
      await expect(field(page)).toBeFocused();
      expect(page.url()).toBe(`${sidetone.origin}${over}`);
      await page.reload();
      await expect(field(page)).toBeFocused();
      expect(page.url()).toBe(`${sidetone.origin}${over}`);
      await page.keyboard.press('Escape');
      await expect(field(page)).toBeHidden();
      await expect.poll(() => page.url()).toBe(`${sidetone.origin}${address}`);
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      // Calls from here begin at the contacts, and the address says so.
      const byKey = address === '/main/contacts' ? `${over}?callStartingPoint=Contacts` : over;
      await expect.poll(() => page.url()).toBe(`${sidetone.origin}${byKey}`);
      await page.goBack();
      await expect(field(page)).toBeHidden();
      await expect.poll(() => page.url()).toBe(`${sidetone.origin}${address}`);
      await page.goForward();
      await expect(field(page)).toBeFocused();
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeHidden();
      await expect.poll(() => page.url()).toBe(`${sidetone.origin}${address}`);
    });
  }
  for (const [short, long] of [
    ['/dialogs/omnibar', '/main/channels/private/dialogs/omnibar'],
    ['/main/dialogs/omnibar', '/main/channels/private/dialogs/omnibar'],
    ['/admin/dialogs/omnibar', '/admin/users/dialogs/omnibar'],
  ] as const) {
    await page.goto(short);
    await expect(field(page)).toBeFocused();
    await expect.poll(() => pathOf(page)).toBe(long);
  }
});

test('every key does what the foot says', async ({ seat, sidetone }) => {
  const anna = await seat(0, desk);
  const { page } = anna;
  await page.keyboard.press('Control+k');
  // What was dialled last is offered, and Enter means none of it.
  await expect(page.getByRole('group', { name: 'Dialled last' }).getByRole('option').first()).toBeVisible();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(active(page)).toHaveCount(0);

  await test.step('arrows, pages and ends move, and go round', async () => {
    await field(page).fill('s');
    await page.getByRole('group', { name: 'Team' }).waitFor();
    await page.getByRole('group', { name: 'Contacts' }).waitFor();
    const all = page.getByRole('option');
    await expect(active(page)).toHaveCount(1);
    const count = await all.count();
    expect(count).toBeGreaterThan(3);
    await expect(all.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(all.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(all.nth(1)).toHaveAttribute('aria-selected', 'true');
    const id = await all.nth(1).getAttribute('id');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
    await page.keyboard.press('End');
    await expect(all.last()).toHaveAttribute('aria-selected', 'true');
    // The caret is behind the letter: the first press brings it to the front, the second moves on.
    await page.keyboard.press('Home');
    await expect(all.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(all.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('PageDown');
    await expect(all.nth(Math.min(8, count - 1))).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('PageUp');
    await expect(all.first()).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('to the sides, numbers are shown and hidden', async () => {
    await field(page).fill('wolff');
    await option(page, /^Annika Wolff/).waitFor();
    await expect(option(page, /^Mobile/)).toBeVisible();
    await expect(option(page, /^Work/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await expect(option(page, /^Mobile/)).toBeHidden();
    await expect(option(page, /^Annika Wolff/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(option(page, /^Work/)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('Enter on an address for mail opens a letter', async () => {
    await page.evaluate(() => {
      document.addEventListener('click', (event) => {
        const link = event.target instanceof HTMLAnchorElement ? event.target : null;
        if (link?.protocol !== 'mailto:') return;
        event.preventDefault();
        document.documentElement.dataset['letter'] = link.href;
      });
    });
    await page.keyboard.press('ArrowUp');
    await option(page, /^Email/).hover();
    await expect(option(page, /^Email/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-letter', 'mailto:a.wolff@moebelhaus-wolff.example');
  });

  await test.step('Escape empties the field, then closes', async () => {
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
  });

  await test.step('Mod+K closes it as well, whatever it searches for', async () => {
    await page.keyboard.press('Control+k');
    await field(page).fill('wolff');
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeHidden();
    await expect.poll(() => pathOf(page)).toBe('/main/channels/private');
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
  });

  await test.step('Mod+N creates a contact with what was typed', async () => {
    await field(page).fill('  Ronja Brodersen ');
    await page.keyboard.press('Control+Alt+KeyN');
    await expect(field(page)).toBeHidden();
    await expect.poll(() => pathOf(page)).toBe('/main/contacts/create');
    expect(new URL(page.url()).searchParams.get('name')).toBe('Ronja Brodersen');
    await page.goBack();
    await expect(page.getByRole('tab', { name: /^Unresolved/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await field(page).fill('+49 69 90009 214');
    await page.keyboard.press('Control+Alt+KeyN');
    await expect.poll(() => new URL(page.url()).searchParams.get('number')).toBe('+496990009214');
    await goesTo(page, '/main/channels/private');
    await expect(page.getByRole('tab', { name: /^Unresolved/ })).toBeVisible();
  });

  await test.step('Mod+Shift+N adds a number to a contact, and Escape comes back to the search', async () => {
    await page.keyboard.press('Control+k');
    await field(page).fill('not a number');
    await page.keyboard.press('Control+Alt+Shift+KeyN');
    await expect(field(page)).toHaveAccessibleName('Search or dial');
    await field(page).fill('069 90009 214');
    await page.keyboard.press('Control+Alt+Shift+KeyN');
    await expect(field(page)).toHaveAccessibleName('Add number to a contact');
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
    await field(page).fill('wol');
    await option(page, /^Annika Wolff/).waitFor();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveAccessibleName('Search or dial');
    await expect(field(page)).toHaveValue('069 90009 214');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Control+Alt+Shift+KeyN');
    await expect(field(page)).toHaveAccessibleName('Add number to a contact');
    await field(page).fill('wol');
    await expect(option(page, /^Annika Wolff/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeHidden();
    const [wolff] = await sidetone.query<{ id: string }>(`select id from contacts where last_name = 'Wolff'`);
    await expect.poll(() => pathOf(page)).toBe(`/main/contacts/add-to/${wolff?.id}`);
    expect(new URL(page.url()).searchParams.get('number')).toBe('+496990009214');
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/main/channels/private');
  });
});

test('favorites come first, matches are marked, scopes keep to their people', async ({ seat, sidetone }) => {
  const { page } = await seat(0, desk);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Favourites' })).toHaveCount(0);
  const [wolff] = await sidetone.query<{ id: string }>(`select id from contacts where last_name = 'Wolff'`);
  await page.evaluate(async (contactId) => {
    const stored = Object.entries(localStorage).find(([key]) => key.startsWith('sidetone.user:'))?.[1] ?? '{}';
    const { access_token } = JSON.parse(stored) as { access_token: string };
    await fetch('/api/favorites/toggle', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contactId }),
    });
  }, wolff?.id);
  const favorites = page.getByRole('group', { name: 'Favourites' });
  await expect(favorites.getByRole('option', { name: /^Annika Wolff/ })).toBeVisible();
  // Nothing was typed, so Enter means nobody.
  await expect(active(page)).toHaveCount(0);
  const answered = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/contacts/search');
  await field(page).fill('an');
  await answered;
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Annika Wolff/);
  await expect(favorites.locator('mark')).toHaveText('An');
  await expect(page.getByRole('option', { name: /^Annika Wolff/ })).toHaveCount(1);
  await page.getByRole('radio', { name: 'Team' }).click();
  await expect(page.getByRole('option', { name: /Wolff/ })).toHaveCount(0);
  await field(page).fill('ad');
  await expect(page.getByRole('group', { name: 'Team' }).getByRole('option').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Contacts' }).click();
  await expect(page.getByRole('group', { name: 'Team' })).toHaveCount(0);
  await field(page).fill('an');
  await expect(favorites.getByRole('option', { name: /^Annika Wolff/ })).toBeVisible();
});

test('local matches are listed immediately, and the server is asked when typing stops', async ({ seat }) => {
  const { page } = await seat(0, desk);
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/contacts/search') asked.push(url.searchParams.get('query') ?? '');
  });
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  // Letter by letter, and faster than any machine could take for the end of typing.
  await page.evaluate((letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter);
  }, 'montoya');
  await option(page, /^Carla Montoya/).waitFor();
  await expect.poll(() => asked).toEqual(['montoya']);
  // From here on the server is silent, and who was found before is still found.
  await page.route('**/api/contacts/search**', () => {});
  await field(page).fill('carla mo');
  await expect(option(page, /^Carla Montoya/)).toBeVisible();
  // A search that was overtaken is given up.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('query=carla'));
  await expect.poll(() => asked.at(-1)).toBe('carla mo');
  await field(page).fill('xyz');
  expect((await failed).failure()?.errorText).toContain('ABORTED');
});

test('users who may not change contacts neither create one nor add a number', async ({ seat, sidetone }) => {
  const tom = await seat(3, desk);
  const { page, who } = tom;
  await sidetone.query(`update users set grants = $2 where email = $1`, [who.email, ['CONTACT_READ']]);
  await page.reload();
  await tom.phoneIsReady();
  await page.keyboard.press('Control+k');
  await field(page).fill('+49 69 90009 214');
  for (const name of [/^Create contact/, /^Add number to a contact/]) {
    await expect(option(page, name)).toHaveAttribute('aria-disabled', 'true');
    await expect(option(page, name)).toContainText('You do not have permission to change contacts.');
  }
  await page.keyboard.press('Control+Alt+KeyN');
  await page.keyboard.press('Control+Alt+Shift+KeyN');
  await option(page, /^Create contact/).click({ force: true });
  await expect(field(page)).toHaveAccessibleName('Search or dial');
  await expect(field(page)).toHaveValue('+49 69 90009 214');
});

test('numbers rest while the phone is away, and say so', async ({ seat }) => {
  const { page } = await seat(0, desk);
  await page.keyboard.press('Control+k');
  await field(page).fill('12');
  await expect(page.getByRole('option').first()).not.toHaveAttribute('aria-disabled', 'true');
  await page.context().setOffline(true);
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('option').first()).toContainText('You are offline.');
  // Help is dialled whatever this app believes of the line.
  await field(page).fill('112');
  await expect(page.getByRole('option').first()).not.toHaveAttribute('aria-disabled', 'true');
  await page.context().setOffline(false);
  await field(page).fill('12');
  await expect(page.getByRole('option').first()).not.toHaveAttribute('aria-disabled', 'true', { timeout: 30_000 });
});

test('numbers of threads, calls and rows rest while the phone is away', async ({ seat }) => {
  const { page } = await seat(0, desk);
  const main = page.getByRole('main');
  const rests = async (what: Locator) => {
    await expect(what).toBeEnabled({ timeout: 30_000 });
    await page.context().setOffline(true);
    await expect(what).toBeDisabled();
    await page.context().setOffline(false);
  };
  await goesTo(page, '/main/channels/private/number/%2B493023125410');
  await rests(main.getByRole('button', { name: 'Call', exact: true }));
  await rests(main.getByRole('button', { name: /^Call \+?[0-9]/ }).first());
  await main.getByRole('button', { name: 'Back to Private' }).click();
  await expect(page.getByRole('tab', { name: /^Unresolved/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await rests(main.getByRole('button', { name: /^Call back/ }).first());
});

test('while the phone rings nothing comes in front of it', async ({ seat, sidetone }) => {
  const anna = await seat(0, desk);
  const ben = await seat(1, { microphone: tone(1000) });
  const priya = await seat(2, { microphone: tone(1700) });
  await ben.calls(anna.who.name);
  const accept = anna.dock.getByRole('button', { name: /^Accept/ });
  await accept.waitFor();
  await anna.page.keyboard.press('Control+k');
  await expect(field(anna.page)).toBeHidden();
  expect(anna.page.url()).toBe(`${sidetone.origin}/main/channels/private`);
  await anna.accepts();
  await expect(anna.dock.getByRole('button', { name: /^Add/ })).toBeEnabled();
  await anna.page.keyboard.press('Control+k');
  await expect(field(anna.page)).toBeFocused();
  await anna.page.keyboard.press('Control+k');
  await expect(field(anna.page)).toBeHidden();
  await expect.poll(() => pathOf(anna.page)).toBe('/main/channels/private');

  // With a call beside it the next one would be a third.
  await anna.page.keyboard.press('Control+Alt+Shift+KeyA');
  await expect(field(anna.page)).toHaveAccessibleName('Add participant');
  await expect(anna.page.getByRole('radio', { name: 'Team' })).toBeChecked();
  await expect(anna.page.getByRole('group', { name: 'Team, reachable first' })).toBeVisible();
  await field(anna.page).fill(priya.who.extension);
  await expect(anna.page.getByRole('radio', { name: 'All' })).toBeChecked();
  await anna.page.keyboard.press('Enter');
  await expect(anna.dock.getByRole('button', { name: /^Cancel transfer/ })).toBeVisible();
  await anna.page.keyboard.press('Control+k');
  await field(anna.page).fill('14');
  await expect(anna.page.getByRole('option').first()).toContainText('Two calls at most. End one first.');
  await expect(active(anna.page)).toHaveCount(0);
  await anna.page.keyboard.press('Control+k');
  await ben.hangsUp();
});

for (const locale of ['en', 'de'] as const) {
  const look = looksIn(locale);
  test(`it has no barrier, whatever it searches for (${locale})`, async ({ seat, sidetone }) => {
    test.setTimeout(360_000);
    await everybodyReads(sidetone, locale);
    const { page } = await seat(0, { ...desk, locale: locale === 'en' ? 'en-US' : 'de-DE' });
    for (const type of ['default', 'click2Dial', 'addPhoneNumber'] as const) {
      const number = type === 'default' ? '' : '&targetPhoneNumber=+496990009214';
      await goesTo(page, `/main/channels/private/dialogs/omnibar?searchType=${type}${number}`);
      await field(page).waitFor();
      await look(page, `${type}, as it opens`);
      await field(page).fill('e');
      await option(page, /Wolff/).waitFor();
      await look(page, `${type}, people`);
    }
    await goesTo(page, '/main/channels/private/dialogs/omnibar');
    await field(page).fill('+');
    await page.getByRole('option').first().waitFor();
    await look(page, 'a number that cannot be dialled');
    await field(page).fill('a;b');
    await look(page, 'what cannot be searched for');
    await everybodyReads(sidetone, 'en');
  });
}
