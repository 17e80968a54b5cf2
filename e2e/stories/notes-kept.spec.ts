import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumPath, microphoneAllowed, microphoneFlags, quietFlags } from '@sidetone/signals/chromium.ts';
import { message } from '../people/messages.ts';
import { missesCall, NoteOnPage, noteOnServer } from '../people/notes.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { hasLookedAroundInPage } from '../world/local-flags.ts';
import { programsWith } from '../world/processes.ts';
import type { SignIn } from '../world/sign-in.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

// The server is stopped and started.
test.use({ server: 'own' });

const microphone = tone(440);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.beforeEach(({ sidetone }) => sidetone.query('delete from agents', []));

test('the server is stopped, a note is written, the tab is closed, the server starts: the note is there and on the server', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const mara = await seat(0, { microphone });
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(mara.page, call);
  await sidetone.stop();
  await note.writes('Written while nobody was there.');
  await note.isSavedLocally();
  await expectsNoViolation(mara.page, 'a note that is saved locally');
  const second = await mara.opensSecondTab('about:blank');
  await mara.closesTab();
  await sidetone.start();
  const again = await NoteOnPage.of(second.page, call);
  await expect(again.field).toHaveText('Written while nobody was there.');
  await again.isSaved();
  expect((await noteOnServer(sidetone, call))?.content).toBe('<p>Written while nobody was there.</p>');
});

test('a note that is open while the server is away is sent when it is back, without any action', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const mara = await seat(0, { microphone });
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(mara.page, call);
  const second = await mara.opensSecondTab(call.address);
  const inSecond = new NoteOnPage(second.page);
  await expect(inSecond.field).toBeVisible();
  await sidetone.stop();
  await note.writes('One tab');
  await note.isSavedLocally();
  await expect(inSecond.field).toHaveText('One tab');
  await inSecond.writes(', the other.');
  await expect(note.field).toHaveText('One tab, the other.');
  await sidetone.start();
  await note.isSaved();
  await inSecond.isSaved();
  expect(await noteOnServer(sidetone, call)).toMatchObject({ content: '<p>One tab, the other.</p>' });
});

test('the browser is killed in mid-word: the text is there when it is started again', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const jonas = await seat(1, { microphone: tone(1000) });
  const call = await missesCall(await atTelephone(people[4], 700), jonas, sidetone);
  const profile = mkdtempSync(join(tmpdir(), 'sidetone-desk-'));
  const begin = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath,
      baseURL: sidetone.origin,
      locale: 'en-US',
      args: [...quietFlags, microphoneAllowed, ...microphoneFlags(microphone)],
    });
    await context.addInitScript(hasLookedAroundInPage);
    return context;
  };
  let browser: BrowserContext | undefined;
  try {
    browser = await begin();
    const page = await browser.newPage();
    await signIn(page, people[0]);
    const note = await NoteOnPage.of(page, call);
    // Nothing goes out, so that all of it is in the browser alone.
    await browser.setOffline(true);
    await note.writes('Half a wo');
    await note.isSavedLocally();
    await page.keyboard.type('r');
    for (const one of await programsWith(`--user-data-dir=${profile}`)) one.kill('SIGKILL');
    await browser.close().catch(() => {});
    expect(await noteOnServer(sidetone, call)).toBeNull();

    browser = await begin();
    const again = await browser.newPage();
    await again.goto('/main');
    // The session may be younger than what this browser had written down; then the same person signs in again.
    const inside = again
      .getByRole('navigation')
      .or(again.getByRole('button', { name: 'Sign in' }))
      .first();
    await inside.waitFor();
    if (await again.getByRole('button', { name: 'Sign in' }).isVisible()) await signIn(again, people[0]);
    // Nobody opens the call.
    await expect
      .poll(async () => (await noteOnServer(sidetone, call))?.content, { timeout: 30_000 })
      .toMatch(/^<p>Half a wo/);
  } finally {
    await browser?.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('drafts of one user are neither shown to the next one nor sent by them', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const mara = await seat(0, { microphone });
  const { page } = mara;
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(page, call);
  await page.route('**/note', (route) => route.abort());
  await note.writes('For Mara alone');
  await note.isSavedLocally();
  // What a page sends while it goes away passes by the route.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = (what, how) => (String(what).endsWith('/note') ? Promise.reject(new TypeError()) : send(what, how));
  });
  const leaves = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: /^your menu/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  };
  await leaves();
  await page.unroute('**/note');
  await signIn(page, people[1]);
  const jonass = await NoteOnPage.of(page, call);
  await page.waitForTimeout(2_000);
  await expect(jonass.field).toHaveText('');
  expect(await noteOnServer(sidetone, call)).toBeNull();

  await leaves();
  await signIn(page, people[0]);
  await expect
    .poll(async () => (await noteOnServer(sidetone, call))?.content, { timeout: 30_000 })
    .toBe('<p>For Mara alone</p>');
});

test('text whose call was deleted before it was sent is told of until its writer copies it, also after a reload', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const mara = await seat(0, { microphone });
  const { page } = mara;
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(page, call);
  await context.setOffline(true);
  await note.writes('The only copy');
  await note.isSavedLocally();
  await sidetone.query('delete from inbox_events where channel_id = $1 and id = $2', [call.channelId, call.docId]);
  await context.setOffline(false);
  const told = message(page, 'A call was deleted before your note was sent');
  await expect(told).toBeVisible({ timeout: 40_000 });
  // Other messages are gone after five seconds.
  await page.waitForTimeout(7_000);
  await expect(told).toBeVisible();
  await page.goto('/main/channels/private');
  await expect(told).toBeVisible({ timeout: 40_000 });
  await message(page, 'Copy text').click();
  await expect(told).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The only copy');
  await expect.poll(() => page.evaluate(keptNotesInPage)).toBe(0);
});

test('who is taken out of a channel in the middle of its note types no keys, and what they wrote arrives once they are back', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const mara = await seat(0, { microphone });
  const { page, who } = mara;
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(page, call);
  await page.route('**/note', (route) => route.abort());
  await note.writes('Asked for a call back');
  await note.isSavedLocally();
  await sidetone.query(
    'delete from channel_members where channel_id = $1 and user_id = (select id from users where email = $2)',
    [call.channelId, who.email],
  );
  const told = page.getByRole('alert').getByText('You are no longer a member of Service');
  await expect(told).toBeVisible();
  const address = page.url();
  await page.keyboard.type(' once');
  await expect(told).toBeVisible();
  expect(page.url()).toBe(address);
  await page.unroute('**/note');
  await sidetone.query('insert into channel_members (channel_id, user_id) select $1, id from users where email = $2', [
    call.channelId,
    who.email,
  ]);
  await expect(note.field).toHaveText('Asked for a call back');
  await expect
    .poll(async () => (await noteOnServer(sidetone, call))?.content, { timeout: 40_000 })
    .toBe('<p>Asked for a call back</p>');
});

/** How many notes this browser keeps. */
const keptNotesInPage = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('sidetone-notes');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('notes').objectStore('notes').count();
      counting.onsuccess = () => resolve(counting.result);
    };
  });

async function signIn(page: Page, { email, password }: SignIn): Promise<void> {
  await page.goto('/main');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/main\//);
}
