import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { addPastCall, documented, switchOn } from '../people/thread-history.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Twenty thousand contacts slow down whatever comes after them.
test.use({ server: 'own' });

const microphone = tone(440);
/** Of the six of the demo company. */
const [jonas, priya, tom] = [1, 2, 3];
/** A contact of the demo company by her first number. */
const annika = '+494066969210';

const list = (page: Page) => page.getByRole('list', { name: 'Contacts' });
const rows = (page: Page) => list(page).locator('[data-contact]');
const row = (page: Page, name: string) => list(page).getByRole('listitem', { name: new RegExp(`^${name}`) });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' });
const part = (page: Page, name: string) =>
  panel(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name }) });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter contacts' });

const goToContacts = async (page: Page) => {
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(rows(page).first()).toBeVisible();
};

const idOf = async (sidetone: Sidetone, number: string): Promise<string> => {
  const found = await sidetone.query<{ id: string }>('select id from contacts where e164s @> array[$1]', [number]);
  return found[0]?.id ?? '';
};

test.beforeAll(async ({ sidetone, people }) => {
  // A history is written before anything is looked at.
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'en');
  await switchOn(sidetone, 'hasCallSmallTalk');
  await sidetone.query('delete from inbox_events');
  const own = { channel: people[priya]?.email ?? '', number: annika, owner: people[priya]?.email ?? '' };
  const item = (id: string, topic: string, pinned = false) => ({
    id,
    topic,
    description: '',
    pinned,
    dismissed: false,
  });
  await addPastCall(sidetone, {
    ...own,
    minutesAgo: 5,
    seconds: 372,
    documentation: {
      ...documented('Delivery moved to Friday', null, []),
      smallTalk: {
        status: 'success',
        items: [
          item('1', 'Sails'),
          item('2', 'Cooks'),
          item('3', 'Runs'),
          item('4', 'Sings'),
          item('5', 'Twins', true),
        ],
      },
    },
  });
  await addPastCall(sidetone, { ...own, daysAgo: 3 });
  await addPastCall(sidetone, { ...own, channel: 'Service', daysAgo: 9, seconds: 60 });
});

