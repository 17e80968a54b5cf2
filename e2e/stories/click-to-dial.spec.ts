import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import type { Colleague } from '../people/colleague.ts';
import type { SignIn } from '../world/sign-in.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const field = (page: Page) => page.locator('input[role=combobox]');
const option = (page: Page, name: RegExp) => page.getByRole('option', { name });
/** What Enter would act on. */
const active = (page: Page) => page.locator('[role=option][aria-selected=true]');
const pathOf = (page: Page) => new URL(page.url()).pathname;
const remember = (page: Page) => page.getByRole('checkbox', { name: 'Use this number for click-to-dial' });
const from = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^From/ });

/** Passes once the phone of a page that was just loaded can call, and Enter would. Under the search nothing has a role. */
async function canCall({ page, who }: Colleague): Promise<void> {
  const own = page.locator('button').filter({ hasText: who.name }).filter({ hasText: 'Available' });
  await expect(own).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
}

test('links with numbers ask before they call', async ({ seat, sidetone }) => {
  const mara = await seat(0, desk);
  const { page } = mara;
  const before = await sidetone.query('select id from calls');
  for (const [link, number] of [
    ['/?dial=+493023125410', '+493023125410'],
    ['/?dial=tel%3A%2B49%2030%2023125410', '+49 30 23125410'],
    ['/?dial=web%2Bcallto%3A03023125410', '03023125410'],
    ['/?dial=*43', '*43'],
  ] as const) {
    await page.goto(link);
    await expect(field(page)).toHaveAccessibleName('Call this number');
    await expect(field(page)).toHaveValue(number);
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  }
  // Nothing was called by opening a link.
  expect(await sidetone.query('select id from calls')).toEqual(before);
  await canCall(mara);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeHidden();
  await mara.expectsToHear(440, 1000);
  await mara.hangsUp();
});

test('a user who is not signed in signs in first, and is asked then', async ({ sitDown }) => {
  const mara = await sitDown(0, desk);
  const { page, who } = mara;
  await page.goto('/?dial=+493023125410');
  await page.getByLabel(/^Email/).fill(who.email);
  await page.getByLabel(/^Password/).fill(who.password);
  await page.getByRole('button', { name: /^Sign in/ }).click();
  await expect(field(page)).toHaveValue('+493023125410');
});

/** Other software that acts for the person who signs in there. */
async function software(origin: string, person: SignIn) {
  const { accessToken } = await ApiSession.signIn(origin, person);
  return (number: string, channelId?: string) =>
    fetch(`${origin}/api/click-to-dial`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ number, channelId }),
    });
}

test('other software has the open app ask, in one of its tabs', async ({ seat, sidetone, people }) => {
  const ask = await software(sidetone.origin, people[0]);
  // The people of the story before have left, and the server may still be hearing of it.
  await expect
    .poll(async () => {
      const nobody = await ask('+493023125410');
      return [nobody.status, await nobody.json()];
    })
    .toMatchObject([409, { code: 'NO_APP_OPEN' }]);

  const mara = await seat(0, desk);
  const second = await mara.opensSecondTab();
  await second.phoneIsReady();
  await expect.poll(async () => (await ask('+493023125410')).status).toBe(200);
  const asked = (page: Page) => field(page).isVisible();
  await expect.poll(async () => (await asked(mara.page)) || (await asked(second.page))).toBe(true);
  expect([await asked(mara.page), await asked(second.page)].filter(Boolean)).toHaveLength(1);
  const [{ page }, other] = (await asked(second.page)) ? [second, mara] : [mara, second];
  await expect(field(page)).toHaveValue('+493023125410');
  // Nobody here asked for it: Enter does nothing until someone goes to a line.
  const chosen = page.getByRole('option', { selected: true });
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveCount(1);
  await expect(field(other.page)).toBeHidden();
  expect((await ask('++')).status).toBe(400);
  expect((await ask('12', 'no-such-channel')).status).toBe(404);
});

test('a number from other software waits while the user is writing', async ({ seat, sidetone, people }) => {
  const { page } = await seat(0, desk);
  const ask = await software(sidetone.origin, people[0]);
  await page.keyboard.press('Control+k');
  await field(page).fill('mont');
  await expect.poll(async () => (await ask('+493023125411')).status).toBe(200);
  await expect(page.getByText('Another program wants to call +49 30 23125411')).toBeVisible();
  await expect(field(page)).toHaveValue('mont');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(field(page)).toHaveValue('+493023125411');
});

