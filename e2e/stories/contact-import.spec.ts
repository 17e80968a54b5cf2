import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The server is killed.
test.use({ server: 'own' });

const microphone = tone(440);
/** Two of the demo company. */
const [priya, tom] = [2, 3] as const;
const many = 10_000;

const card = (...lines: string[]): string => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');

/** Cards of people whose names nobody else has, each with a number and an address of their own. */
const cards = (family: string, count: number): string =>
  Array.from({ length: count }, (_none, at) =>
    card(
      `UID:${family}-${at}`,
      `N:${family};Member ${at}`,
      `FN:Member ${at} ${family}`,
      `EMAIL:${family.toLowerCase()}${at}@example.com`,
      `TEL;TYPE=WORK:+49 30 55${String(at).padStart(6, '0')}`,
    ),
  ).join('');

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Import contacts|Kontakte importieren)$/ });
const list = (page: Page) => page.getByRole('list', { name: 'Contacts' });

const opensImport = async (page: Page): Promise<void> => {
  await goesTo(page, '/main/contacts');
  await page
    .getByRole('button', { name: /^(More|Mehr)$/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: /^(Import contacts|Kontakte importieren)/ }).click();
  await expect(dialog(page)).toBeVisible();
};

const chooses = async (page: Page, name: string, text: string): Promise<void> => {
  const coming = page.waitForEvent('filechooser');
  await dialog(page)
    .getByRole('button', { name: /file|Datei/ })
    .click();
  await (await coming).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
};

