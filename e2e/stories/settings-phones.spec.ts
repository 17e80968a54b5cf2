import type { Page } from '@playwright/test';
import { ForeignRegistrar } from '@sidetone/simulator/people/foreign-registrar.ts';
import { BareSip } from '../people/bare-sip.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const [jonasAt, priya, tom, freya, anton] = [1, 2, 3, 6, 7] as const;
/** What the telephone company of the demo calls its phones, and what the one elsewhere is called here. */
const [first, second] = ['Taunus Telefon', 'Branch office'];
const own = { username: '+496990009801', password: 'north-wind' };
const microphone = tone(440);

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const row = (page: Page, name: string) => settings(page).getByRole('listitem').filter({ hasText: name });
const connected = (page: Page) => settings(page).getByRole('switch', { name: 'Connected' });
const defaultPhone = (page: Page) => settings(page).getByRole('radio', { name: 'Default phone' });
const synchronise = (page: Page) => settings(page).getByRole('button', { name: 'Synchronise' });
/** The state of the phone that is shown, as its badge says it. */
const badge = (page: Page, words: string) =>
  settings(page)
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${words}$`) });
/** A number of the telephone company as the app shows it. */
const shown = (number: string) => number.replace(/^\+49(69)/, '+49 $1 ');
const opens = (page: Page, path: string) => goesTo(page, `/main/channels/private/dialogs/settings/${path}`);

/** Registers a SIP account elsewhere on behalf of someone; its password is not on the command line. */
async function addPhone(sidetone: Sidetone, email: string, registrar: ForeignRegistrar): Promise<void> {
  process.env['SIP_PHONE_PASSWORD'] = own.password;
  try {
    const words = ['--registrar', registrar.address, '--username', own.username, '--number', own.username];
    await sidetone.cli('sip-phone', 'add', email, ...words, '--name', second);
  } finally {
    delete process.env['SIP_PHONE_PASSWORD'];
  }
}

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('phones of the classic generation are listed, synchronised, connected and chosen', async ({
  sidetone,
  people,
  numbers,
  seat,
}) => {
  test.setTimeout(360_000);
  needs('kamailio');
  const who = people[anton];
  const port = await freePort();
  /** The telephone company at which the second phone is registered; at first it does not take its password. */
  let company = await ForeignRegistrar.open(port, [{ ...own, password: 'south-wind' }]);
  const idOf = async (name: string) => {
    const [found] = await sidetone.query<{ id: string }>(
      'select phones.id from phones join users on users.id = user_id where email = $1 and phones.name = $2',
      [who.email, name],
    );
    return found?.id ?? '';
  };
  const stateOf = async (name: string) => {
    const [found] = await sidetone.query<{ state: string }>('select state from phones where id = $1', [
      await idOf(name),
    ]);
    return found?.state;
  };
  const defaultPhoneId = async () => {
    const [found] = await sidetone.query<{ id: string | null }>(
      `select settings ->> 'defaultPhoneId' as id from users where email = $1`,
      [who.email],
    );
    return found?.id;
  };
  try {
    await addPhone(sidetone, who.email, company);
    const atDesk = await seat(anton, { microphone });
    const { page } = atDesk;
    const secondId = await idOf(second);

    await test.step('the list tells how each phone fares and what uses it', async () => {
      await opens(page, 'phone');
      await expect(row(page, first)).toContainText('Online');
      await expect(row(page, first)).toContainText('by no channel');
      await expect(row(page, second)).toContainText('Error');
      await expect(row(page, second)).toContainText('+49 69 90009801');
      const parts = settings(page).getByRole('navigation');
      await expect(parts.getByRole('button', { name: 'Phones' })).toHaveAttribute('aria-current', 'page');
      await expect(parts.getByRole('button', { name: 'Extensions' })).toHaveCount(0);
      // It leads to the administration, which is not for members: they are told who creates phones.
      await expect(settings(page).getByRole('link', { name: 'Manage routing' })).toHaveCount(0);
      await expect(settings(page)).toContainText('Your administrators create and delete phones.');
      await expectsNoViolation(page, 'phones');
    });

    await test.step('a row opens its phone, which says what is wrong; synchronising asks the registrar immediately', async () => {
      await row(page, second).getByRole('button').click();
      await expect(page).toHaveURL(new RegExp(`/dialogs/settings/phone/${secondId}$`));
      await expect(settings(page).getByRole('heading', { name: second })).toBeVisible();
      await expect(badge(page, 'Error')).toBeVisible();
      await expect(settings(page)).toContainText('User name or password is wrong.');
      await company.close();
      company = await ForeignRegistrar.open(port, [own]);
      // By itself it would try again after five minutes.
      await synchronise(page).click();
      await expect(message(page, 'Phones synchronised')).toBeVisible();
      await expect(message(page, '2 phones read again')).toBeVisible();
      await expect(badge(page, 'Online')).toBeVisible();
      await expect(settings(page)).toContainText(/Registered since \d/);
      await expect(settings(page)).not.toContainText('User name or password is wrong.');
    });

    await test.step('the caller ID of calls is saved immediately; an invalid number is reported at its field', async () => {
      const callerId = settings(page).getByRole('radiogroup', { name: 'Caller ID' });
      await expect(callerId.getByRole('radio', { name: /^\+49 69 90009801/ })).toBeChecked();
      await callerId.getByText('Anonymous').click();
      await expect(settings(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
      await page.reload();
      await expect(callerId.getByRole('radio', { name: /^Anonymous/ })).toBeChecked();
      await callerId.getByText('Another number').click();
      await settings(page).getByLabel('Number', { exact: true }).fill('12');
      await expect(settings(page).getByText('This is not a valid phone number.')).toBeVisible();
      await settings(page).getByLabel('Number', { exact: true }).fill('069 90009750');
      await settings(page).getByRole('button', { name: 'Save', exact: true }).click();
      await expect(callerId.getByRole('radio', { name: /^Another number, \+49 69 90009750/ })).toBeChecked();
      const [kept] = await sidetone.query('select caller_id from phones where id = $1', [secondId]);
      expect(kept).toEqual({ caller_id: '+496990009750' });
    });

    await test.step('the default phone is used by every channel that has none of its own', async () => {
      const kept = page.waitForResponse(
        (response) => response.request().method() === 'PATCH' && response.url().endsWith('/api/users/me'),
      );
      await defaultPhone(page).click();
      await expect(defaultPhone(page)).toBeChecked();
      expect((await kept).ok()).toBe(true);
      await expect(settings(page).getByRole('region', { name: 'Used by' })).toContainText('Private');
      expect(await defaultPhoneId()).toBe(secondId);
      await expectsNoViolation(page, 'phone');
      await settings(page).getByRole('button', { name: 'Back' }).click();
      await expect(row(page, second)).toContainText('Default phone');
      await expect(row(page, second)).toContainText('Private');
    });

    await test.step('a call leaves by the phone that its channel has, else by the default one', async () => {
      const leavesBy = async (asked: Promise<{ postDataJSON(): { phoneId: string } }>) =>
        (await asked).postDataJSON().phoneId;
      const isCall = (request: { url(): string; method(): string }) =>
        request.method() === 'PUT' && request.url().endsWith('/api/call');
      /** Nobody has the number: the telephone company says so by itself. */
      const ends = async () => {
        await expect(atDesk.dock).toBeVisible();
        await expect(atDesk.dock).toBeHidden({ timeout: 20_000 });
      };
      const calls = async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('069 90009777');
        await expect(page.getByRole('option').first()).toBeVisible();
        const asked = page.waitForRequest(isCall);
        await page.keyboard.press('Enter');
        return await leavesBy(asked);
      };
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();
      expect(await calls()).toBe(secondId);
      await ends();
      const firstId = await idOf(first);
      await sidetone.query(
        `update channel_members set phone_id = $1 from channels
          where channels.id = channel_id and owner_user_id = user_id
            and user_id = (select id from users where email = $2)`,
        [firstId, who.email],
      );
      await expect(
        page.getByRole('button', { name: new RegExp(`Caller ID ${shown(numbers.of(who)).replace('+', '\\+')}`) }),
      ).toBeVisible();
      expect(await calls()).toBe(firstId);
      await ends();
    });

    await test.step('a phone that is not the last one online goes and comes without a question', async () => {
      await opens(page, `phone/${secondId}`);
      await expect(connected(page)).toBeChecked();
      await connected(page).click();
      await expect(badge(page, 'Offline')).toBeVisible();
      await expect(connected(page)).not.toBeChecked();
      await expect(page.getByRole('dialog', { name: 'Disconnect your last phone?' })).toHaveCount(0);
      expect(await defaultPhoneId()).toBe(secondId);
      // The app that starts again does not undo it.
      await page.reload();
      await expect(badge(page, 'Offline')).toBeVisible();
      await expect(connected(page)).not.toBeChecked();
      await connected(page).click();
      await expect(badge(page, 'Online')).toBeVisible();
      await expect(connected(page)).toBeChecked();
    });

    await test.step('a change that the server refused goes back to what it was, and says so', async () => {
      await page.route('**/api/phone/*/connection', (route) => route.abort());
      await connected(page).click();
      await expect(message(page, 'Phone not disconnected')).toBeVisible();
      await expect(message(page, `${second} stays connected.`)).toBeVisible();
      await expect(settings(page).getByRole('alert')).toContainText('Not disconnected. The server cannot be reached.');
      await expect(connected(page)).toBeChecked();
      expect(await stateOf(second)).toBe('REGISTER_SUCCESS');
      await page.unroute('**/api/phone/*/connection');
    });

    await test.step('an unknown state is reported, and synchronising finds it out', async () => {
      await sidetone.query(`update phones set state = 'UNKNOWN' where id = $1`, [secondId]);
      const alert = settings(page).getByRole('alert').filter({ hasText: 'The state of this phone is unknown.' });
      await expect(alert).toBeVisible();
      await expect(badge(page, 'Error')).toBeVisible();
      await expect(connected(page)).toBeDisabled();
      await expect(alert).toContainText('ask an administrator');
      await expect(alert.getByRole('link')).toHaveCount(0);
      await expectsNoViolation(page, 'phone of unknown state');
      await alert.getByRole('button', { name: 'Synchronise' }).click();
      await expect(badge(page, 'Online')).toBeVisible();
      await expect(alert).toBeHidden();
      await expect(connected(page)).toBeEnabled();
    });

    await test.step('the last phone that is online is given up only after a question, and the default phone with it', async () => {
      await opens(page, `phone/${await idOf(first)}`);
      await expect(connected(page)).toBeChecked();
      await connected(page).click();
      await expect(badge(page, 'Offline')).toBeVisible();
      await opens(page, `phone/${secondId}`);
      await expect(defaultPhone(page)).toBeChecked();
      const question = page.getByRole('dialog', { name: 'Disconnect your last phone?' });
      await connected(page).click();
      await expect(question).toContainText(second);
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await expectsNoViolation(page, 'last phone');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(settings(page)).toBeVisible();
      await expect(connected(page)).toBeChecked();
      expect(await stateOf(second)).toBe('REGISTER_SUCCESS');
      await connected(page).click();
      await question.getByRole('button', { name: 'Disconnect anyway' }).click();
      // While it fades Escape is still its own.
      await expect(question).toBeHidden();
      await expect(badge(page, 'Offline')).toBeVisible();
      await expect(settings(page)).toBeVisible();
      await expect(connected(page)).not.toBeChecked();
      await expect(defaultPhone(page)).not.toBeChecked();
      expect(await defaultPhoneId()).toBeNull();
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();
      await expect(page.getByRole('alert').filter({ hasText: 'All your phones are offline.' })).toBeVisible();
    });
  } finally {
    await company.close();
  }
});

test('an administrator who has no phone is led to where phones are created; what is no phone leads to the list', async ({
  sidetone,
  people,
  seat,
}) => {
  const { page } = await seat(freya, { microphone });
  await opens(page, 'phone/f-nothing');
  await expect(row(page, first)).toBeVisible();
  await expect(page).toHaveURL(/\/dialogs\/settings\/phone$/);
  await opens(page, 'extensions');
  await expect(settings(page).getByRole('heading', { name: 'Integrations' })).toBeVisible();
  await opens(page, 'phone');
  await expect(row(page, first)).toContainText('Private');
  const routing = settings(page).getByRole('link', { name: 'Manage routing' });
  await expect(routing).toHaveAttribute('href', '/admin/phones');
  await expect(routing).toHaveAttribute('target', '_blank');
  await sidetone.query('delete from phones where user_id = (select id from users where email = $1)', [
    people[freya].email,
  ]);
  await expect(settings(page).getByRole('heading', { name: 'No phone yet' })).toBeVisible();
  await expect(settings(page).getByRole('link', { name: 'Open routing' })).toHaveAttribute('href', '/admin/phones');
  await expectsNoViolation(page, 'no phone');
});

test('the newer generation has no phones but extensions, and makes this app one again', async ({
  sidetone,
  people,
  seat,
}) => {
  const { page } = await seat(priya, { microphone });
  await opens(page, 'phone');
  await expect(settings(page).getByRole('heading', { name: 'Integrations' })).toBeVisible();
  const parts = settings(page).getByRole('navigation');
  await parts.getByRole('button', { name: 'Extensions' }).click();
  await expect(page).toHaveURL(/\/dialogs\/settings\/extensions$/);
  await expect(parts.getByRole('button', { name: 'Phones' })).toHaveCount(0);
  const app = settings(page).getByRole('region', { name: 'App extension' });
  const devices = settings(page).getByRole('list', { name: 'Devices that ring for you' });
  await expect(app.getByRole('status')).toHaveText('Connected');
  await expect(devices.getByRole('listitem').filter({ hasText: 'App, Sidetone' })).toContainText('Registered');
  await expect(settings(page)).toContainText('has to register it with Microsoft');
  await expectsNoViolation(page, 'extensions');

  await sidetone.query(`delete from endpoints where user_id = (select id from users where email = $1)`, [
    people[priya].email,
  ]);
  await expect(app.getByRole('status')).toHaveText('Missing', { timeout: 30_000 });
  await expect(settings(page)).toContainText('None of your devices has registered');
  await app.getByRole('button', { name: 'Reconnect' }).click();
  await expect(app.getByRole('status')).toHaveText('Connected', { timeout: 15_000 });
  await expect(devices.getByRole('listitem').filter({ hasText: 'App, Sidetone' })).toContainText('Registered');
});

test('a user who ends another sign-in keeps phone and call, and the credentials of that one are worthless', async ({
  sidetone,
  seat,
  sitDown,
}) => {
  test.setTimeout(180_000);
  const jonas = await seat(jonasAt, { microphone: tone(1000) });
  const home = await seat(tom, { microphone });
  const office = await sitDown(tom, { microphone });
  const read = office.page.waitForResponse(/\/v3\/devices\/app\/desktop_app_register\//);
  await office.signsIn();
  const [known] = (await (await read).json()) as { username: string; password: string }[];
  if (known === undefined) throw new Error('Tom has no app extension');
  /** Whether someone who knows no more than what the office was told could ring in its place. */
  const isWorth = async (password: string) => {
    const peer = await BareSip.open(sidetone, 'tcp');
    // It takes away a registration that is not there, and so changes nothing.
    const nothing = { from: known.username, headers: ['Expires: 0'] };
    const { status } = await peer.asksAs({ username: known.username, password }, 'REGISTER', known.username, nothing);
    peer.leaves();
    return status === 200;
  };
  const registrations = async () => {
    const [row] = await sidetone.query<{ count: number }>(
      'select count(*)::int as count from registrations where endpoint_id = (select id from endpoints where sip_username = $1)',
      [known.username],
    );
    return row?.count;
  };
  expect(await isWorth(known.password)).toBe(true);
  await expect.poll(registrations).toBe(2);

  await home.calls('Jonas');
  await jonas.accepts();
  await home.expectsToHear(1000, 440);
  await home.page.keyboard.press('Control+,');
  await expect(settings(home.page)).toBeVisible();
  await settings(home.page).getByRole('navigation').getByRole('button', { name: 'Profile' }).click();
  await settings(home.page).getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(office.page).toHaveURL(/\/login/, { timeout: 30_000 });
  // The phone of this browser is alone, and the call has gone on.
  await expect.poll(registrations, { timeout: 30_000 }).toBe(1);
  expect(await isWorth(known.password)).toBe(false);
  await home.expectsToHear(1000, 440);
  await jonas.expectsToHear(440, 1000);
  await home.page.keyboard.press('Escape');
  await expect(settings(home.page)).toBeHidden();
  await home.hangsUp();
  await expect(jonas.dock).toBeHidden({ timeout: 20_000 });

  await expect(home.dock).toBeHidden({ timeout: 20_000 });
  await jonas.calls('Tom');
  await home.accepts();
  await home.expectsToHear(1000, 440);
  await home.hangsUp();
});
