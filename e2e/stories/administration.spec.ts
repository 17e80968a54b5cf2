import type { Page } from '@playwright/test';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { remembers } from '../world/local-flags.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Its company runs the server, and its pages show what only that one may see.
test.use({ server: 'own' });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const microphone = tone(440);
const password = 'a-password-of-her-own';

/** Goes on with Tab until the element with this role and name has the focus. */
async function tabsTo(page: Page, role: 'button' | 'link' | 'textbox' | 'switch' | 'combobox', name: RegExp) {
  const wanted = page.getByRole(role, { name }).first();
  await wanted.waitFor();
  for (let stops = 0; stops <= 120; stops += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${role} ${name}`);
}

/** Chooses in a list by the first word of an option: a space would open the list. */
async function choosesByTyping(page: Page, label: RegExp, option: string) {
  const list = page.getByRole('combobox', { name: label }).first();
  // Who can be chosen comes after the list.
  await expect(list.getByRole('option', { name: option })).toBeAttached();
  await tabsTo(page, 'combobox', label);
  await page.keyboard.type(option.split(' ')[0] ?? '');
  await expect(list.getByRole('option', { name: option, selected: true })).toBeAttached();
}

/** Removes what these stories add: the block +49 40 66969 and its neighbours. */
const removesBlock = (sidetone: Sidetone) =>
  sidetone.query(`delete from numbers where e164 like '+4940669%' or e164 like '+494067%'`);

/** How many numbers the block +49 40 66969 has: -0, and -00 to -99. */
async function numbersOfBlock(sidetone: Sidetone): Promise<number> {
  const [row] = await sidetone.query<{ count: string }>(
    `select count(*) from numbers where e164 = '+4940669690' or e164 like '+494066969__'`,
  );
  return Number(row?.count);
}

test('without a mouse an administrator invites a user, who accepts by the link and signs in', async ({
  seat,
  sitDown,
}) => {
  const mara = await seat(0, { microphone });
  const { page } = mara;
  const keys = page.keyboard;

  await test.step('to the administration', async () => {
    await tabsTo(page, 'button', new RegExp(mara.who.name));
    await keys.press('Enter');
    // Letters go to what has the focus, and a menu takes it some time after it is there.
    await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
    await keys.type('Administration');
    await expect(page.getByRole('menuitem', { name: 'Administration' })).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });

  const link = await test.step('invite', async () => {
    await tabsTo(page, 'button', /^Invite user/);
    await keys.press('Enter');
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
    await keys.type('Nora');
    await keys.press('Tab');
    await keys.type('Lindt');
    await keys.press('Tab');
    await keys.type('nora@tannhorst.example');
    await keys.press('Enter');
    const shown = page.getByRole('textbox', { name: 'Link' });
    await expect(shown).toHaveValue(/\/invitation\//);
    // The server of the stories is for this machine alone, so this link is nothing to pass on.
    await expect(page.getByRole('note')).toContainText('npm start -- --lan');
    return await shown.inputValue();
  });
  await tabsTo(page, 'button', /^Done/);
  await keys.press('Enter');
  const row = page.getByRole('row', { name: /Nora Lindt/ });
  await expect(row).toContainText('Invited');

  await test.step('accept', async () => {
    const nora = await sitDown(1, { microphone });
    await nora.page.goto(new URL(link).pathname);
    await expect(nora.page.getByRole('heading', { name: 'Welcome, Nora' })).toBeVisible();
    await expect(nora.page.getByLabel('New password')).toBeFocused();
    await nora.page.keyboard.type('short');
    await nora.page.keyboard.press('Enter');
    await expect(nora.page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
    await nora.page.getByLabel('New password').selectText();
    await nora.page.keyboard.type('Sommer2026!');
    await nora.page.keyboard.press('Enter');
    await expect(nora.page.getByText('This password is common')).toBeVisible();
    await nora.page.getByLabel('New password').selectText();
    await nora.page.keyboard.type(password);
    await nora.page.keyboard.press('Enter');
    await test.step('and is in, with her app to set up', async () => {
      await expect(nora.page).toHaveURL(/\/setup\/start$/);
      await expect(nora.page.getByRole('link', { name: /^Continue/ })).toBeFocused();
      await nora.page.keyboard.press('Enter');
    });
    const own = nora.page.getByRole('button', { name: /Nora Lindt/ });
    await expect(own).toBeVisible({ timeout: 20_000 });

    await test.step('the link works once: it leads her into the app, and others nowhere', async () => {
      await nora.page.goto(new URL(link).pathname);
      await expect(nora.page).toHaveURL(/\/main\/channels\/private$/);
      const other = await sitDown(2, { microphone });
      await other.page.goto(new URL(link).pathname);
      await expect(other.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    });
  });
  await expect(row).not.toContainText('Invited');
});

test('a queue with hours is made by the keyboard, and the dry run tells who rings', async ({ seat, people }) => {
  const { page } = await seat(0, { microphone, at: '/admin/channels' });
  const keys = page.keyboard;
  const [, jonas] = people;

  await test.step('make it', async () => {
    await tabsTo(page, 'button', /^New channel/);
    await keys.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await keys.type('Workshop');
    await tabsTo(page, 'combobox', /^Add member/);
    await keys.type(jonas.name.split(' ')[0] ?? '');
    await expect(page.getByRole('option')).toHaveText([jonas.name]);
    await keys.press('Enter');
    await keys.press('Tab');
    await keys.press('Enter');
    await expect(page.getByRole('list', { name: 'Members' })).toContainText(jonas.name);
    await tabsTo(page, 'switch', /^Open at certain times only/);
    await keys.press('Space');
    await expect(page.getByLabel('Monday, opens')).toHaveValue('09:00');
    await tabsTo(page, 'button', /^Create channel/);
    await keys.press('Enter');
    await expect(page.getByRole('row', { name: /Workshop/ })).toContainText('1/1');
  });

  await test.step('ask who rings', async () => {
    await goesTo(page, '/admin/routing');
    await choosesByTyping(page, /^Called number/, 'Workshop');
    const when = page.getByLabel('When');
    const result = page.getByRole('region', { name: 'What happens' });
    await when.fill('2026-11-28T09:00');
    await when.press('Enter');
    await expect(result).toContainText('Saturday');
    await expect(result).toContainText('outside the opening hours');
    await expect(result).not.toContainText(jonas.name);
    await when.fill('2026-11-30T09:00');
    await when.press('Enter');
    await expect(result).toContainText('Monday');
    await expect(result).not.toContainText('outside the opening hours');
  });
});

test('a German number block of a switchboard and two digits is added, and an invalid one is refused with the reason', async ({
  seat,
  sidetone,
}) => {
  await removesBlock(sidetone);
  const { page } = await seat(0, { microphone, at: '/admin/numbers?open=new' });
  const panel = page.getByRole('dialog', { name: 'Add numbers' });
  const first = panel.getByRole('textbox', { name: 'Number', exact: true });
  const last = panel.getByRole('textbox', { name: /^Last number of a block/ });
  const add = panel.getByRole('button', { name: /^Add/ });

  await test.step('an invalid block is refused at its field, with the reason', async () => {
    await first.fill('+49 40 66969 1');
    await last.fill('+49 40 66969 99');
    await add.click();
    await expect(last).toHaveAttribute('aria-invalid', 'true');
    await expect(last).toHaveAccessibleDescription(/Both numbers must have the same length/);
  });

  await test.step('-0 and -99 are the switchboard and a hundred direct numbers', async () => {
    await first.fill('+49 40 66969 0');
    await expect(panel.getByText(/^Switchboard .* and 100 direct numbers/)).toBeVisible();
    await add.click();
    await expect(page.getByText('Numbers added: 101')).toBeVisible();
    await expect(panel).toBeHidden();
    expect(await numbersOfBlock(sidetone)).toBe(101);
  });

  await test.step('numbers that already exist are reported', async () => {
    await goesTo(page, '/admin/numbers?open=new');
    await first.fill('+49 40 66969 90');
    await last.fill('+49 40 66970 09');
    await add.click();
    await expect(page.getByText('Numbers added: 10', { exact: true })).toBeVisible();
    await expect(page.getByText('10 numbers already existed and are unchanged.')).toBeVisible();
  });
});

test('a desk phone is added, and its password is shown once', async ({ seat, people }) => {
  const { page } = await seat(0, { microphone, at: '/admin/phones' });
  const keys = page.keyboard;
  await tabsTo(page, 'button', /^Add phone/);
  await keys.press('Enter');
  await choosesByTyping(page, /^User/, people[2].name);
  await keys.press('Tab');
  await keys.type('Front desk');
  await keys.press('Enter');
  await expect(page.getByRole('note')).toContainText('No phone can use these settings');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(/.{12,}/);
  await expectsNoViolation(page, 'settings of a phone');
  await keys.press('Escape');
  // What closes keeps the focus for as long as it is there.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row', { name: /Front desk/ });
  await expect(row).toContainText(people[2].name);
  await row.getByRole('button', { name: 'Front desk', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue(/.+/);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeHidden();
  await keys.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Said before a list is pasted, with what mends it.
  await page.getByRole('button', { name: 'Several phones' }).click();
  await expect(page.getByRole('note')).toContainText('Phones fetch their settings over HTTPS');
  await expect(page.getByRole('note')).toContainText('npm start -- --lan');
});

test('a member who types the address learns that it is for administrators only', async ({ seat }) => {
  const { page } = await seat(3, { microphone, at: '/admin/users' });
  await expect(page.getByRole('heading', { name: 'For administrators' })).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  await expectsNoViolation(page, 'not for you');
});

test('SSHELL-022: beside a narrow left column the hint to something new does not lie over a form', async ({ seat }) => {
  const { page } = await seat(0, { microphone });
  const hint = page.getByRole('region', { name: 'New', exact: true });
  await page.setViewportSize({ width: 900, height: 700 });
  await remembers(page, { featureHintClosed: null });
  await expect(hint).toBeVisible();
  await goesTo(page, '/admin/company');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(hint).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect(hint).toBeVisible();
});

test('a company without an area code is asked for it, and dials no short local number until it has one', async ({
  seat,
  sidetone,
}) => {
  const { page, who } = await seat(0, { microphone });
  const mine = `where id = (select account_id from users where email = $1)`;
  const [before] = await sidetone.query<{ code: string }>(`select area_code as code from accounts ${mine}`, [
    who.email,
  ]);
  await sidetone.query(`update accounts set area_code = '', area_code_set_at = null ${mine}`, [who.email]);
  const company = page.getByRole('navigation').getByRole('link', { name: /^Company/ });

  await test.step('a short local number says what is missing', async () => {
    await goesTo(page, '/dialogs/omnibar');
    await page.getByRole('combobox').first().fill('6696941');
    await expect(
      page.getByText('Your company has no area code set. Dial the number with its area code.').first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the step is done once it was answered', async () => {
    await goesTo(page, '/admin/first-run?open=company');
    const field = page.getByRole('textbox', { name: /^Area code/ });
    await expect(field).toHaveValue('');
    await expect(company).not.toContainText('done');
    await field.fill('040');
    await page.getByRole('button', { name: /^Continue/ }).click();
    await expect(company).toContainText('done');
  });
  await sidetone.query(`update accounts set area_code = $2 ${mine}`, [who.email, before?.code ?? '']);
});

test('an allowed country is found by typing and added by keys alone, however its name is written', async ({ seat }) => {
  const { page } = await seat(0, { microphone, at: '/admin/company' });
  const field = page.getByRole('combobox', { name: 'Allow another country' });
  const allowed = page.getByRole('list', { name: 'Other countries' }).getByRole('listitem');
  const before = await allowed.count();
  await field.focus();
  await page.keyboard.type('no such country');
  await expect(page.getByText('No country has this name.')).toBeVisible();
  await field.fill('');
  await page.keyboard.type('cote d');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveText([/Côte d/]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(/Côte d/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(allowed).toHaveCount(before + 1);
  await expect(allowed.last()).toContainText('Côte d');
  // The next one can be typed without a way back, and one that is allowed is not offered again.
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('cote d');
  await expect(page.getByText('No country has this name.')).toBeVisible();
  await field.fill('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/company$/);
  await expectsNoViolation(page, 'the choice of an allowed country');
});

test('the first administrator enters a number block and a line that fails, and nothing says that it is done', async ({
  seat,
  sidetone,
}) => {
  const { page, who } = await seat(0, { microphone });
  await sidetone.query(`delete from trunks where account_id = (select account_id from users where email = $1)`, [
    who.email,
  ]);
  await removesBlock(sidetone);
  const line = page.getByRole('navigation').getByRole('link', { name: /^Line/ });
  const host = 'sip.nowhere.invalid';
  await goesTo(page, '/admin/first-run?open=line');

  await test.step('a switchboard, a range, and a server that is not there', async () => {
    await page.getByRole('textbox', { name: 'Server' }).fill(host);
    await page.getByRole('textbox', { name: 'User name' }).fill('acct7');
    await page.getByRole('textbox', { name: 'Password' }).fill('north-wind');
    await page.getByRole('textbox', { name: /^First number/ }).fill('+49 40 66969 0');
    await page.getByRole('textbox', { name: /^Last number/ }).fill('+49 40 66969 99');
    await expect(page.getByText(/^Switchboard .* and 100 direct numbers/)).toBeVisible();
    await page.getByRole('button', { name: /^Connect/ }).click();
    await expect.poll(() => numbersOfBlock(sidetone)).toBe(101);
  });

  await test.step('it fails, in words that say what to do, and the step is not done', async () => {
    await expect(page.getByText(`The server ${host} was not found. Check its name.`)).toBeVisible({ timeout: 60_000 });
    // What a program of the server reported is not for people.
    await expect(page.getByText(/ENOTFOUND|getaddrinfo/)).toHaveCount(0);
    await expect(line).toContainText('failing');
    await expect(line).not.toContainText('done');
    await expectsNoViolation(page, 'a line that fails');
  });

  await test.step('its link leads to the trunk, which is switched off there', async () => {
    await page.getByRole('link', { name: 'Change it under Trunks' }).click();
    const panel = page.getByRole('dialog', { name: host });
    await panel.getByRole('switch', { name: 'In use' }).click();
    await panel.getByRole('button', { name: /^Save/ }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('link', { name: 'Finish the set-up' })).toBeVisible();
  });

  await test.step('one that is switched off is not ready, and nothing turns beside it', async () => {
    await goesTo(page, '/admin/first-run?open=line');
    const state = page.getByRole('listitem').filter({ hasText: 'Switched off' });
    await expect(state).toBeVisible();
    await expect(state.locator('.lucide-circle-dashed')).toBeVisible();
    await expect(page.locator('.lucide-loader-circle')).toHaveCount(0);
    await expect(line).toContainText('no connection or no number');
  });
});

test('no page of the administration has a barrier', async ({ seat }) => {
  test.setTimeout(600_000);
  const { page } = await seat(0, { microphone });
  const pages = [
    'users',
    'numbers',
    'channels',
    'phones',
    'trunks',
    'routing',
    'company',
    'ai',
    'log',
    'backup',
    'first-run',
  ];
  for (const name of pages) {
    await goesTo(page, `/admin/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectsNoViolation(page, name);
  }
  for (const name of ['users', 'numbers', 'channels', 'trunks']) {
    await goesTo(page, `/admin/${name}?open=new`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectsNoViolation(page, `something new among ${name}`);
  }
});
