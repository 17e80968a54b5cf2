import type { Page } from '@playwright/test';
import type { MenuPage } from '../../apps/client/src/platform/testing/menu-page.ts';
import type { Colleague } from '../people/colleague.ts';
import { type EndedCall, NoteOnPage, noteOnServer } from '../people/notes.ts';
import { bundle } from '../world/bundle.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The server is stopped and started.
test.use({ server: 'own' });

const desk = { microphone: tone(440) };
test.use({ desks: { keepsApp: true } });
/** Apps are installed, and notifications shown, by the whole of Chromium alone. */
const wholeBrowser = { ...desk, ownBrowser: 'whole' } as const;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** The service worker serves this page from now on. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('Chromium has nothing against installing the app, and hands it links with numbers', async ({ seat }) => {
  const { page } = await seat(0, wholeBrowser);
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  const { data = '{}', errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as {
    icons: { sizes: string; purpose?: string }[];
    protocol_handlers: { protocol: string }[];
    launch_handler: { client_mode: string };
    theme_color: string;
  };
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`).sort()).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  expect(manifest.protocol_handlers.map(({ protocol }) => protocol)).toEqual(['tel', 'web+callto']);
  expect(manifest.launch_handler.client_mode).toBe('focus-existing');
  // The bar around the app has the colour of the left column.
  const column = page.getByRole('complementary').first();
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(manifest.theme_color.slice(at, at + 2), 16));
  await expect(column).toHaveCSS('background-color', `rgb(${red}, ${green}, ${blue})`);
});

/** The newest call of someone that has ended and has no note yet. */
async function callWithoutNote(sidetone: Sidetone, email: string): Promise<EndedCall> {
  const [row] = await sidetone.query<{ id: string; channel_id: string }>(
    `select e.id, e.channel_id from inbox_events e join channels c on c.id = e.channel_id
       join users u on u.id = c.owner_user_id
       where u.email = $1 and e.owner = u.id and e.terminated_at is not null
         and e.documentation #> '{note,content}' is null order by e.started_at desc limit 1`,
    [email],
  );
  if (row === undefined) throw new Error('The demo company has no call without a note');
  return { channelId: row.channel_id, docId: row.id, address: `/main/channels/private?call=${row.id}` };
}

/** What the window shows of its person and their channels. */
async function showsWindow({ page, who }: Colleague): Promise<void> {
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Service/ })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(who.name) })).toBeVisible();
}

test('without a network the window opens after a reload, and says that it is offline', async ({ seat }) => {
  const mara = await seat(0, desk);
  const { page } = mara;
  await isKept(page);
  await showsWindow(mara);
  await page.context().setOffline(true);
  await page.reload();
  await showsWindow(mara);
  await expect(page.getByText(/you are offline/i)).toBeVisible();
  await page.context().setOffline(false);
  await mara.phoneIsReady();
  await expect(page.getByText(/you are offline/i)).toBeHidden();
});

test('without a server the window opens after a reload, and a note that was not sent is there and sent later', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const mara = await seat(0, desk);
  const { page } = mara;
  await isKept(page);
  await showsWindow(mara);
  const call = await callWithoutNote(sidetone, mara.who.email);
  const note = await NoteOnPage.of(page, call);
  await sidetone.stop();
  await note.writes('Calls back on Monday.');
  await note.isSavedLocally();

  await page.goto('/main/channels/private');
  await showsWindow(mara);
  await expect(page.getByText(/^Connection( to the phone system)? lost/)).toBeVisible();

  await sidetone.start();
  // Nobody opens the call.
  await expect
    .poll(async () => (await noteOnServer(sidetone, call))?.content, { timeout: 60_000 })
    .toBe('<p>Calls back on Monday.</p>');
  await expect(page.getByText(/^Connection( to the phone system)? lost/)).toBeHidden({ timeout: 60_000 });
  const again = await NoteOnPage.of(page, call);
  await expect(again.field).toHaveText('Calls back on Monday.');
});

test('the data stored for that is deleted on sign-out', async ({ seat }) => {
  const { page } = await seat(0, desk);
  const kept = () => page.evaluate(() => localStorage.getItem('sidetone.rows'));
  await expect.poll(kept).toContain('"me"');
  await page.getByRole('button', { name: /^your menu/i }).click();
  await page.getByRole('menuitem', { name: /^sign out/i }).click();
  await expect(page.getByRole('button', { name: /^sign in/i })).toBeVisible();
  expect(await kept()).toBeNull();
});

test('a call is accepted from its notification while the app is out of sight', async ({ seat }) => {
  const mara = await seat(0, wholeBrowser);
  const jonas = await seat(1, { microphone: tone(1000) });
  const { page } = mara;
  await page.context().grantPermissions(['notifications']);
  await isKept(page);
  await mara.phoneIsReady();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('There is no service worker');
  // A browser without a screen shows nothing, and no hand reaches it: what the worker shows is written down, and pressed.
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const show = async (title: string, options: object) => Object.assign(globalThis, { shown: { title, ...options } });
    Object.assign(registration, { showNotification: show });
  });
  const notice = () =>
    worker.evaluate(() => {
      const { shown } = globalThis as unknown as { shown?: { title: string; actions: { title: string }[] } };
      return shown === undefined ? null : [shown.title, ...shown.actions.map((action) => action.title)];
    });
  await jonas.calls('Mara');
  await expect.poll(notice, { timeout: 30_000 }).toEqual(['Jonas Krüger is calling', 'Accept', 'Decline']);
  await worker.evaluate(() => {
    const { shown } = globalThis as unknown as { shown: object };
    const notification = { ...shown, close: () => {} };
    // Only a person may bring a page to the front.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => {});
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action: 'accept', waitUntil }));
  });
  await mara.expectsToHear(1000, 440);
  await mara.hangsUp();
});

