import type { Page } from '@playwright/test';
import { inDesktopProgram } from '../people/desktop-program.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
const ownChannel = /\/main\/channels\/private$/;
// The way in is proved with all that a browser keeps of the app.
test.use({ desks: { keepsApp: true } });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const signInButton = (page: Page) => page.getByRole('button', { name: /^Sign in/ });
const step = (page: Page) => page.getByRole('listitem').and(page.locator('[aria-current=step]'));

/** The window of the app stands, and not a page before it. */
const isInApp = (page: Page) =>
  expect(page.getByRole('navigation').getByRole('link', { name: /^Private/ })).toBeVisible({ timeout: 30_000 });

/**
 * Back within the app. The page that is come to leads on immediately, and Playwright can wait for the load of that first
 * page for ever.
 */
const goesBack = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
  );

/** What the app remembers of this browser. */
const remember = (page: Page, flags: object) =>
  page.evaluate((kept) => localStorage.setItem('sidetone.local-flags', JSON.stringify(kept)), flags);

test('a new user is led through the setup, continues elsewhere where they stopped, and ends in the app', async ({
  sitDown,
  sidetone,
}) => {
  test.setTimeout(300_000);
  const first = await sitDown(1, { ...desk, isNew: true });
  const { page, who } = first;
  await sidetone.query(
    `update users set settings = settings - 'onboarding', grants = grants || '{INTEGRATION_WRITE}' where email = $1`,
    [who.email],
  );
  const kept = async () => {
    const rows = await sidetone.query<{ onboarding: unknown }>(
      `select settings -> 'onboarding' as onboarding from users where email = $1`,
      [who.email],
    );
    return rows[0]?.onboarding;
  };
  const goOn = page.getByRole('link', { name: /^Continue/ });
  const goBack = page.getByRole('link', { name: 'Go back' });
  const connect = page.getByRole('link', { name: 'Connect contacts' });

  await test.step('welcome', async () => {
    await first.signsIn();
    await expect(page.getByRole('heading', { name: 'Welcome, Jonas' })).toBeVisible();
    await expect(page).toHaveURL(/\/setup\/start$/);
    // This page is enough for most people: it counts nothing.
    await expect(page.getByRole('list', { name: /^Step/ })).toHaveCount(0);
    await expect(page.getByRole('definition').filter({ hasText: '12' }).first()).toBeVisible();
    await expect(goOn).toBeFocused();
    await expect(goBack).toBeHidden();
    await expectsNoViolation(page, 'welcome');
    await expect.poll(kept).toEqual({ completed: false, path: '/setup/start' });
  });

  await test.step('contacts, and back', async () => {
    await connect.click();
    await expect(page).toHaveURL(/\/setup\/integrations$/);
    await expect(page.getByRole('list', { name: 'Step 2 of 3' }).getByRole('listitem')).toHaveCount(3);
    await expect(step(page)).toHaveText(/Connect contacts/);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Close settings' })).toHaveCount(0);
    await expectsNoViolation(page, 'contacts');
    await goBack.click();
    await expect(page).toHaveURL(/\/setup\/start$/);
    await connect.click();
    await expect(page).toHaveURL(/\/setup\/integrations$/);
  });

  await test.step('an integration has its form below the page', async () => {
    await page.getByRole('button', { name: 'Connect CardDAV' }).click();
    await expect(page).toHaveURL(/\/setup\/integrations\/CARDDAV$/);
    await expect(page.getByLabel('Address')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect.poll(kept).toEqual({ completed: false, path: '/setup/integrations' });
  });

  await test.step('on another machine it continues from there', async () => {
    const second = await sitDown(1, desk);
    await second.signsIn();
    await expect(second.page).toHaveURL(/\/setup\/integrations$/);
    await second.page.getByRole('link', { name: 'Skip step' }).click();
    await expect(second.page).toHaveURL(/\/setup\/done$/);
    const start = second.page.getByRole('link', { name: /^Start app/ });
    await expect(start).toBeFocused();
    await expect(start).toHaveAttribute('href', '/main/channels/private');
    await expect(second.page.getByRole('link', { name: 'Go back' })).toBeVisible();
    await expect(second.page.getByRole('link', { name: 'Skip step' })).toHaveCount(0);
    await expectsNoViolation(second.page, 'done');
    await second.page.keyboard.press('Enter');
    await expect(second.page).toHaveURL(ownChannel);
    await isInApp(second.page);
    expect(await kept()).toEqual({ completed: true, path: null });
    // Back from the app is the app, and not a page of a set-up that is over.
    await goesBack(second.page);
    await expect(second.page).toHaveURL(ownChannel);
    await isInApp(second.page);
  });

  await test.step('looking at it again takes nothing back', async () => {
    await page.goto('/setup/start');
    await expect(page.getByRole('heading', { name: 'Welcome, Jonas' })).toBeVisible();
    await connect.click();
    await expect(page).toHaveURL(/\/setup\/integrations$/);
    expect(await kept()).toEqual({ completed: true, path: null });
  });

  await test.step('dialogs and banners are here as on every page, except those that need the phone', async () => {
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await page.goto('/setup/dialogs/settings/audio');
    await expect(settings.getByRole('heading', { name: 'Audio' })).toBeVisible();
    await expect(page).toHaveURL(/\/setup\/start\/dialogs\/settings\/audio$/);
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect(page).toHaveURL(/\/setup\/start$/);
    await page.goto('/setup/done/dialogs/omnibar');
    await expect(page).toHaveURL(/\/setup\/done$/);
    await expect(page.getByRole('link', { name: /^Start app/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.context().setOffline(true);
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeVisible();
    await expectsNoViolation(page, 'offline in the setup');
    await page.context().setOffline(false);
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeHidden();
  });
});

test('the last page of the setup says whether the calls of a queue ring, and offers nothing that reads like signing out', async ({
  sitDown,
  sidetone,
}) => {
  const lene = await sitDown(4, desk);
  const { page } = lene;
  await lene.comesToWork('newer');
  const logs = (dialedIn: boolean) =>
    sidetone.query(
      `update channel_members set dialed_in = $2 where user_id = (select id from users where email = $1)
         and channel_id in (select id from channels where owner_user_id is null)`,
      [lene.who.email, dialedIn],
    );
  await logs(true);
  await page.goto('/setup/done');
  const queue = page.getByRole('listitem').filter({ hasText: 'Service' });
  await expect(queue).toContainText('Its calls ring you.');
  await expect(queue).toContainText('Logged in');
  await expect(page.getByRole('button', { name: /log out|sign out/i })).toHaveCount(0);
  await expectsNoViolation(page, 'the last page of the setup');

  await logs(false);
  await expect(queue).toContainText('Its calls do not ring you.');
  await expect(queue).not.toContainText('Logged in');
  await expect(page.getByRole('button', { name: /log out|sign out/i })).toHaveCount(0);
  await queue.getByRole('button', { name: 'Log in to Service' }).click();
  await expect(queue).toContainText('Its calls ring you.');
  await expect(queue).toContainText('Logged in');
});

test('without a page of the app in the address, users start at their own first page; known addresses stay', async ({
  sitDown,
}) => {
  const priya = await sitDown(2, { ...desk, isNew: true });
  const { page } = priya;
  await priya.signsIn();
  await expect(page).toHaveURL(/\/audio-setup\/?$/);

  for (const [address, leadsTo] of [
    ['/nowhere/at/all', /\/audio-setup\/?$/],
    ['/setup', /\/setup\/start$/],
    ['/setup/nowhere', /\/setup\/start$/],
    ['/onboarding', /\/setup\/start$/],
    ['/onboarding/what/ever', /\/setup\/start$/],
  ] as const) {
    await page.goto(address);
    await expect(page, address).toHaveURL(leadsTo);
  }
  await page.goto('/main/contacts');
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/main\/contacts$/);

  await remember(page, {
    audioSetupCompleted: true,
    'welcome-notification': true,
    introSeenAt: '2026-01-01T00:00:00Z',
  });
  for (const address of ['/', '/nowhere/at/all', '/main']) {
    await page.goto(address);
    await expect(page, address).toHaveURL(ownChannel);
  }
  await page.goto('/?dial=12');
  await expect(page.getByRole('combobox')).toHaveValue('12');
});

test('signed out there is only the door, which first checks for a session', async ({ sitDown }) => {
  const { page } = await sitDown(3, desk);
  let letGo = () => {};
  const answered = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/server-info', async (route) => {
    const reply = await route.fetch();
    const info = (await reply.json()) as object;
    await answered;
    await route.fulfill({ json: { ...info, links: { register: 'https://provider.example/join' } } });
  });
  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Every call,\s*already written down\./);
  await expect(page.getByRole('button', { name: 'Checking' })).toBeDisabled();
  await expect(page.getByLabel(/^password/i)).toHaveCount(0);
  await expect(page.getByText('Checking whether you are still signed in here.')).toBeVisible();
  letGo();
  await expect(page.getByLabel(/^email/i)).toBeFocused();
  await expect(signInButton(page)).toBeEnabled();
  await expect(page.getByText('No account yet?')).toBeVisible();
  const register = page.getByRole('link', { name: /^Register with your provider/ });
  await expect(register).toHaveAttribute('href', 'https://provider.example/join');
  await expect(register).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: /^Privacy/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Terms/ })).toBeVisible();

  for (const address of ['/setup/done', '/audio-setup', '/main/contacts', '/admin/users', '/onboarding/x', '/']) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/login/);
    await expect(register).toBeVisible();
  }
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/login');
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Ask an administrator of your company/ })).toHaveAttribute(
    'href',
    '/help#contact',
  );
});

