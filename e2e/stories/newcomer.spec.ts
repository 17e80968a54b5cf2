import { ApiSession } from '../people/api-session.ts';
import { seenScreens, writeDownScreens } from '../people/seen-screens.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { Sidetone, SignIn } from '../world/sidetone.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const password = 'vier Woerter am Abend';
const desk = { microphone: tone(440), isNew: true, rates: true } as const;
const ownChannel = /\/main\/channels\/private$/;

/** An administrator invites somebody; gives the page that the link leads to. The language of the invitation is German. */
async function invites(sidetone: Sidetone, admin: SignIn, newcomer: { firstName: string; email: string }) {
  const session = await ApiSession.signIn(sidetone.origin, admin);
  const body = { ...newcomer, lastName: 'Krüger', locale: 'de' };
  const reply = await session.request('POST', '/admin/users', body);
  const { userId, invitation } = (await reply.json()) as { userId: string; invitation: { url: string } };
  return { userId, path: new URL(invitation.url).pathname };
}

const localeOf = async (sidetone: Sidetone, userId: string) =>
  (await sidetone.query<{ locale: string }>('select locale from users where id = $1', [userId]))[0]?.locale;

/** What the page says, in the language of the browser. */
const words = {
  en: {
    locale: 'en-US',
    welcome: /^Welcome, /,
    newPassword: 'New password',
    goOn: /^Continue/,
    sound: 'Say something to check the sound',
    allow: 'Allow microphone',
    next: /^(Next|Save settings)/,
    save: /^Save settings/,
    callEcho: /^Call the echo test/,
    ownExtension: 'Your extension, for colleagues',
    likeBrowser: 'English, like your browser.',
    echoTest: 'Echo test',
    hangUp: /^Hang up/,
    hint: 'New',
    versionIsHere: /^Version .* is here/,
    menu: /^Your menu/,
    screens: [
      'invitation: Welcome, Joan',
      'setup: Welcome, Joan',
      'audio-setup: Say something to check the sound',
      'main: Private',
    ],
  },
  de: {
    locale: 'de-DE',
    welcome: /^Willkommen, /,
    newPassword: 'Neues Passwort',
    goOn: /^Weiter/,
    sound: 'Einmal sprechen, dann passt der Ton',
    allow: 'Mikrofon erlauben',
    next: /^(Weiter|Einstellungen speichern)/,
    save: /^Einstellungen speichern/,
    callEcho: /^Echo-Test anrufen/,
    ownExtension: 'Deine Nebenstelle, für Kollegen',
    likeBrowser: 'Deutsch, wie dein Browser.',
    echoTest: 'Echo-Test',
    hangUp: /^Auflegen/,
    hint: 'Neu',
    versionIsHere: /^Version .* ist da/,
    menu: /^Dein Menü/,
    screens: [
      'invitation: Willkommen, Jonte',
      'setup: Willkommen, Jonte',
      'audio-setup: Einmal sprechen, dann passt der Ton',
      'main: Privat',
    ],
  },
} as const;

for (const language of ['en', 'de'] as const) {
  const says = words[language];

  test(`an invited newcomer hears themselves on the fourth screen (${language})`, async ({
    sitDown,
    sidetone,
    people,
  }) => {
    test.setTimeout(240_000);
    const name = language === 'de' ? 'Jonte' : 'Joan';
    const email = `${name.toLowerCase()}@${people[0].email.split('@')[1]}`;
    const { userId, path } = await invites(sidetone, people[0], { firstName: name, email });
    const newcomer = await sitDown(1, { ...desk, locale: says.locale });
    const { page } = newcomer;
    await writeDownScreens(page.context());

    await test.step('the link, and a password typed once', async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: says.welcome })).toBeVisible();
      const field = page.getByLabel(says.newPassword);
      await expect(field).toBeFocused();
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
    });
    await test.step('one page of a set-up', async () => {
      await expect(page).toHaveURL(/\/setup\/start$/, { timeout: 20_000 });
      await expect(page.getByRole('link', { name: says.goOn })).toBeFocused();
      await expectsNoViolation(page, `the first page of a newcomer, ${language}`);
      await page.keyboard.press('Enter');
    });
    await test.step('the sound', async () => {
      await expect(page.getByRole('heading', { name: says.sound })).toBeVisible();
      const allow = page.getByRole('button', { name: says.allow });
      const next = page.getByRole('button', { name: says.next });
      await expect(allow.or(next).first()).toBeVisible();
      if (await allow.isVisible()) await allow.click();
      const save = page.getByRole('button', { name: says.save });
      await expect(next).toBeVisible();
      if (!(await save.isVisible())) await next.click();
      await save.click();
    });
    await test.step('the app greets once', async () => {
      await expect(page).toHaveURL(ownChannel);
      await expect(page.locator('[data-ready]')).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole('button', { name: says.callEcho })).toBeFocused();
      await expect(page.getByText(says.ownExtension)).toBeVisible();
      await expect(page.getByText(says.likeBrowser)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('region', { name: says.hint, exact: true })).toHaveCount(0);
      await expectsNoViolation(page, `the greeting, ${language}`);
    });
    await test.step('and they hear themselves', async () => {
      await page.keyboard.press('Enter');
      await expect(newcomer.dock).toContainText(says.echoTest);
      await expect(newcomer.dock.getByRole('button', { name: says.hangUp })).toBeVisible();
      await newcomer.expectsToHear(440, 1000);
      const seen = await seenScreens(page);
      expect(seen).toEqual(says.screens);
      expect(seen.length).toBeLessThanOrEqual(4);
    });
    await test.step('nobody asks how the echo test was', async () => {
      await newcomer.dock.getByRole('button', { name: says.hangUp }).click();
      await expect(newcomer.inbox.or(page.getByText(says.echoTest)).first()).toBeVisible();
      await expect(newcomer.dock.getByRole('button', { name: says.hangUp })).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('call-rating'))).toBeNull();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('nothing is new to them, and the language is that of their browser', async () => {
      await page.getByRole('button', { name: says.menu }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expect(page.getByText(says.versionIsHere)).toHaveCount(0);
      expect(await localeOf(sidetone, userId)).toBe(language);
    });
    await test.step('back leads neither to a form that is used up nor round and round', async () => {
      await page.keyboard.press('Escape');
      await page.goto(path);
      await expect(page).toHaveURL(ownChannel);
      await page.goto('/sign-in/used-up');
      await expect(page).toHaveURL(ownChannel);
    });
  });
}
