import type { Page } from '@playwright/test';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Its company runs the server, which assigns numbers.
test.use({ server: 'own' });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const microphone = tone(440);

const table = (page: Page) => page.getByRole('table', { name: 'Import users' });
const rowOf = (page: Page, name: string) => table(page).getByRole('rowgroup').filter({ hasText: name });

/** Opens the import from the list of users. */
async function opensImport(page: Page): Promise<void> {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import users', level: 1 })).toBeVisible();
}

async function choosesFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await coming).setFiles({ name, mimeType: 'text/csv', buffer: bytes });
}

test('a German list from Excel is corrected in place, created, invited by links, and taken back', async ({
  seat,
  sidetone,
}) => {
  const { page } = await seat(0, { microphone });
  await sidetone.query(`delete from numbers where e164 like '+4940669%'`);
  // Their direct numbers end in their extensions, and would stay.
  await sidetone.query(`delete from numbers where e164 in ('+493023125113', '+493023125114')`);
  await page.goto('/admin/numbers?open=new');
  const panel = page.getByRole('dialog', { name: 'Add numbers' });
  await panel.getByRole('textbox', { name: 'Number', exact: true }).fill('+49 40 66969 0');
  await panel.getByRole('textbox', { name: /^Last number of a block/ }).fill('+49 40 66969 99');
  await panel.getByRole('button', { name: /^Add/ }).click();
  await expect(panel).toBeHidden();

  await opensImport(page);
  await expectsNoViolation(page, 'an import without a list');
  await test.step('a file that is no table says what to do', async () => {
    await choosesFile(page, 'list.xlsx', Buffer.from('PK\u0003\u0004 a workbook'));
    await expect(page.getByRole('alert')).toContainText('Save the list as CSV');
  });

  await test.step('columns are recognised, and each problem is shown under its row', async () => {
    const list = [
      'Vorname;Nachname;E-Mail;Nst.;Abteilung;Gruppen;Sprache;Raum',
      'Jürgen;Größe;juergen@import.example;83;Lager;;Deutsch;12',
      'Ines;Duarte;ines@import;84;Einkauf;;Deutsch;13',
      '=cmd|calc;Weber;weber@import.example;85;;;;',
    ].join('\r\n');
    await choosesFile(page, 'Personalliste.csv', Buffer.from(list, 'latin1'));
    await expect(page.getByRole('combobox', { name: 'Nst.' })).toHaveValue('extension');
    await expect(page.getByRole('combobox', { name: 'Raum' })).toHaveValue('');
    await expect(rowOf(page, 'Größe')).toContainText('+49 40 6696983');
    await expect(table(page).getByText('This is not an email address.')).toBeVisible();
    await expect(table(page).getByText(/looks like a spreadsheet formula/)).toBeVisible();
    await expectsNoViolation(page, 'a list with problems');
  });

  await test.step('a cell is corrected in place, and a row is left out', async () => {
    await page.getByRole('textbox', { name: 'Email 2' }).fill('ines@import.example');
    await page.getByRole('button', { name: 'Leave out row 3' }).click();
    await page.getByRole('button', { name: 'Create 2 users' }).click();
    await expect(page.getByRole('heading', { name: '2 users created' })).toBeVisible();
  });

  await test.step('invitations come after that', async () => {
    const [links] = await sidetone.query<{ count: string }>(
      `select count(*) from one_time_links join users on users.id = user_id where email like '%@import.example'`,
    );
    expect(links?.count).toBe('0');
    await page.getByRole('button', { name: 'Invite 2 users' }).click();
    await expect(page.getByRole('textbox', { name: 'Jürgen Größe' })).toHaveValue(/\/invitation\//);
    await expect(page.getByRole('textbox', { name: 'Ines Duarte' })).toHaveValue(/\/invitation\//);
    await expectsNoViolation(page, 'users who were created');
  });

  await test.step('undoing removes them, and their numbers are free again', async () => {
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click();
    await expect(page.getByRole('heading', { name: '2 users removed' })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /Mara/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Größe/ })).toBeHidden();
    const [number] = await sidetone.query<{ channel_id: string | null }>(
      `select channel_id from numbers where e164 = '+49406696983'`,
    );
    expect(number?.channel_id).toBeNull();
  });
});

test('ticked users get a department and their direct numbers together, and a toast takes it back', async ({
  seat,
  sidetone,
}) => {
  const { page } = await seat(0, { microphone });
  await sidetone.query(`delete from number_blocks`);
  await sidetone.query(`delete from numbers where e164 like '+4940669%'`);
  await page.goto('/admin/numbers?open=new');
  const panel = page.getByRole('dialog', { name: 'Add numbers' });
  await panel.getByRole('textbox', { name: 'Number', exact: true }).fill('+49 40 66969 0');
  await panel.getByRole('textbox', { name: /^Last number of a block/ }).fill('+49 40 66969 99');
  await panel.getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('list', { name: 'Number blocks' })).toContainText('0 of 101 in use');
  await expectsNoViolation(page, 'a block of numbers');

  const departments = async () => {
    const rows = await sidetone.query<{ department: string }>(
      `select department from users where department is not null`,
    );
    return rows.map(({ department }) => department);
  };
  const used = async () => {
    const [row] = await sidetone.query<{ count: string }>(
      `select count(*) from numbers where e164 like '+4940669%' and channel_id is not null`,
    );
    return Number(row?.count);
  };
  const tick = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).check();
  };

  await page.goto('/admin/users');
  await test.step('a department', async () => {
    await tick('Priya', 'Tom');
    await expect(page.getByText('2 users selected')).toBeVisible();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Change 2 users' });
    await change.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'New department' });
    await change.getByRole('textbox', { name: 'Name of the new department' }).fill('Workshop');
    await expectsNoViolation(page, 'a change of many users');
    await change.getByRole('button', { name: 'Change 2 users' }).click();
    await expect(page.getByText('2 users changed')).toBeVisible();
    expect(await departments()).toEqual(['Workshop', 'Workshop']);
    await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'Workshop' });
    await expect(
      page.getByRole('table', { name: 'Users' }).getByRole('checkbox', { name: /^Select [^a]/ }),
    ).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(departments).toEqual([]);
  });

  await test.step('direct numbers by extension, shown first', async () => {
    await page.goto('/admin/users');
    await tick('Priya', 'Tom');
    await page.getByRole('button', { name: 'Direct numbers by extension' }).click();
    const numbers = page.getByRole('dialog', { name: 'Direct numbers by extension' });
    await expect(numbers.getByRole('listitem')).toHaveCount(2);
    expect(await used()).toBe(0);
    await numbers.getByRole('button', { name: 'Assign 2 numbers' }).click();
    await expect(page.getByText('2 users changed')).toBeVisible();
    expect(await used()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(used).toBe(0);
  });
});