test('everyone is in one list: by letters, by scope, by what is typed, and with the keyboard', async ({ seat }) => {
  const { page } = await seat(priya, { microphone });
  await goToContacts(page);
  await expect(page).toHaveTitle('Contacts · Sidetone');
  await expect(page.getByRole('link', { name: 'Contacts' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('status').filter({ hasText: '20 contacts' })).toBeVisible();
  await expect(list(page).getByRole('heading').first()).toHaveText('A');
  await expect(row(page, 'Annika Wolff, Möbelhaus Wolff, \\+49 40 66969210')).toBeVisible();
  await expectsNoViolation(page, 'contacts');

  await page.getByRole('radio', { name: 'Team' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, 'Tom Vale, Team · (Offline|Status unknown), Ext. 14')).toBeVisible();
  await page.getByRole('radio', { name: 'Personal' }).click();
  await expect(page.getByRole('status').filter({ hasText: '15 contacts' })).toBeVisible();
  await expect(row(page, 'Tom Vale')).toHaveCount(0);

  await page.getByRole('radio', { name: 'All' }).click();
  await filter(page).fill('hartwig sun');
  await expect(rows(page)).toHaveCount(2);
  await filter(page).press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await filter(page).fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No results for “nobody at all”' })).toBeVisible();
  await filter(page).press('Escape');
  await expect(filter(page)).toHaveValue('');
  await expect(row(page, 'Annika Wolff')).toBeVisible();

  await page.getByRole('link', { name: 'Contacts' }).press('Home');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(row(page, 'Tom Vale')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Tom Vale' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(panel(page).getByRole('heading', { name: 'Tom Vale' })).toBeHidden();
  await expect(page).toHaveURL(/\/main\/contacts\/[^/]+$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/main\/contacts$/);
  await page.keyboard.press('f');
  await expect(filter(page)).toBeFocused();
});

test('the page of a contact tells all about them, and follows what others change', async ({
  seat,
  sidetone,
  people,
}) => {
  // Every screen is looked at in both appearances and at three widths.
  test.slow();
  const { page } = await seat(priya, { microphone });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await goToContacts(page);
  await row(page, 'Annika Wolff').click();
  const contactId = await idOf(sidetone, annika);
  await expect(page).toHaveURL(new RegExp(`/main/contacts/${contactId}$`));
  await expect(panel(page).getByRole('heading', { name: 'Annika Wolff' })).toBeVisible();
  await expect(panel(page).getByText('Möbelhaus Wolff').first()).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'a.wolff@moebelhaus-wolff.example' })).toHaveAttribute(
    'href',
    'mailto:a.wolff@moebelhaus-wolff.example',
  );
  // They are in Sidetone already.
  await expect(panel(page).getByRole('button', { name: 'Open in Sidetone' })).toHaveCount(0);
  await expectsNoViolation(page, 'a contact');

  // Small talk: what is pinned, and three others.
  const personal = part(page, 'Personal').getByRole('listitem');
  await expect(personal).toHaveText([/Twins/, /Sails/, /Cooks/, /Runs/]);
  await part(page, 'Personal').getByRole('button', { name: 'Show all 5' }).click();
  await expect(personal).toHaveCount(5);

  // Numbers: by the button, and by a right click.
  const numbers = part(page, 'Numbers');
  await numbers.getByRole('button', { name: 'Copy +49 40 66969210' }).click();
  await expect.poll(copied).toBe(annika);
  await numbers.getByText('+49 171 3920011').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy number' }).click();
  await expect(page.getByText('Number copied').first()).toBeVisible();
  await expect.poll(copied).toBe('+491713920011');
  await numbers.getByText('+49 171 3920011').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Call' })).toBeVisible();
  await page.keyboard.press('Escape');

  // What a colleague changes is here at once, in the list and on the page.
  const other = await ApiSession.signIn(sidetone.origin, people[tom] ?? people[0]);
  const change = { type: 'contacts', firstName: 'Zora', lastName: 'Wolff', organization: 'Möbelhaus Wolff' };
  const reply = await other.request('PUT', `/contacts/one/${contactId}`, {
    ...change,
    email: 'a.wolff@moebelhaus-wolff.example',
    phoneNumbers: [
      { label: 'WORK', phoneNumber: annika },
      { label: 'MOBILE', phoneNumber: '+491713920011' },
    ],
  });
  expect(reply.status, await reply.text()).toBe(200);
  await expect(panel(page).getByRole('heading', { name: 'Zora Wolff' })).toBeVisible();
  await expect(row(page, 'Annika Wolff')).toHaveCount(0);

  // The calls: to one of them, and to all of a channel.
  const calls = part(page, 'Calls');
  await expect(calls.getByRole('button', { name: 'Private 2 calls' })).toBeVisible();
  await expect(calls.getByRole('button', { name: /^Missed call/ })).toBeVisible();
  await calls.getByRole('button', { name: /Delivery moved to Friday/ }).click();
  await expect(page).toHaveURL(/\/main\/channels\/private\?call=/);
  const call = page.getByRole('complementary').filter({ hasText: 'Delivery moved to Friday' });
  await expect(call).toBeVisible();

  // From a call back to the contact, and on to the thread.
  await call.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Open contact' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Zora Wolff' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Back to the call' }).click();
  await expect(call).toBeVisible();
  await page.goBack();
  await goesTo(page, `/main/contacts/${contactId}`);
  await part(page, 'Calls').getByRole('button', { name: 'Service 1 call' }).click();
  await expect(page).toHaveURL(new RegExp(`/main/channels/(?!private)[^/]+/contact/${contactId}$`));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open contact' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Zora Wolff' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();

  // From the menu of a row.
  await goesTo(page, '/main/channels/private');
  await page.getByRole('tab', { name: /^All/ }).click();
  await page
    .getByRole('list', { name: /^Calls/ })
    .getByRole('listitem', { name: /Zora Wolff/ })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open contact' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Zora Wolff' })).toBeVisible();

  // A contact deleted from here leads back to the calls.
  const made = await other.request('POST', '/contacts', { lastName: 'Ohlsen', phoneNumbers: [] });
  const { id: shortlyKnown } = (await made.json()) as { id: string };
  await goesTo(page, `/main/channels/private?contact=${shortlyKnown}`);
  await panel(page).getByRole('button', { name: 'More about Ohlsen' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: /^Delete Ohlsen/ });
  await question.getByRole('button', { name: 'Delete contact' }).click();
  await expect(message(page, 'Contact deleted')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/main\/channels\/private$/);

  // Whom someone else deleted, and who never was, leads to the list.
  await goesTo(page, `/main/channels/private?contact=${contactId}`);
  await expect(panel(page).getByRole('heading', { name: 'Zora Wolff' })).toBeVisible();
  expect((await other.request('DELETE', `/contacts/one/${contactId}`)).status).toBe(200);
  await expect(page).toHaveURL(/\/main\/contacts$/);
  await page.goto('/main/contacts/nobody');
  await expect(page).toHaveURL(/\/main\/contacts$/);
  await expect(panel(page)).toHaveCount(0);
  await page.goto('/main/contacts/what/ever/this/is');
  await expect(rows(page).first()).toBeVisible();
});

