import type { Page } from '@playwright/test';
import { Radicale, vCard } from '@sidetone/simulator/people/radicale.ts';
import { ApiSession } from '../people/api-session.ts';
import { message, messages } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone that may reach address books on its own machine. */
const test = base.extend<object, { sidetone: Sidetone }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { INTEGRATION_PRIVATE_HOSTS: '127.0.0.1' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const microphone = tone(440);
const [mara, priya, tom, classic] = [0, 2, 3, 7] as const;

const offline = (page: Page) => page.getByRole('alert').filter({ hasText: 'You are offline. Calls cannot reach you' });
const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'Connection to the phone system lost.' });
const reconnecting = (page: Page) => page.getByRole('status').filter({ hasText: 'Connection lost. Reconnecting…' });
const noPhone = (page: Page) => page.getByText('This app is missing as a device. Calls go to your other phones only.');

/** One request that has to succeed. */
async function asks<Reply>(session: ApiSession, method: string, path: string, body?: object): Promise<Reply> {
  const reply = await session.request(method, path, body);
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('an administrator writes news; people read, follow and close it, until it changes or is over', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await seat(mara, { microphone });
  const { page } = await seat(priya, { microphone });
  const administration = boss.page;
  const table = administration.getByRole('table', { name: 'News' });
  const editor = (name: string) => administration.getByRole('dialog', { name });
  const maintenance = page.getByText('Maintenance <b>tonight</b>', { exact: true });
  const second = page.getByText('The canteen opens at noon.', { exact: true });
  const session = await ApiSession.signIn(sidetone.origin, people[mara]);

  await test.step('it is written in both languages, and previewed before anyone else sees it', async () => {
    await administration.goto('/admin/news');
    await expect(administration.getByText('No news yet')).toBeVisible();
    await administration.getByRole('button', { name: 'Write news' }).click();
    const form = editor('Write news');
    await form.getByLabel('Message in English').fill('Maintenance <b>tonight</b>');
    await form.getByLabel('Kind').selectOption('Warning');
    await form.getByLabel('Link (optional)').fill('javascript:alert(1)');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Message in German')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel('Link (optional)')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Message in German').fill('Wartung heute Nacht');
    await form.getByLabel('Link (optional)').fill('https://status.example/');
    const preview = form.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Maintenance <b>tonight</b>');
    await expect(preview).toContainText('Wartung heute Nacht');
    await expect(preview).toContainText('Mehr lesen');
    await expectsNoViolation(administration, 'writing news');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(table.getByRole('row', { name: /Maintenance.*Warning.*Everyone.*no end.*Shown/ })).toBeVisible();
    await expectsNoViolation(administration, 'news');
  });

  await test.step('people see it immediately as plain text, with a link that does not reveal where they come from', async () => {
    await expect(maintenance).toBeVisible();
    const link = page.getByRole('link', { name: 'Read more' });
    await expect(link).toHaveAttribute('href', 'https://status.example/');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expectsNoViolation(page, 'news above a channel');
    await expect(administration.getByRole('link', { name: 'Read more' })).toBeVisible();
    await expectsNoViolation(administration, 'news above the administration');
  });

  await test.step('a more urgent banner replaces it while it lasts', async () => {
    await page.context().setOffline(true);
    await expect(offline(page)).toBeVisible();
    await expect(maintenance).toBeHidden();
    await expectsNoViolation(page, 'offline');
    await page.context().setOffline(false);
    await expect(maintenance).toBeVisible({ timeout: 30_000 });
    await expect(offline(page)).toBeHidden();
  });

  const draft = {
    enabled: true,
    isForAllAccounts: false,
    testAccountOnly: false,
    expires: null,
    os: [],
    product: [],
    registrars: [],
    crm: [],
    fromVersion: null,
    toVersion: null,
    priority: -1,
    type: 'SUCCESS',
    link: null,
    linkText: null,
    message: { de: 'Die Kantine öffnet um zwölf.', en: 'The canteen opens at noon.' },
  };
  const other = await asks<{ id: string }>(session, 'POST', '/admin/info-banners', draft);

  await test.step('closed, it stays closed when the page is loaded again; the next one shows', async () => {
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(second).toBeHidden();
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await expect(second).toBeVisible();
    await expect(maintenance).toBeHidden();
    await page.reload();
    await expect(second).toBeVisible();
    await expect(maintenance).toBeHidden();
  });

  await test.step('of another kind it shows again', async () => {
    await table.getByRole('row', { name: /Maintenance/ }).click();
    const form = editor('Edit news');
    await form.getByLabel('Kind').selectOption('Error');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('alert').filter({ hasText: 'Maintenance <b>tonight</b>' })).toBeVisible();
    await expect(second).toBeHidden();
  });

  const [row] = await sidetone.query<{ id: string }>('select id from info_banners where id <> $1', [other.id]);
  const changes = (body: object) => asks(session, 'PATCH', `/admin/info-banners/${row?.id}`, body);
  const [hides, shows] = [
    async () => {
      await expect(second).toBeVisible();
      await expect(maintenance).toBeHidden();
    },
    async () => {
      await expect(maintenance).toBeVisible();
      await expect(second).toBeHidden();
    },
  ];

  await test.step('it is for the versions, systems and programs that it names', async () => {
    for (const filter of [
      { toVersion: '0.1.99' },
      { os: ['windows'] },
      { product: ['desktop'] },
      { crm: ['CARDDAV'] },
    ]) {
      await changes(filter);
      await hides();
      await changes({ toVersion: null, os: [], product: [], crm: [] });
      await shows();
    }
    await changes({ fromVersion: '0.1.99', product: ['browser'], registrars: ['phones.example'] });
    await hides();
    await changes({ registrars: [new URL(sidetone.origin).hostname] });
    await shows();
  });

  await test.step('banners for test accounts are hidden from others', async () => {
    const isTestAccount = (is: boolean) =>
      sidetone.query(
        `update accounts set flags = flags || jsonb_build_object('isTestAccount', $1::boolean)
          where id = (select account_id from users where email = $2)`,
        [is, people[priya].email],
      );
    await changes({ testAccountOnly: true });
    await hides();
    await isTestAccount(true);
    await shows();
    await isTestAccount(false);
    await hides();
    await changes({ testAccountOnly: false });
    await shows();
  });

  await test.step('at its end it goes by itself', async () => {
    await changes({ expires: new Date(Date.now() + 5_000).toISOString() });
    await expect(second).toBeVisible({ timeout: 30_000 });
    await expect(maintenance).toBeHidden();
  });

  await test.step('it is deleted', async () => {
    await asks(session, 'DELETE', `/admin/info-banners/${other.id}`);
    await expect(second).toBeHidden();
    await table.getByRole('button', { name: /^Actions for Maintenance/ }).click();
    await administration.getByRole('menuitem', { name: 'Delete' }).click();
    const question = administration.getByRole('dialog', { name: 'Delete this news?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(administration.getByText('No news yet')).toBeVisible();
  });
});

