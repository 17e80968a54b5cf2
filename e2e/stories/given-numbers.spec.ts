import { goesTo } from '../people/going.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The company of a file beside others does not run the server, so it cannot give itself numbers.
const microphone = tone(440);

const words = {
  en: {
    language: 'an English page',
    heading: 'Numbers',
    add: 'Add numbers',
    fromServer: 'The operator of this server assigns the numbers.',
    emptyFromServer:
      'The operator of this server assigns the numbers. Until then, people call each other by extension.',
    connect: 'Connect your line',
    first: /^First number/,
  },
  de: {
    language: 'a German page',
    heading: 'Nummern',
    add: 'Nummern hinzufügen',
    fromServer: 'Nummern vergibt der Betreiber dieses Servers.',
    emptyFromServer: 'Nummern vergibt der Betreiber dieses Servers. Bis dahin erreicht ihr euch über Nebenstellen.',
    connect: 'Schließe deinen Anschluss an',
    first: /^Erste Nummer/,
  },
} as const;

test('a company that does not run the server learns where its numbers come from', async ({
  seat,
  sidetone,
  numbers,
}) => {
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'en');
  const { page } = await seat(0, { microphone });
  const add = (language: 'en' | 'de') => page.getByRole('button', { name: words[language].add });

  for (const language of ['en', 'de'] as const) {
    await test.step(`instead of a button, on ${words[language].language}`, async () => {
      await everybodyReads(sidetone, language);
      await page.goto('/admin/numbers');
      await expect(page.getByRole('heading', { name: words[language].heading, level: 1 })).toBeVisible();
      await expect(page.getByText(words[language].fromServer, { exact: true })).toBeVisible();
      await expect(add(language)).toHaveCount(0);
    });
  }

  await test.step('the row of a number tells what would happen to its calls', async () => {
    await everybodyReads(sidetone, 'en');
    await page.goto('/admin/numbers');
    const row = page.getByRole('row').filter({ hasText: numbers.service.slice(-4) });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Who would ring?' }).click();
    await expect(page.getByRole('combobox', { name: 'Number or extension' })).toHaveValue(/\d{4}$/);
    await page.getByLabel('Calling number').fill('+49 30 5550199');
    await page.getByRole('button', { name: 'Who rings?' }).click();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('Service');
  });

  await test.step('and before they take one away, which they cannot undo', async () => {
    await everybodyReads(sidetone, 'en');
    await page.goto('/admin/numbers');
    const row = page.getByRole('row').filter({ hasText: numbers.service.slice(-4) });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Remove number' }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(question).toContainText('Only the operator of this server can give it back to you.');
    await question.getByRole('button', { name: 'Remove number' }).click();
    await expect(page.getByText(/ removed$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(row).toHaveCount(0);
  });

  await test.step('and where there are none yet', async () => {
    await sidetone.query('delete from numbers');
    await sidetone.query('delete from trunks');
    for (const language of ['en', 'de'] as const) {
      await everybodyReads(sidetone, language);
      await page.goto('/admin/numbers');
      await expect(page.getByText(words[language].emptyFromServer, { exact: true })).toBeVisible();
      await expect(add(language)).toHaveCount(0);
      await goesTo(page, '/admin/first-run?open=line');
      await expect(page.getByRole('heading', { name: words[language].connect })).toBeVisible();
      await expect(page.getByText(words[language].fromServer, { exact: true })).toBeVisible();
      await expect(page.getByLabel(words[language].first)).toHaveCount(0);
    }
  });
});