const finds = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('searchbox', { name: 'Filter contacts' });
  await field.fill(text);
};

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('ten thousand cards come in, are found, go out again, and are taken back', async ({ seat, sidetone, people }) => {
  // A minute where nothing else runs.
  test.slow();
  const { page } = await seat(priya, { microphone });
  await opensImport(page);
  await expect(dialog(page).getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await expectsNoViolation(page, 'an import that has not begun');
  await chooses(page, 'people.vcf', cards('Quistorp', many));

  await test.step('how far it is shows while it runs', async () => {
    await expect(dialog(page).getByRole('progressbar', { name: 'Importing people.vcf' })).toBeVisible();
    await expect(dialog(page).getByText(/^[1-9][0-9,]* of 10,000$/)).toBeVisible();
  });
  await expect(dialog(page).getByText('10,000 contacts added')).toBeVisible({ timeout: 60_000 });
  await expect(dialog(page).getByRole('heading', { name: 'people.vcf imported' })).toBeVisible();

  await test.step('any of them is found, by name and by number', async () => {
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await finds(page, 'member 9876 quistorp');
    await expect(list(page)).toContainText('Member 9876 Quistorp');
    await finds(page, '030 55001234');
    await expect(list(page)).toContainText('Member 1234 Quistorp');
  });

  await test.step('they go out as cards and as a table', async () => {
    for (const [item, file, entries] of [
      ['Export as vCard', 'contacts.vcf', /^BEGIN:VCARD/gm],
      ['Export as CSV', 'contacts.csv', /\+4930/g],
    ] as const) {
      await page.getByRole('button', { name: 'More' }).last().click();
      const coming = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe(file);
      const text = await readFile(await download.path(), 'utf8');
      expect(text.match(entries)?.length).toBeGreaterThanOrEqual(many);
      expect(text).toContain('Member 4711 Quistorp');
    }
  });

  await test.step('brought once more, they are all there already', async () => {
    await opensImport(page);
    await chooses(page, 'again.vcf', cards('Quistorp', 600));
    await expect(dialog(page).getByText('600 entries skipped')).toBeVisible({ timeout: 30_000 });
    await expect(dialog(page).getByText('All contacts in this file already exist.')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Undo import' })).toBeHidden();
  });

  const [first] = await sidetone.query<{ id: string }>(`select id from contact_imports where created = $1`, [many]);
  await test.step('taken back, nobody of them is left', async () => {
    // Only the newest has its button; another one is taken back as programs do.
    const session = await ApiSession.signIn(sidetone.origin, people[priya]);
    const gone = await session.request('DELETE', `/contacts/imports/${first?.id}`, undefined, 60_000);
    expect(gone.status).toBe(200);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await finds(page, 'quistorp');
    await expect(page.getByText('No results for “quistorp”')).toBeVisible();
  });
});

test('a table with mistakes says what was left out, and goes with one press', async ({ seat }) => {
  const { page } = await seat(priya, { microphone });
  const table = [
    'Vorname;Nachname;Telefon geschäftlich;E-Mail-Adresse;Schuhgröße',
    'Zora;Wunderlich;030 5550001;zora@example.com;38',
    'Yara;Wunderlich;call me;no address;39',
    ';;030 5550002;;40',
  ].join('\r\n');
  await opensImport(page);
  await chooses(page, 'leute.csv', table);
  const problems = dialog(page).getByRole('list', { name: 'Problems in the file' });
  await expect(problems.getByRole('listitem')).toHaveText([
    /Whole file.*no field for them: Schuhgröße/,
    /Line 3.*Invalid number.*Yara Wunderlich: call me/,
    /Line 3.*Invalid email address.*no address/,
    /Line 4.*it has no name/,
  ]);
  await expectsNoViolation(page, 'an import with problems');
  await dialog(page).getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('2 contacts removed again').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await finds(page, 'wunderlich');
  await expect(page.getByText('No results for “wunderlich”')).toBeVisible();
});

test('users who close the window see the result on whatever page they are, and undo it from there', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page } = await seat(priya, { microphone });
  // Someone of the same cards is being changed: the import waits for that until the window is closed.
  await sidetone.query(
    `insert into contacts (id, account_id, name, external_id)
      select 'held', account_id, 'Held', 'Abendroth-2900' from users where email = $1`,
    [people[priya].email],
  );
  const letGo = await sidetone.hold(`select id from contacts where id = 'held' for update`);
  await opensImport(page);
  await chooses(page, 'close.vcf', cards('Abendroth', 3000));
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  const search = page.locator('input[role=combobox]');
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await letGo();
  await expect(page.getByText('close.vcf imported')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2,999 contacts removed again')).toBeVisible({ timeout: 30_000 });
});

test('the server is killed in the middle: the import continues, and no contact is created twice', async ({
  seat,
  sidetone,
}) => {
  const { page } = await seat(priya, { microphone });
  await opensImport(page);
  await chooses(page, 'killed.vcf', cards('Zwiesel', many));
  await expect(dialog(page).getByText(/^[1-9][0-9,]* of 10,000$/)).toBeVisible();
  await sidetone.killServices();
  await expect(dialog(page).getByText('10,000 contacts added')).toBeVisible({ timeout: 90_000 });
  const [found] = await sidetone.query<{ rows: number; names: number }>(
    `select count(*)::int as rows, count(distinct name)::int as names from contacts where last_name = 'Zwiesel'`,
  );
  expect(found).toEqual({ rows: many, names: many });
});

test('a letter is no file of contacts, and two files are one too many', async ({ seat, sidetone }) => {
  await everybodyReads(sidetone, 'de');
  const { page } = await seat(tom, { microphone, locale: 'de-DE' });
  await opensImport(page);
  await chooses(page, 'brief.txt', 'Liebe Zora,\nwie geht es dir?');
  await expect(dialog(page).getByRole('heading', { name: 'brief.txt konnte nicht importiert werden' })).toBeVisible();
  await expect(dialog(page).getByText('Nicht lesbar: Liebe Zora,')).toBeVisible();
  await chooses(page, 'leer.vcf', '');
  await expect(dialog(page).getByRole('alert')).toContainText('Die Datei ist leer.');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['a.vcf', 'b.vcf']) data.items.add(new File(['x'], name));
    return data;
  });
  const zone = dialog(page).getByText('Datei hierher ziehen');
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog(page).getByRole('alert')).toContainText('Wähle nur eine Datei auf einmal.');
  const one = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['BEGIN:VCARD\nVERSION:4.0\nFN:Drop Person\nEND:VCARD\n'], 'drop.vcf'));
    return data;
  });
  await zone.dispatchEvent('drop', { dataTransfer: one });
  await expect(dialog(page).getByText('1 Kontakt hinzugefügt')).toBeVisible();
  await everybodyReads(sidetone, 'en');
});

test('users who may not change contacts cannot import any', async ({ seat, sidetone, people }) => {
  await sidetone.query(`update users set grants = '{CONTACT_READ}' where email = $1`, [people[tom].email]);
  const { page } = await seat(tom, { microphone, at: '/main/contacts' });
  await page.getByRole('button', { name: 'More' }).last().click();
  await expect(page.getByRole('menuitem', { name: 'Import contacts…' })).toHaveAttribute('aria-disabled', 'true');
  await goesTo(page, '/main/contacts/dialogs/contacts/import');
  await expect(dialog(page).getByText('You do not have permission to change contacts')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /file/ })).toBeHidden();
  const { accessToken } = await ApiSession.signIn(sidetone.origin, people[tom]);
  const refused = await fetch(`${sidetone.origin}/api/contacts/imports?fileName=x.vcf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/vcard' },
    body: card('FN:Nobody'),
  });
  expect(refused.status).toBe(403);
});