test('an app that was taken away as a device says so, and is set up again when asked to', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(120_000);
  const anna = await seat(tom, { microphone });
  const { page } = anna;
  const extensions = () =>
    sidetone.query<{ id: string }>(
      `select endpoints.id from endpoints join users on users.id = user_id where email = $1 and kind = 'app'`,
      [anna.who.email],
    );
  const [before] = await extensions();

  await test.step('an administrator removes it', async () => {
    await sidetone.query('delete from endpoints where id = $1', [before?.id]);
    await expect(noPhone(page)).toBeVisible({ timeout: 30_000 });
    await expectsNoViolation(page, 'an app that is no device');
  });

  await test.step('when the server cannot give it another one, that is reported and logged, and nothing is stored', async () => {
    await sidetone.query(`alter table endpoints add constraint no_apps check (kind <> 'app') not valid`);
    const logged = page.waitForEvent('console', (message) => message.text().includes('no app extension'));
    await page.getByRole('button', { name: 'Set up again' }).click();
    await expect(page.getByRole('button', { name: 'Setting up…' })).toBeDisabled();
    expect((await logged).type()).toBe('error');
    await expect(page.getByText('Your phone was not found').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up again' })).toBeEnabled();
    await expect(noPhone(page)).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(before?.id ?? '?');
    expect(await extensions()).toEqual([]);
    await sidetone.query('alter table endpoints drop constraint no_apps');
  });

  await test.step('otherwise it is a phone again', async () => {
    await page.getByRole('button', { name: 'Set up again' }).click();
    await expect(noPhone(page)).toBeHidden({ timeout: 30_000 });
    await anna.phoneIsReady();
    expect(await extensions()).toHaveLength(1);
  });
});

