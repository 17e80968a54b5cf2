import { message } from '../people/messages.ts';
import { opensMenu } from '../people/own-menu.ts';
import { asksAlso, hearsExactly } from '../people/second-line.ts';
import { inBothGenerations } from '../world/generations.ts';
import { everybodyReads, expect } from '../world/story.ts';
import { test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

// The services are killed and come back.
test.use({ server: 'own' });

const lastCall = `select count(*)::int as events, count(*) filter (where terminated_at is null)::int as open
  from inbox_events where session_id = (select session_id from calls order by started_at desc limit 1)`;

test('the page is reloaded in mid-call: the other side waits for it, and the call is the same', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const [, jonas] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  const before = await sidetone.query<{ established_at: Date }>(
    'select established_at from calls order by started_at desc limit 1',
  );

  await anna.page.reload();
  await anna.expectsToHear(1000, 440, 25_000);
  await expect.poll(async () => (await ben.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
  await expect(anna.dock).toContainText(jonas.name);
  await anna.presses(/^(hold|halten)/i);
  await anna.expectsSilence(440, 1000);
  await anna.presses(/^(resume|zurückholen)/i);
  await anna.expectsToHear(1000, 440);

  await anna.hangsUp();
  await expect.poll(() => ben.inCall).toBe(false);
  await expect.poll(() => sidetone.query(lastCall)).toEqual([{ events: 2, open: 0 }]);
  const after = await sidetone.query('select established_at from calls order by started_at desc limit 1');
  expect(after).toEqual(before);
});

test('the tab with the call is closed while another is open: that one takes the call over', async ({
  seat,
  atTelephone,
  people,
}) => {
  const [, jonas] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const second = await anna.opensSecondTab();
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  await expect(second.dock).toContainText(jonas.name);
  await anna.closesTab();
  await second.expectsToHear(1000, 440, 25_000);
  await expect.poll(async () => (await ben.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
  await ben.hangsUp();
  await expect(second.dock).toBeHidden();
});

test('signalling is killed in a warm transfer: a switch and a conference ordered while it is away come as soon as it is back', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const [, jonas, priya] = people;
  await everybodyReads(sidetone, 'en');
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  await asksAlso(anna, priya.extension);
  await pia.isRung();
  await pia.answers();
  await hearsExactly(anna, [700], [1000]);

  await sidetone.killServices();
  await anna.presses(/^switch/i);
  await hearsExactly(anna, [1000], [700]);
  await sidetone.killServices();
  await anna.presses(/^conference/i);
  await expect(anna.dock).toContainText(/three on the line/i);
  await hearsExactly(anna, [700, 1000], [440]);
  await hearsExactly(ben, [440, 700], [1000]);

  await anna.presses(/^leave/i);
  await hearsExactly(ben, [700], [440]);
  await ben.hangsUp();
  await expect.poll(() => pia.inCall).toBe(false);
});

test('a part of the app that does not load says so, the call continues, and it is there once it loads', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const [, jonas] = people;
  await everybodyReads(sidetone, 'en');
  const anna = await seat(0, { microphone: tone(440) });
  const { page } = anna;
  await page.route(/\/(ContactsPage|ChangelogDialog)-[^/]*\.js$/, (route) => route.abort());
  // Loaded ahead or not, what is not there when the page begins has to be asked for.
  await page.reload();
  await anna.phoneIsReady();
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);

  await test.step('a dialog goes by itself', async () => {
    await opensMenu(page);
    await page.getByRole('menuitem', { name: /^What is new/ }).click();
    await expect(message(page, 'Part of the window failed')).toBeVisible({
      timeout: 10_000,
    });
    await expect(page).toHaveURL(/\/main\/channels\/private$/);
  });
  await test.step('a page can be asked for again', async () => {
    await page.getByRole('link', { name: /^Contacts/ }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(failure).toBeVisible({ timeout: 10_000 });
    await anna.expectsToHear(1000, 440);
    await page.unroute(/\/(ContactsPage|ChangelogDialog)-[^/]*\.js$/);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  });
  await test.step('so can a dialog', async () => {
    await opensMenu(page);
    await page.getByRole('menuitem', { name: /^What is new/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await anna.expectsToHear(1000, 440);
  await ben.hangsUp();
});

inBothGenerations((generation) => {
  // Stopped as a process.
  test.use({ desks: { ownBrowser: 'shell' } });

  test('the page is reloaded during the echo test: the call ends here and there', async ({ sitDown, sidetone }) => {
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    await anna.calls('*43');
    await anna.expectsToHear(440, 1000);
    const running = () => sidetone.query<{ n: number }>('select count(*)::int as n from calls where ended_at is null');
    expect(await running()).toEqual([{ n: 1 }]);
    await anna.page.reload();
    await expect.poll(running, { timeout: 15_000 }).toEqual([{ n: 0 }]);
    await anna.phoneIsReady();
    await expect(anna.dock).toBeHidden({ timeout: 10_000 });
  });

  test('a frozen page is shown as offline within 30 s', async ({ sitDown, people }) => {
    const [mara] = people;
    const watcher = await sitDown(2, { microphone: tone(700) });
    await watcher.comesToWork(generation);
    await watcher.page.keyboard.press('Control+k');
    await watcher.page.getByRole('combobox').fill(mara.name);
    const found = watcher.page.getByRole('option').first();
    await expect(found).toContainText(mara.name);
    // Any other device of hers, such as a phone that an earlier story left registered, would go on being available.
    await expect(found).toContainText(/offline/i);
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    await expect(found).toContainText(new RegExp(`${mara.name} (Available|Erreichbar)`));
    const { since, thaw } = await anna.freezes();
    try {
      await expect(found).toContainText(/offline/i, { timeout: since + 30_000 - performance.now() });
    } finally {
      thaw();
    }
  });

  test('the tab with the phone freezes: a second one takes the phone and rings', async ({
    sitDown,
    atTelephone,
    people,
  }) => {
    const [mara, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const second = await anna.opensSecondTab();
    await second.phoneIsReady();
    const ben = await atTelephone(jonas, 1000);
    const { thaw } = await anna.freezes();
    try {
      await second.page.bringToFront();
      // Until the second tab has the phone a call may reach nobody; the caller tries again.
      let taken: Promise<void> | null = null;
      await expect(async () => {
        taken ??= ben.calls(mara.extension).catch((cause: unknown) => {
          taken = null;
          throw cause;
        });
        taken.catch(() => undefined);
        await expect(second.dock.getByRole('button', { name: /^(accept|annehmen)/i })).toBeVisible({
          timeout: 4_000,
        });
        await second.accepts();
        await taken;
      }).toPass({ timeout: 40_000 });
      await second.expectsToHear(1000, 440);
      await ben.hangsUp();
    } finally {
      thaw();
    }
  });
});
