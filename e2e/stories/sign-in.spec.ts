import type { Page, Route } from '@playwright/test';
import { message } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };

test.beforeEach(({ sidetone }) => everybodyReads(sidetone, 'en'));

const signInButton = (page: Page) => page.getByRole('button', { name: /^Sign in/ });

/** The window of the app stands, and not a page before it. */
const isInApp = (page: Page) =>
  expect(page.getByRole('navigation').getByRole('link', { name: /^Private/ })).toBeVisible({ timeout: 30_000 });

test('a language chosen at the door stays, here and elsewhere; one that nobody chose is that of the browser', async ({
  sitDown,
  sidetone,
}) => {
  const priya = await sitDown(2, desk);
  const { page, who } = priya;
  const reads = (language: 'en' | 'de', chosen: string) =>
    sidetone.query(`update users set locale = $1, locale_chosen_at = ${chosen} where email = $2`, [
      language,
      who.email,
    ]);
  const root = page.locator('html');
  const inApp = (on: Page) => expect(on.getByRole('navigation').first()).toBeVisible({ timeout: 30_000 });
  const leaves = async () => {
    await page.getByRole('button', { name: /^(Your menu|Dein Menü)/ }).click();
    await page.getByRole('menuitem', { name: /^(Sign out|Abmelden)/ }).click();
    await expect(page).toHaveURL(/\/login$/);
  };

  await test.step('nobody chose: German for German browsers, English for this one', async () => {
    await reads('de', 'null');
    await priya.signsIn();
    await inApp(page);
    await expect(root).toHaveAttribute('lang', 'en');
    await leaves();
  });
  await test.step('she has German, and chooses English at the door', async () => {
    await reads('de', 'now()');
    await priya.signsIn();
    await inApp(page);
    await expect(root).toHaveAttribute('lang', 'de');
    await leaves();
    await page.getByRole('radio', { name: 'English' }).click();
    await expect(root).toHaveAttribute('lang', 'en');
    await priya.signsIn();
    await inApp(page);
    await page.reload();
    await inApp(page);
    await expect(root).toHaveAttribute('lang', 'en');
  });
  await test.step('on a German machine as well', async () => {
    const other = await sitDown(2, { ...desk, locale: 'de-DE' });
    await other.page.goto('/login');
    await expect(other.page.locator('html')).toHaveAttribute('lang', 'de');
    await other.signsIn();
    await inApp(other.page);
    await expect(other.page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('signing out takes the tokens back without a false alarm', async ({ sitDown }) => {
  const priya = await sitDown(2, desk);
  const { page } = priya;
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await priya.signsIn();
  await isInApp(page);
  const revoked = page.waitForResponse('**/oidc/token/revocation');
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  expect((await revoked).status()).toBe(200);
  await expect(page.getByLabel(/^password/i)).toBeVisible();
  expect(logged.filter((line) => line.includes('revoking the refresh token failed'))).toEqual([]);
});

test('a failed sign-in is explained in clear words, and nothing of it is logged but its code', async ({
  sitDown,
  sidetone,
}) => {
  const tom = await sitDown(3, desk);
  const { page, who } = tom;
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/login');
  const password = page.getByLabel(/^password/i);
  await page.getByLabel(/^email/i).fill(who.email);
  await password.fill(who.password);

  await test.step('the server refuses', async () => {
    await page.route('**/oidc/**', (route) => route.abort('connectionrefused'));
    await signInButton(page).click();
    await expect(message(page, `localhost:${sidetone.ports.http} refused the connection`)).toBeVisible();
    await expect(password).toBeFocused();
    await page.unroute('**/oidc/**');
  });

  await test.step('there is no network', async () => {
    await page.context().setOffline(true);
    await signInButton(page).click();
    await expect(message(page, 'No connection')).toBeVisible();
    await page.context().setOffline(false);
  });

  const states: string[] = [];
  /** The provider leads back with an error. */
  const refuse = (error: string) => async (route: Route) => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? '';
    states.push(state);
    const location = `/signed-in?${new URLSearchParams({ error, state, error_description: 'of nobody' })}`;
    await route.fulfill({ status: 302, headers: { location } });
  };
  for (const [error, words] of [
    ['email-already-in-use', 'This email is already in use'],
    ['account-exists-with-different-credential', 'This email already has another account'],
    ['timeout', 'Signing in took too long'],
    ['access_denied', 'Could not sign in'],
    ['credential-already-in-use', 'Could not sign in'],
    ['operation-not-allowed', 'Could not sign in'],
    ['user-service/bad-request', 'Could not sign in'],
    ['user-service/internal-error', 'Could not sign in'],
  ] as const) {
    await test.step(error, async () => {
      await page.route('**/oidc/auth?**', refuse(error));
      await signInButton(page).click();
      // The message before it may say the same.
      await expect.poll(() => logged).toContain(`[sign-in] failed ${error.replace('_', '-')}`);
      await expect(message(page, words)).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
      await expect(password).toBeFocused();
      await page.unroute('**/oidc/auth?**');
    });
  }
  expect(states).toHaveLength(8);
  for (const state of states) expect(logged.join('\n')).not.toContain(state);

  await test.step('and then it works', async () => {
    // What was typed is still there.
    await signInButton(page).click();
    await isInApp(page);
    expect(logged.join('\n')).not.toContain(who.password);
  });
});

/** A connection that drops the scripts of the first `times` loads of the page. */
async function dropsTheApp(page: Page, times: number): Promise<void> {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/*.js', (route) => (loads > times ? route.continue() : route.abort('connectionreset')));
}

test('a page whose program was dropped on its way loads it again by itself', async ({ sitDown }) => {
  const { page } = await sitDown(2, desk);
  await dropsTheApp(page, 1);
  await page.goto('/login');
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText('Sidetone is not loading')).toHaveCount(0);
});

test('a program that does not come at all is said in both languages, with a link that loads it', async ({
  sitDown,
}) => {
  const { page } = await sitDown(2, desk);
  await dropsTheApp(page, 2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Sidetone is not loading');
  await expect(notice).toContainText('Sidetone lädt nicht');
  await expectsNoViolation(page, 'not loading');
  await page.getByRole('link', { name: 'App neu laden' }).click();
  await expect(signInButton(page)).toBeVisible();
});

test('a page says that it is not loading where a program is on its way for very long', async ({ sitDown }) => {
  const { page } = await sitDown(2, desk);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/entry-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('Sidetone is not loading', { timeout: 15_000 });
  arrive();
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
