import type { Locator, Page } from '@playwright/test';
import { menu, menuButton, opensMenu } from '../people/own-menu.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Its company runs the server, and the set-up of a company is what these stories are about.
test.use({ server: 'own' });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const microphone = tone(440);
/** A German block: head, -0 for the switchboard, and two digits. */
const head = '+494066969';

/** Gives Mara's company the block, none of which leads anywhere. */
const addsBlock = (sidetone: Sidetone) =>
  sidetone.query(
    `insert into numbers (e164, account_id)
       select n, (select account_id from users where email like 'mara@%')
       from (select $1 || '0' union all select $1 || lpad(d::text, 2, '0') from generate_series(0, 99) as d) as block (n)
     on conflict (e164) do update set channel_id = null`,
    [head],
  );

/** Whose line a number leads to; null: nobody's. */
const ownerOf = async (sidetone: Sidetone, number: string): Promise<string | null> => {
  const [row] = await sidetone.query<{ email: string | null }>(
    `select users.email from numbers left join channels on channels.id = numbers.channel_id
       left join users on users.id = channels.owner_user_id where e164 = $1`,
    [number],
  );
  return row?.email ?? null;
};

/** Finds something of a long list by typing a part of it. */
async function picks(field: Locator, typed: string, option: RegExp) {
  await field.click();
  await field.fill(typed);
  await field.page().getByRole('option', { name: option }).first().click();
}

const saves = (page: Page) => page.getByRole('button', { name: /^Save/ }).click();