test('a number is chosen for one call, and remembered for clicked ones where that is ticked', async ({
  seat,
  sidetone,
}) => {
  const mara = await seat(0, desk);
  const jonas = await seat(1, desk);
  const { page } = mara;
  const [shared] = await sidetone.query<{ id: string; e164: string }>(
    `select c.id, n.e164 from channels c join numbers n on n.channel_id = c.id
      join channel_members m on m.channel_id = c.id join users u on u.id = m.user_id
      where c.type = 'acd' and u.email = $1 order by n.e164 limit 1`,
    [mara.who.email],
  );
  const spaced = (e164: string) => new RegExp([...e164.slice(3)].join('\\s*'));
  await page.goto('/?dial=12');
  await expect(from(page)).toContainText('Private');
  await expect(remember(page)).not.toBeChecked();
  await from(page).click();
  await page
    .getByRole('menuitemradio', { name: spaced(shared?.e164 ?? '') })
    .first()
    .click();
  await expect(from(page)).toContainText(spaced(shared?.e164 ?? ''));
  await remember(page).check();
  await page.goto('/?dial=12');
  await expect(remember(page)).toBeChecked();
  await expect(from(page)).toContainText(spaced(shared?.e164 ?? ''));
  await canCall(mara);
  await field(page).press('Enter');
  await expect(mara.dock).toContainText(spaced(shared?.e164 ?? ''));
  await jonas.dock.getByRole('button', { name: /^(Accept|Annehmen)/ }).waitFor();
  await mara.hangsUp();
  await expect(mara.dock).toBeHidden();
  const [event] = await sidetone.query<{ channel_id: string }>(
    `select channel_id from inbox_events where direction = 'OUTGOING' order by started_at desc limit 1`,
  );
  expect(event?.channel_id).toBe(shared?.id);
  // The search itself calls as ever.
  await page.keyboard.press('Control+k');
  await expect(from(page)).toContainText('Private');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeHidden();
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
  await page.goto('/?dial=12');
  await remember(page).uncheck();
  await page.goto('/?dial=12');
  await expect(from(page)).toContainText('Private');
});

test('the browser is asked for links once', async ({ seat }) => {
  const { page } = await seat(1, desk);
  await page.evaluate(() => {
    navigator.registerProtocolHandler = (scheme: string, url: string | URL) => {
      document.documentElement.dataset[scheme.replace(/\W/g, '')] = String(url);
    };
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Open phone links here' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-tel', /\/\?dial=%s$/);
  await expect(page.locator('html')).toHaveAttribute('data-webcallto', /\/\?dial=%s$/);
  await expect(page.getByRole('button', { name: 'Open phone links here' })).toBeHidden();
  await page.reload();
  await page.goto('/dialogs/omnibar');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Open phone links here' })).toHaveCount(0);
});

test('a number that an address names is added: Escape empties the field first, and what is no number nobody gets', async ({
  seat,
}) => {
  const { page } = await seat(0, desk);
  const address = '/main/channels/private/dialogs/omnibar?searchType=addPhoneNumber&targetPhoneNumber=';
  await page.goto(`${address}%2B496990009214`);
  await field(page).fill('wol');
  await expect(option(page, /^Annika Wolff/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();

  await page.goto(`${address}040%2012`);
  await expect(page.getByText('This is not a complete phone number.')).toBeVisible();
  await field(page).fill('wol');
  await expect(option(page, /^Annika Wolff/)).toContainText('needs a phone number');
  await expect(option(page, /^Annika Wolff/)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('wol');

  // A person who is not found is created with the number.
  await page.goto(`${address}%2B496990009214`);
  await field(page).fill('Ronja Brodersen');
  await page.keyboard.press('Control+Alt+KeyN');
  await expect.poll(() => pathOf(page)).toBe('/main/contacts/create');
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('name'), searchParams.get('number')]).toEqual(['Ronja Brodersen', '+496990009214']);
});

test('a number of a contact that is not complete cannot be called, and says so', async ({ seat, sidetone }) => {
  const { page } = await seat(0, desk);
  await page.keyboard.press('Control+k');
  await field(page).fill('montoya');
  await expect(option(page, /^Carla Montoya/)).not.toHaveAttribute('aria-disabled', 'true');
  await sidetone.query(
    `update contacts set phone_numbers = jsonb_build_array(phone_numbers -> 0 || '{"localized": "040 12", "e164": null}')
      where last_name = 'Montoya'`,
  );
  // The search is in the address, and what was found before is forgotten.
  await page.reload();
  await field(page).fill('montoya');
  await expect(option(page, /^Carla Montoya/)).toContainText('This is not a complete phone number.');
  await expect(option(page, /^Carla Montoya/)).toHaveAttribute('aria-disabled', 'true');
  await expect(active(page)).not.toHaveAccessibleName(/Montoya/);
});