test('an address book that signs us out, and favourites that are deleted there', async ({ seat, sidetone, people }) => {
  test.setTimeout(180_000);
  needs('radicale');
  const [user, book] = ['anna', 'friends'];
  const radicale = await Radicale.open(await freePort(), { [user]: 'river' });
  try {
    await radicale.addBook(user, book);
    for (const [place, name] of ['Aldo Baum', 'Bela Nor', 'Cora Lind'].entries()) {
      const uid = `card${place}`;
      await radicale.write(user, book, `${uid}.vcf`, vCard({ uid, name, numbers: [`+493055520${place}`] }));
    }
    const session = await ApiSession.signIn(sidetone.origin, people[priya]);
    await sidetone.query(`update users set grants = grants || '{INTEGRATION_WRITE}' where email = $1`, [
      people[priya].email,
    ]);
    await asks(session, 'POST', '/integrations', { name: 'CARDDAV', url: radicale.url, key: `${user}:river` });
    const mirrored = () =>
      sidetone.query<{ id: string }>(`select id from contacts where source = 'CARDDAV' order by name`);
    await expect.poll(async () => (await mirrored()).length, { timeout: 30_000 }).toBe(3);
    for (const { id } of await mirrored()) await asks(session, 'POST', '/favorites/toggle', { contactId: id });
    const { page } = await seat(priya, { microphone });
    const favourites = page.getByRole('region', { name: 'Favourites' });
    await expect(favourites.getByRole('button', { name: /^Call / })).toHaveCount(3);
    /** The app is opened again, which brings address books up to date, although that was just done. */
    const comesBack = async () => {
      await sidetone.query(`update integrations set tried_at = now() - interval '5 minutes' where name = 'CARDDAV'`);
      await page.reload();
    };

    await test.step('one is deleted there, then another', async () => {
      await radicale.remove(user, book, 'card0.vcf');
      await comesBack();
      await expect(page.getByText('One favourite can no longer be called.')).toBeVisible({ timeout: 30_000 });
      await radicale.remove(user, book, 'card1.vcf');
      await comesBack();
      await expect(page.getByText('2 favourites can no longer be called.')).toBeVisible({ timeout: 90_000 });
      await expectsNoViolation(page, 'favourites that are gone');
    });

    await test.step('an address book whose sign-in is rejected is more urgent, and leads to its form', async () => {
      radicale.setPassword(user, 'lake');
      await comesBack();
      const banner = page.getByText('CardDAV needs you to sign in again.');
      await expect(banner).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText('favourites can no longer be called')).toBeHidden();
      await page.getByRole('button', { name: 'Reconnect' }).click();
      const form = page.getByRole('dialog', { name: 'Settings' });
      await form.getByLabel('Password', { exact: true }).fill('lake');
      await form.getByRole('button', { name: 'Reconnect', exact: true }).click();
      await expect(form.getByRole('listitem', { name: 'CardDAV' })).toContainText('1 contact, synced', {
        timeout: 30_000,
      });
      await page.keyboard.press('Escape');
      await expect(page.getByText('2 favourites can no longer be called.')).toBeVisible();
      await expect(banner).toBeHidden();
    });

    await test.step('one press removes them', async () => {
      await page.getByRole('button', { name: 'Remove them' }).click();
      await expect(page.getByText('favourites can no longer be called')).toBeHidden();
      await expect(favourites.getByRole('button', { name: /^Call / })).toHaveCount(1);
    });
  } finally {
    await radicale.close();
  }
});

test('a user whose phones are all offline sees a banner until one is back', async ({ seat, sidetone, people }) => {
  const { page } = await seat(classic, { microphone });
  const session = await ApiSession.signIn(sidetone.origin, people[classic]);
  const phones = await sidetone.query<{ id: string }>(
    'select phones.id from phones join users on users.id = user_id where email = $1',
    [people[classic].email],
  );
  expect(phones.length).toBeGreaterThan(0);
  const connects = async (isConnected: boolean) => {
    for (const { id } of phones) {
      await asks(session, 'PATCH', `/phone/${id}/connection`, { isConnected, isUserConfigured: true });
    }
  };
  const banner = page.getByText('All your phones are offline. Incoming calls cannot reach you.');
  await connects(false);
  await expect(banner).toBeVisible({ timeout: 30_000 });
  await expectsNoViolation(page, 'all phones signed out');
  await page.getByRole('button', { name: 'Synchronise' }).click();
  // Who signed the phones out wants that: they are asked for again, and stay as they are.
  await expect(message(page, 'Phones synchronised')).toBeVisible();
  const bottom =
    (await page
      .getByRole('alert')
      .filter({ has: banner })
      .boundingBox()
      .then((box) => box && box.y + box.height)) ?? 0;
  expect(bottom).toBeGreaterThan(0);
  await expect
    .poll(async () => ((await messages(page).boundingBox())?.y ?? 0) > bottom, 'it leaves the banner free')
    .toBe(true);
  await expect(banner).toBeVisible();
  // It leads to the administration, and they are no administrator.
  await expect(page.getByRole('link', { name: 'Open routing' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show phones' }).click();
  await expect(page).toHaveURL(/dialogs\/settings\/phone/);
  await page.keyboard.press('Escape');
  await connects(true);
  await expect(banner).toBeHidden({ timeout: 30_000 });
});

test('when the server goes the app tries, then offers to; when it is back so is the app', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const { page } = await seat(priya, { microphone });
  const connections = () =>
    Promise.all(
      ['/sip', '/live', '/app/'].map((way) => page.waitForEvent('websocket', (socket) => socket.url().includes(way))),
    );

  await test.step('the app has all its connections: one that it never had is not made again', async () => {
    const made = connections();
    await page.reload();
    await made;
  });

  await test.step('the sockets are cut: it reconnects, and says so', async () => {
    const stopped = sidetone.stop();
    await expect(reconnecting(page)).toBeVisible({ timeout: 30_000 });
    await stopped;
  });

  await test.step('after the fast attempts people may ask for one themselves', async () => {
    await expect(lost(page)).toBeVisible({ timeout: 60_000 });
    await expect(reconnecting(page)).toBeHidden();
    const tried = connections();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await expect(reconnecting(page)).toBeVisible();
    await tried;
    await expect(lost(page)).toBeVisible();
    await expectsNoViolation(page, 'the connection is lost');
  });

  await test.step('the server is back', async () => {
    await sidetone.start();
    await expect(lost(page)).toBeHidden({ timeout: 90_000 });
    await expect(reconnecting(page)).toBeHidden({ timeout: 30_000 });
  });
});
