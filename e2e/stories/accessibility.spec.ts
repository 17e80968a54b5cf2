import type { Page } from '@playwright/test';
import type { Colleague, Desk } from '../people/colleague.ts';
import { looksIn } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Every screen is looked at four times, and most stories have six screens.
test.setTimeout(300_000);

for (const locale of ['en-US', 'de-DE'] as const) {
  test.describe(`in ${locale}`, () => {
    const look = looksIn(locale);
    const desk = { microphone: tone(440), locale } satisfies Omit<Desk, 'origin'>;

    test.beforeAll(async ({ sidetone }) => {
      await everybodyReads(sidetone, locale === 'de-DE' ? 'de' : 'en');
      // A call that rings is looked at eight times, for which a slow machine needs more than half a minute.
      await sidetone.query('update channels set ring_seconds = 300');
    });

    test('the way in has no barrier', async ({ sitDown }) => {
      const { page } = await sitDown(0, desk);
      await page.goto('/');
      const button = page.getByRole('button', { name: /^(sign in|anmelden)/i });
      await button.waitFor();
      await page.getByLabel(/^(password|passwort)/i).waitFor();
      await look(page, 'form');
      await button.click();
      await expect(page.getByLabel(/^(e-?mail)/i)).toHaveAttribute('aria-invalid', 'true');
      await look(page, 'form with a mistake');
    });

    test('the first administrator has no barrier', async ({ sitDown }) => {
      const { page } = await sitDown(0, desk);
      // The server has its administrator; the page is told otherwise.
      const info = { setupNeeded: true, secure: true };
      await page.route('**/api/server-info', (route) => route.fulfill({ json: info }));
      await page.route('**/api/setup', (route) => route.fulfill({ json: { needed: true } }));
      await page.goto('/set-up');
      await page.getByRole('textbox').first().waitFor();
      await look(page, 'set-up');
      await page.getByRole('button', { name: /^(create account|konto anlegen)/i }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await look(page, 'set-up with mistakes');
    });

    test('inbox, menu and omnibar have no barrier', async ({ seat }) => {
      const anna = await seat(0, desk);
      const { page } = anna;
      await look(page, 'unresolved calls');
      await anna.showsAllCalls();
      await anna.inbox.getByRole('listitem').first().waitFor();
      await look(page, 'all calls');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await look(page, 'omnibar, empty');
      await page.getByRole('combobox').fill('a');
      await page.getByRole('option').first().waitFor();
      await look(page, 'omnibar, results');
      await page.getByRole('combobox').fill('zzzzzz');
      await page.getByRole('option', { name: /zzzzzz/ }).waitFor();
      await expect(page.getByRole('option')).toHaveCount(2);
      await look(page, 'omnibar, nobody');
      // The first press empties the field, the second closes.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox')).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox')).toBeHidden();
      const menu = page.getByRole('menu');
      // It may close where the left column changes its width, so it is opened again each time.
      const open = async () => {
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
        await page.getByRole('button', { name: /^(your menu|dein menü)/i }).click();
        await expect(menu).toBeVisible();
      };
      // A menu stands outside of every landmark for as long as it is open: the rule is meant for what stays.
      await look(page, 'menu', { before: open, except: ['region'] });
    });

    test('a call has no barrier at any moment', async ({ seat }) => {
      const anna = await seat(0, desk);
      const ben = await seat(1, { ...desk, microphone: tone(1000) });
      await anna.calls(ben.who.name);
      await ben.dock.getByRole('button', { name: /^(accept|annehmen)/i }).waitFor();
      await look(anna.page, 'dialling');
      await look(ben.page, 'ringing');
      await ben.accepts();
      await live(ben);
      await look(ben.page, 'live');
      await ben.presses(/^(mute|stumm)/i);
      await look(ben.page, 'muted');
      await ben.presses(/^(hold|halten)/i);
      await ben.dock.getByRole('button', { name: /^(resume|zurückholen)/i }).waitFor();
      await look(ben.page, 'held');
      await anna.dock.getByRole('button', { name: /^(keypad|tasten)/i }).click();
      await look(anna.page, 'keypad');
      await anna.hangsUp();
    });

    test('a recorded warm transfer has no barrier at any moment', async ({ seat }) => {
      const anna = await seat(0, desk);
      const ben = await seat(1, { ...desk, microphone: tone(1000) });
      const clara = await seat(2, { ...desk, microphone: tone(1700) });
      await anna.calls(ben.who.name);
      await ben.accepts();
      await live(anna);
      await anna.presses(/^(record|aufnahme)/i);
      await anna.page.getByRole('dialog').waitFor();
      await look(anna.page, 'consent');
      await anna.page.getByRole('button', { name: /^(start recording|aufnahme starten)/i }).click();
      await anna.dock.getByRole('button', { name: /^stopp?/i }).waitFor();
      await look(anna.page, 'recording');
      await anna.page.keyboard.press('Control+Alt+Shift+KeyA');
      await anna.page.getByRole('option').first().waitFor();
      await look(anna.page, 'somebody to ask');
      await anna.page.getByRole('combobox').fill(clara.who.name);
      await anna.page.getByRole('option', { name: new RegExp(clara.who.name) }).waitFor();
      await anna.page.keyboard.press('Enter');
      await clara.dock.getByRole('button', { name: /^(accept|annehmen)/i }).waitFor();
      await look(anna.page, 'second call dials');
      await clara.accepts();
      const conference = anna.dock.getByRole('button', { name: /^(conference|konferenz)/i });
      await expect(conference).toBeEnabled();
      await look(anna.page, 'two calls');
      await conference.click();
      await expect(conference).toHaveAttribute('aria-pressed', 'true');
      await look(anna.page, 'conference');
      await anna.presses(/^(leave|verlassen)/i);
      await ben.hangsUp();
    });
  });
}

const live = (colleague: Colleague) =>
  colleague.dock.getByRole('button', { name: /^(hold|halten)/i }).waitFor({ timeout: 10_000 });

test('users who want less motion see none', async ({ seat }) => {
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await seat(1, { microphone: tone(1000) });
  const moving = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 50)
        .map((one) => (one as CSSAnimation).animationName ?? (one as CSSTransition).transitionProperty),
    );
  await ben.page.emulateMedia({ reducedMotion: 'reduce' });
  await anna.calls(ben.who.name);
  await ben.dock.getByRole('button', { name: /^(accept|annehmen)/i }).waitFor();
  expect(await moving(ben.page)).toEqual([]);
  await ben.accepts();
  await live(ben);
  expect(await moving(ben.page)).toEqual([]);
  await ben.page.keyboard.press('Control+k');
  await ben.page.getByRole('combobox').waitFor();
  expect(await moving(ben.page)).toEqual([]);
  await anna.hangsUp();
});