test('SROUTE-036: until the channels are there, their routes show the shape of the list, and others the start screen', async ({
  sitDown,
}) => {
  const tom = await sitDown(3, desk);
  const { page } = tom;
  await tom.signsIn();
  await isInApp(page);
  await page.goto('/help');
  await page.evaluate(() => localStorage.removeItem('sidetone.rows'));
  await page.routeWebSocket(/\/live/, () => {});
  const list = page.getByRole('status', { name: 'Loading', exact: true });
  for (const path of ['private', 'private/number/%2B4930901820']) {
    await page.goto(`/main/channels/${path}`);
    await expect(list).toBeVisible();
    // The start screen has the mark of the product instead.
    await expect(page.getByRole('main').locator('svg')).toHaveCount(0);
  }
  await page.goto('/main/contacts');
  await expect(page.getByRole('main').locator('svg').first()).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('an account that does not load says so after half a minute, with ways out', async ({ sitDown }) => {
  const tom = await sitDown(3, desk);
  const { page } = tom;
  await tom.signsIn();
  await isInApp(page);
  await page.goto('/help');
  // What this browser keeps of the account would stand there.
  await page.evaluate(() => localStorage.removeItem('sidetone.rows'));
  // Connected, and never a word.
  await page.routeWebSocket(/\/live/, () => {});
  await page.clock.install();
  await page.goto('/setup/start');
  await page.clock.runFor(600);
  await expect(page.getByText('Loading your set-up')).toBeVisible();
  await page.goto('/main/channels/private');
  await page.clock.runFor(600);
  await expect(page.getByText('Loading your channels')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.clock.runFor(30_000);
  const failed = page.getByRole('alert').filter({ hasText: 'Your account could not be loaded' });
  await expect(failed.getByRole('link', { name: /^Get help/ })).toBeVisible();
  await expect(failed.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(failed.getByText(/debug builds/)).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('sidetone.debug', 'yes'));
  await page.goto('/main/channels/private');
  await page.clock.runFor(600);
  await expect(page.getByText('Loading your channels')).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(failed.getByText(/^User w\w+, in debug builds only$/)).toBeVisible();
});

test('the desktop program has people sign in in the system’s browser, and gives the window its size', async ({
  sitDown,
  sidetone,
}) => {
  const lene = await sitDown(4, desk);
  const { page, who } = lene;
  const { orders, signsInBeside } = await inDesktopProgram(lene);
  const signIns = () => orders.filter(({ name }) => name === 'signIn');
  await page.goto('/login');
  await signInButton(page).click();
  await expect(page.getByText('Sign in in the browser window. Didn’t it open?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Waiting' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(signInButton(page)).toBeFocused();
  await signInButton(page).click();
  await page.getByRole('button', { name: 'Open it again' }).click();
  await expect.poll(() => signIns().length).toBe(3);

  expect(await signsInBeside()).not.toContain(sidetone.origin);
  await isInApp(page);
  const sizes = () => orders.filter(({ name }) => name === 'resizeWindow').map(({ asked }) => asked);
  await expect.poll(() => sizes().at(-1)).toEqual({ size: 'main' });

  await test.step('a user who signs out of the program is signed out at the server, whose session is in the other browser', async () => {
    const signIns = () =>
      sidetone.query(
        `select d.id from oidc_documents d join users u on u.id = d.payload ->> 'accountId'
         where d.model = 'Grant' and d.payload ->> 'clientId' = 'sidetone-desktop' and u.email = $1`,
        [who.email],
      );
    expect(await signIns()).toHaveLength(1);
    // The program knows nothing of what that browser keeps.
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(signInButton(page)).toBeFocused();
    expect(await signIns()).toEqual([]);
  });
});

test('the first notification is a greeting, and there is no second one', async ({ sitDown }) => {
  // Notifications are shown by the whole of Chromium alone.
  const samuel = await sitDown(5, { ...desk, isNew: true, ownBrowser: 'whole' });
  const { page } = samuel;
  const ready = { audioSetupCompleted: true, introSeenAt: '2026-01-01T00:00:00Z' };
  await page.goto('/login');
  await remember(page, ready);
  await samuel.signsIn();
  await isInApp(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // A page that greets nobody, and has the service worker from its start.
  await page.goto('/help');
  await page.context().grantPermissions(['notifications']);
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('There is no service worker');
  // A browser without a screen shows nothing: what it is asked to show is written down.
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const titles: string[] = [];
    const showNotification = async (title: string) => void titles.push(title);
    Object.assign(globalThis, { titles });
    Object.assign(registration, { showNotification });
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as { titles: string[] }).titles);
  await page.goto('/main');
  await expect.poll(shown).toEqual(['Welcome to Sidetone']);
  await page.goto('/main');
  await isInApp(page);
  await page.goto('/help');
  // Who has not seen one: now there are two, and so the app of before told nothing.
  await remember(page, ready);
  await page.goto('/main');
  await isInApp(page);
  await expect.poll(shown).toEqual(['Welcome to Sidetone', 'Welcome to Sidetone']);
});

test('an administrator whose inbox is empty sees what the company still needs', async ({ sitDown, sidetone }) => {
  await sidetone.query(
    `delete from inbox_events where channel_id =
       (select c.id from channels c join users u on u.id = c.owner_user_id where u.email like 'mara%')`,
  );
  const mara = await sitDown(0, desk);
  const { page } = mara;
  await mara.signsIn();
  const needs = page.getByRole('list', { name: 'What your company still needs' });
  await expect(needs.getByRole('listitem')).toHaveCount(4);
  await expect(needs.getByRole('listitem').filter({ hasText: 'Invite colleagues' })).toContainText('Done');
  await expectsNoViolation(page, 'first inbox');
  await needs.getByRole('button', { name: 'Connect' }).click();
  await expect(page).toHaveURL(/\/dialogs\/settings\/integrations$/);
});