test('a link with a number goes to the window that is in a call, and the call continues', async ({ sitDown, seat }) => {
  const jonas = await seat(1, { microphone: tone(1000) });
  const mara = await sitDown(0, desk);
  const { page } = mara;
  // Only an installed app has launches; what the browser would do with them is done by hand.
  await page.context().addInitScript(() => {
    type Launch = (launch: { targetURL: string }) => void;
    const launch = { to: (_: { targetURL: string }) => {} };
    Object.assign(globalThis, { launch });
    Object.defineProperty(globalThis, 'launchQueue', {
      value: {
        setConsumer(consumer: Launch) {
          launch.to = consumer;
          consumer({ targetURL: location.href });
        },
      },
    });
  });
  await mara.signsIn();
  await mara.phoneIsReady();
  await mara.calls('Jonas');
  await jonas.accepts();
  await mara.expectsToHear(1000, 440);
  await page.evaluate(() => {
    const { launch } = globalThis as unknown as { launch: { to: (launch: { targetURL: string }) => void } };
    launch.to({ targetURL: `${location.origin}/?dial=${encodeURIComponent('tel:+49 30 23125744')}` });
  });
  await expect(page.getByRole('combobox')).toHaveValue('+49 30 23125744');
  await page.keyboard.press('Escape');
  await mara.expectsToHear(1000, 440);
  await mara.hangsUp();
});

test('a menu of the browser is gone through by keys, and gives back the focus', async ({ seat }) => {
  const { page } = await seat(0, desk);
  await page.evaluate(await bundle(new URL('../../apps/client/src/platform/testing/menu-page.ts', import.meta.url)));
  const menu = page.getByRole('menu');
  const chosen = page.locator('html');
  const show = (at: { x: number; y: number }) =>
    page.evaluate((place) => (globalThis as unknown as { menuPage: MenuPage }).menuPage.show(place), at);
  const search = page.getByRole('tab').first();
  await search.focus();

  await show({ x: 500, y: 300 });
  await expect(menu.getByRole('menuitem', { name: 'Call' })).toBeFocused();
  // What cannot be chosen is passed over.
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Copy the number' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Call' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveAttribute('data-chosen', 'copy');
  await expect(menu).toBeHidden();
  await expect(search).toBeFocused();

  // At the edge it stays within the window.
  await show({ x: 1439, y: 899 });
  await expect(menu.getByRole('menuitem', { name: 'Copy the number' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(chosen).toHaveAttribute('data-chosen', 'nothing');

  await show({ x: 500, y: 300 });
  await menu.getByRole('menuitem', { name: 'Call' }).click();
  await expect(chosen).toHaveAttribute('data-chosen', 'call');
  await show({ x: 500, y: 300 });
  await expect(menu).toBeVisible();
  await page.mouse.click(900, 800);
  await expect(chosen).toHaveAttribute('data-chosen', 'nothing');
});

test('no analytics are sent unless the operator wants them', async ({ seat, sidetone }) => {
  const { page } = await seat(0, desk);
  const info = (await (await fetch(`${sidetone.origin}/api/server-info`)).json()) as { analytics: boolean };
  expect(info.analytics).toBe(false);
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/analytics')) told.push(request.url());
  });
  const asked = page.waitForResponse(/\/api\/server-info$/);
  await page.goto('/main/contacts/create');
  await asked;
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect(told).toEqual([]);
});

test('SSHELL-054: an operator who wants to know learns once that someone begins a contact', async ({ seat }) => {
  const { page } = await seat(0, desk);
  await page.route('**/api/server-info', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), analytics: true } });
  });
  const told: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/analytics')) told.push(request.postDataJSON());
  });
  await page.goto('/main/contacts');
  await expect(page.getByRole('button', { name: /^new/i })).toBeEnabled();
  expect(told).toEqual([]);
  await page.getByRole('button', { name: /^new/i }).click();
  await expect(page.getByRole('textbox', { name: /^first name/i })).toBeVisible();
  await expect.poll(() => told).toEqual([{ event: { name: 'Contact Creation Started' } }]);
});

test('a page without a place to draw into says so in the log, and nothing else happens', async ({ sitDown }) => {
  const { page } = await sitDown(1, desk);
  const said: string[] = [];
  page.on('console', (line) => said.push(line.text()));
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/login', async (route) => {
    const page = await route.fetch();
    await route.fulfill({ response: page, body: (await page.text()).replace('id="root"', 'id="other"') });
  });
  await page.goto('/login');
  await expect.poll(() => said).toContain('[app] the page has no element to draw into');
  expect(errors).toEqual([]);
});