test('several people are invited together, each with a number by their extension, and corrections stay', async ({
  seat,
  sidetone,
}) => {
  await addsBlock(sidetone);
  const { page } = await seat(0, { microphone });
  await page.goto('/admin/first-run?open=people');
  const box = page.getByRole('textbox', { name: /^Names and email addresses/ });
  // While a list of numbers is open the rest of the page is hidden from those who cannot see it.
  const rows = page.getByRole('list', { name: 'Who works here?' }).getByRole('listitem', { includeHidden: true });
  const row = (at: number) => rows.nth(at + 1);
  const extension = (at: number) => row(at).getByRole('textbox', { name: 'Extension' });
  const number = (at: number) => row(at).getByRole('combobox', { name: 'Direct number' });

  await test.step('each gets the number that ends in their extension', async () => {
    await box.fill('a.lovelace@first.example\ng.hopper@first.example');
    const proposed = async () => [await extension(0).inputValue(), await extension(1).inputValue()] as const;
    // Which extensions are taken may become known while these are read.
    await expect.poll(async () => (await proposed()).map(Number)).toEqual([21, 22]);
    const [first, second] = await proposed();
    await expect(number(0)).toHaveValue(new RegExp(`${first}$`));
    await expect(number(1)).toHaveValue(new RegExp(`${second}$`));
    await extension(0).fill('31');
    await expect(number(0)).toHaveValue(/31$/);
    await expectsNoViolation(page, 'people to be invited');
  });

  await test.step('one chooses another number, one none, and more lines change nothing of it', async () => {
    await picks(number(0), '77', /66969\s?77$/);
    await row(0).getByRole('textbox', { name: 'First name' }).fill('Ada');
    await picks(number(1), 'No', /^No number$/);
    await box.fill(`${await box.inputValue()}\nk.johnson@first.example\nm.hamilton@first.example`);
    await expect(row(0).getByRole('textbox', { name: 'First name' })).toHaveValue('Ada');
    await expect(number(0)).toHaveValue(/77$/);
    await expect(extension(0)).toHaveValue('31');
    await expect(number(1)).toHaveValue('No number');
    await extension(3).fill('31');
    await expect(row(3)).toContainText('31 belongs to Ada. Choose another extension.');
  });

  await test.step('a colleague takes a number in the meantime: the row says so, the others are invited', async () => {
    const third = `${head}${(await number(2).inputValue()).slice(-2)}`;
    // This window does not hear of it before the server refuses.
    await page.route('**/admin/users', async (route) => {
      if (route.request().postDataJSON().email === 'k.johnson@first.example') {
        await sidetone.query(
          `update numbers set channel_id = (select id from channels where type = 'acd' limit 1) where e164 = $1`,
          [third],
        );
      }
      await route.continue();
    });
    await page.getByRole('button', { name: /^Invite 4 people/ }).click();
    await expect(page.getByText('This number leads elsewhere.')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Some people are not invited yet.' })).toBeVisible();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('textbox', { name: 'Ada Lovelace' })).toHaveValue(/\/invitation\//);
    expect(await ownerOf(sidetone, `${head}77`)).toBe('a.lovelace@first.example');
    await page.unroute('**/admin/users');
  });

  await test.step('another one each, and they are invited as well', async () => {
    await picks(number(0), '88', /66969\s?88$/);
    await extension(1).fill('45');
    await page.getByRole('button', { name: /^Invite 2 people/ }).click();
    await expect(page.getByRole('textbox', { name: 'M Hamilton' })).toHaveValue(/\/invitation\//);
    expect(await ownerOf(sidetone, `${head}88`)).toBe('k.johnson@first.example');
    expect(await ownerOf(sidetone, `${head}45`)).toBe('m.hamilton@first.example');
  });
});

test('a step of the set-up stays open while it becomes done, and no row without an email address is called ready', async ({
  seat,
  sidetone,
}) => {
  await sidetone.query(`update accounts set set_up = '{}', area_code_set_at = null`);
  const { page } = await seat(0, { microphone });
  const step = page.getByRole('navigation').getByRole('link', { name: /^Company/ });
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Finish the set-up' }).click();
  await expect(page.getByRole('heading', { name: 'Company name' })).toBeVisible();
  await sidetone.query('update accounts set area_code_set_at = now()');
  await expect(step).toContainText('done');
  await expect(page.getByRole('heading', { name: 'Company name' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/first-run\?open=company$/);

  await page.goto('/admin/first-run?open=people');
  const row = page.getByRole('list', { name: 'Who works here?' }).getByRole('listitem').nth(1);
  await page.getByRole('textbox', { name: /^Names and email addresses/ }).fill('Grace Hopper');
  await expect(row.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(row).not.toContainText('Ready to invite');
  await row.getByRole('textbox', { name: 'First name' }).fill('Grace');
  await row.getByRole('textbox', { name: 'Last name' }).fill('Hopper');
  await expect(row).not.toContainText('Ready to invite');
  await row.getByRole('textbox', { name: 'Email' }).fill('grace@first.example');
  await expect(row).toContainText('Ready to invite');
});

test('a number is proposed at inviting one, and changed in the user’s panel, where all waits for Save', async ({
  seat,
  sidetone,
}) => {
  await addsBlock(sidetone);
  const { page } = await seat(0, { microphone });
  await page.goto('/admin/users?open=new');
  const panel = page.getByRole('dialog');
  const number = panel.getByRole('combobox', { name: 'Direct number' });

  await test.step('invite', async () => {
    await panel.getByRole('textbox', { name: 'First name' }).fill('Edsger');
    await panel.getByRole('textbox', { name: 'Last name' }).fill('Dijkstra');
    await panel.getByRole('textbox', { name: 'Email' }).fill('edsger@first.example');
    await panel.getByRole('textbox', { name: /^Extension/ }).fill('52');
    await expect(number).toHaveValue(/66969\s?52$/);
    await page.getByRole('button', { name: 'Invite user' }).last().click();
    await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/invitation\//);
    await page.getByRole('button', { name: /^Done/ }).click();
    expect(await ownerOf(sidetone, `${head}52`)).toBe('edsger@first.example');
  });

  await test.step('nothing counts before Save', async () => {
    await page
      .getByRole('row', { name: /Edsger Dijkstra/ })
      .getByRole('button', { name: /Edsger/ })
      .first()
      .click();
    await picks(number, '53', /66969\s?53$/);
    await panel.getByRole('textbox', { name: 'Add extension' }).fill('53');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await panel.getByRole('button', { name: 'Remove extension 52' }).click();
    await panel.getByRole('checkbox', { name: 'Service' }).check();
    expect(await ownerOf(sidetone, `${head}52`)).toBe('edsger@first.example');
    expect(await ownerOf(sidetone, `${head}53`)).toBeNull();
    await saves(page);
    await expect(panel).toHaveCount(0);
    const row = page.getByRole('row', { name: /Edsger Dijkstra/ });
    await expect(row).toContainText('53');
    await expect(row).toContainText('Service');
    expect(await ownerOf(sidetone, `${head}52`)).toBeNull();
    expect(await ownerOf(sidetone, `${head}53`)).toBe('edsger@first.example');
  });

  await test.step('and all of it is undone in one go', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    const row = page.getByRole('row', { name: /Edsger Dijkstra/ });
    await expect(row).not.toContainText('Service');
    await expect.poll(() => ownerOf(sidetone, `${head}52`)).toBe('edsger@first.example');
    expect(await ownerOf(sidetone, `${head}53`)).toBeNull();
  });

  await test.step('an extension that another user has is refused with that user’s name', async () => {
    await page
      .getByRole('row', { name: /Edsger Dijkstra/ })
      .getByRole('button', { name: /Edsger/ })
      .first()
      .click();
    await panel.getByRole('textbox', { name: 'Add extension' }).fill('11');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(panel.getByText(/^11 belongs to .+\. Choose another extension\.$/)).toBeVisible();
  });
});

test('looking at a number to dial is no call, and the set-up ends only when a user ends it', async ({
  seat,
  sidetone,
}) => {
  await sidetone.query(`update accounts set set_up = '{}'`);
  await sidetone.query(`delete from inbox_events where remote_phone_number = '*43'`);
  const { page } = await seat(0, { microphone });
  const step = page.getByRole('navigation').getByRole('link', { name: /^Try it/ });
  const echo = page.getByRole('listitem').filter({ hasText: /^Echo test/ });
  await page.goto('/admin/first-run?open=try-out');

  await test.step('the number waits to be dialled over this page', async () => {
    await page.getByRole('link', { name: 'Dial *43' }).click();
    await expect(page.getByRole('dialog').getByRole('combobox').first()).toHaveValue('*43');
    // The first one empties the field.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(step).not.toContainText('done');
    await expect(page).toHaveURL(/\/admin\/first-run\?open=try-out/);
    await expect(echo).toContainText('Say something and hear yourself.');
  });

  await test.step('leaving ends nothing', async () => {
    await page.getByRole('button', { name: /^Open Sidetone/ }).click();
    await expect(page).toHaveURL(/\/main\/channels/);
    await page.goto('/admin/users');
    await expect(page.getByRole('link', { name: 'Finish the set-up' })).toBeVisible();
  });

  await test.step('ending it does, and can be undone', async () => {
    await page.goto('/admin/first-run?open=try-out');
    await expect(page.getByRole('heading', { name: 'Left to do' })).toBeVisible();
    await page.getByRole('button', { name: 'End set-up' }).click();
    await expect(page.getByText('Set-up ended')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.goto('/admin/users');
    await expect(page.getByRole('link', { name: 'Finish the set-up' })).toBeVisible();
  });
});

test('one’s own status is never green while nobody can reach one, nor offline while the page loads', async ({
  seat,
}) => {
  const { page } = await seat(1, { microphone });
  const own = menuButton(page);
  await expect(own).toContainText('Available');

  await test.step('offline', async () => {
    await page.context().setOffline(true);
    await expect(own).toContainText('Offline');
    await expect(page.getByText('You are offline. Calls cannot reach you here.')).toBeVisible();
    await expect(own).not.toContainText('Available');
    await page.context().setOffline(false);
    await expect(own).toContainText('Available', { timeout: 30_000 });
  });

  await test.step('a reload', async () => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const text = document.querySelector('[aria-haspopup="menu"].h-12')?.textContent;
        if (text && seen.at(-1) !== text) seen.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.reload();
    await expect(own).toContainText('Available', { timeout: 30_000 });
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => /Offline/.test(text))).toEqual([]);
    expect(seen.findIndex((text) => /Available/.test(text))).toBe(seen.length - 1);
  });
});

test('SSHELL-011, SSHELL-012, SSHELL-013: where nobody set links, the menu leads to help and to nothing that is not there', async ({
  seat,
}) => {
  const { page } = await seat(2, { microphone });
  for (const [item, address, title] of [
    ['What Sidetone can do', '/help#features', 'What Sidetone can do'],
    ['Get the desktop app', '/help#app', 'Sidetone as an app on your computer'],
  ] as const) {
    await opensMenu(page);
    const link = menu(page).getByRole('menuitem', { name: item });
    await expect(link).toHaveAttribute('href', address);
    await expect(menu(page).getByRole('menuitem', { name: 'Open web phone' })).toHaveCount(0);
    const [help] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect(help.getByRole('heading', { name: title })).toBeFocused();
    await help.close();
    await page.keyboard.press('Escape');
  }
});

test('microphone and speaker are distinguishable in the menu, and a setting that is not saved says why', async ({
  seat,
}) => {
  const { page } = await seat(2, { microphone });
  await opensMenu(page);
  await expect(menu(page).getByRole('menuitem', { name: /^Microphone: / })).toContainText('Microphone');
  await expect(menu(page).getByRole('menuitem', { name: /^Speaker: / })).toContainText('Speaker');
  await page.keyboard.press('Escape');

  await page.goto('/dialogs/settings/preferences');
  const language = page.getByRole('combobox', { name: 'Language' });
  await expect(language).toHaveValue('en');
  await page.route('**/users/me', (route) => route.abort());
  await language.selectOption('Deutsch');
  await expect(page.getByText(/^(Not saved|Nicht gespeichert)$/).first()).toBeVisible();
  await expect(page.getByText('The server cannot be reached. Check your connection.').first()).toBeVisible();
  await expect(language).toHaveValue('en');

  await page.goto('/dialogs/settings/labs');
  await page.route('**/lab-flags**', (route) => route.abort());
  await page.route('**/users/me/**', (route) => route.abort());
  const experiment = page.getByRole('switch').first();
  await experiment.waitFor();
  const was = await experiment.isChecked();
  await experiment.click();
  await expect(page.getByText('Not saved', { exact: true }).first()).toBeVisible();
  await expect(experiment).toBeChecked({ checked: was });
});

test('a country is found by typing, and is the same list wherever it is asked for', async ({ seat }) => {
  const { page } = await seat(0, { microphone });
  for (const address of ['/admin/first-run?open=company', '/admin/first-run?open=emergency-address']) {
    await page.goto(address);
    const country = page.getByRole('combobox', { name: 'Country' });
    await expect(country).toHaveValue('Germany');
    await picks(country, 'austr', /^Austria$/);
    await expect(country).toHaveValue('Austria');
  }
  await page.goto('/admin/company');
  await expect(page.getByRole('combobox', { name: 'Country', exact: true })).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Country', exact: true }).first()).toHaveValue('Germany');
});