test('colleagues are called by a click that counts once, and are only to be read', async ({ seat }) => {
  const anna = await seat(priya, { microphone });
  const ben = await seat(tom, { microphone: tone(1000) });
  const { page } = anna;
  await goToContacts(page);
  await page.getByRole('radio', { name: 'Team' }).click();
  await row(page, 'Tom Vale').click();
  await expect(panel(page).getByText('Available')).toBeVisible();
  const lock = panel(page).getByRole('img', { name: /Colleagues are managed by your administrator/ });
  await lock.hover();
  await expect(page.getByText('Colleagues are managed by your administrator').last()).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  // The tooltip stands outside of every landmark for as long as it is open: the rule is meant for what stays.
  await expectsNoViolation(page, 'a colleague', { except: ['region'] });

  // In one task: between two clicks of a mouse that is moved from outside, a busy page may let half a second pass.
  await part(page, 'Numbers')
    .getByRole('button', { name: 'Call Ext. 14' })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
  await expect(ben.dock.getByText('Priya Raman')).toBeVisible();
  await ben.accepts();
  await expect(panel(page).getByText('In a call')).toBeVisible();
  await anna.hangsUp();
  await expect(anna.dock).toBeHidden({ timeout: 20_000 });
  await expect(ben.dock).toBeHidden({ timeout: 20_000 });
  await panel(page).focus();
  await page.keyboard.press('c');
  await expect(ben.dock.getByText('Priya Raman')).toBeVisible();
  await anna.hangsUp();
});

test('users who may not change contacts are informed, and neither create nor edit any', async ({
  seat,
  sidetone,
  people,
}) => {
  await sidetone.query(`update users set grants = '{CONTACT_READ}' where email = $1`, [people[jonas]?.email]);
  const { page } = await seat(jonas, { microphone });
  await goToContacts(page);
  const create = page.getByRole('button', { name: 'New' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  await expect(page.getByText(/do not have permission to change contacts/).first()).toBeVisible();
  await create.click({ force: true });
  await expect(page).toHaveURL(/\/main\/contacts$/);
  await row(page, 'Bernd Achterberg').click();
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toBeDisabled();
  await expect(panel(page).getByRole('button', { name: 'Add number' })).toBeDisabled();
  await panel(page).getByRole('button', { name: 'More about Bernd Achterberg' }).click();
  for (const name of [/^Edit/, /^Add number/, /^Delete/]) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});

test('twenty thousand contacts are one list, in which everyone keeps their place', async ({ seat, sidetone }) => {
  await sidetone.query(
    `insert into contacts (id, account_id, name, first_name, e164s, phone_numbers)
     select 'many' || n, (select account_id from contacts limit 1), chr(65 + n % 26) || 'x ' || lpad(n::text, 6, '0'),
       chr(65 + n % 26) || 'x', '{}', '[]' from generate_series(1, 20000) as n`,
  );
  const { page } = await seat(priya, { microphone });
  await goToContacts(page);
  await expect(page.getByRole('status').filter({ hasText: /20,0\d\d contacts/ })).toBeVisible();
  await page.getByRole('link', { name: 'Contacts' }).press('End');
  await expect(row(page, 'Zx 019993')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();

  const scroller = page.getByTestId('contact-list');
  const middle = await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
    return element.scrollTop;
  });
  const seen = rows(page)
    .filter({ hasText: /^.?[NM]x/ })
    .nth(8);
  await expect(seen).toBeVisible();
  const id = (await seen.getAttribute('data-contact')) ?? '';
  // By its id: while rows are still coming, the eighth may be another one a moment later.
  const held = page.locator(`[data-contact="${id}"]`);
  const before = await held.boundingBox();
  await sidetone.query(
    `insert into contacts (id, account_id, name, first_name, e164s, phone_numbers)
     select 'more' || n, (select account_id from contacts limit 1), 'Ab ' || n, 'Ab', '{}', '[]'
     from generate_series(1, 500) as n`,
  );
  await expect
    .poll(() => scroller.evaluate((element) => element.scrollTop), { timeout: 20_000 })
    .toBe(middle + 500 * 60);
  await expect.poll(async () => (await held.boundingBox())?.y).toBe(before?.y);

  // Someone who is opened by their address is in the list, and is marked there.
  await page.goto('/main/contacts/many9999');
  await expect(panel(page)).toBeVisible();
  const opened = page.locator('[data-contact="many9999"]');
  await expect(opened).toBeInViewport();
  await expect(opened).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');

  // What the list was narrowed to is there again after a look at something else, and after a reload.
  await filter(page).fill('Mx 0');
  await expect(rows(page).first()).toContainText('Mx 0');
  await page.getByRole('link', { name: 'Private' }).click();
  await expect(page).toHaveURL(/channels\/private/);
  await page.goBack();
  await expect(filter(page)).toHaveValue('Mx 0');
  await page.reload();
  await expect(filter(page)).toHaveValue('Mx 0');
  await expect(rows(page).first()).toContainText('Mx 0');
});
