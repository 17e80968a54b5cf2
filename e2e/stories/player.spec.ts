import type { Locator, Page } from '@playwright/test';
import { tone as voiceOf } from '@sidetone/signals/recording.ts';
import { type KeptCall, keepRecording, keepVoicemail, plainCallsOf, setParts } from '../people/kept-sounds.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
const seconds = 24;
/** Our user speaks in the first half, the other side in the call. */
const left = (sample: number) => (sample < 12 * 16_000 ? voiceOf(440)(sample) : 0);
const right = (sample: number) => (sample < 12 * 16_000 ? 0 : voiceOf(1000)(sample));

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const open = (page: Page, call: KeptCall, part?: 'transcript') =>
  page.goto(`/main/channels/${call.channelId}?call=${call.docId}${part ? `&part=${part}` : ''}`);
const player = (page: Page, label: string | RegExp = 'Automatic recording') => page.getByRole('group', { name: label });
const place = (of: Locator) => of.getByRole('slider', { name: /^Position in/ });
const secondOf = async (of: Locator) => Number(await place(of).getAttribute('aria-valuenow'));
/** Sounds that this browser keeps, by the stores' own names. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('sidetone.sounds');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = (store: string) =>
      new Promise<number>((resolve) => {
        if (!database.objectStoreNames.contains(store)) return resolve(0);
        const request = database.transaction(store).objectStore(store).count();
        request.onsuccess = () => resolve(request.result);
      });
    const found = { recordings: await count('recordings'), voicemails: await count('voicemails') };
    database.close();
    return found;
  });

interface Speeds {
  playedAt: number[];
}

/** Runs in the page: keeps the speed at which each sound begins to play from here on. */
function keepsSpeedsInPage(): void {
  const playedAt: number[] = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    playedAt.push(this.playbackRate);
    return play.call(this);
  };
  Object.assign(window, { playedAt });
}

test('a recording plays, pauses, is gone through by keys and speeds, and returns to its start', async ({
  seat,
  people,
  sidetone,
}) => {
  const [call] = await plainCallsOf(sidetone, people[0].email);
  if (!call) throw new Error('no call');
  await keepRecording(sidetone, call, { seconds, left, right });
  const { page } = await seat(0, desk);
  await open(page, call);
  const sound = player(page);
  await expect(sound).toBeVisible();
  const slider = place(sound);
  await expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 0:24');
  const box = await slider.locator('..').boundingBox();
  expect(box?.height).toBe(42);

  await sound.getByRole('button', { name: 'Play: Automatic recording' }).click();
  await expect(sound.getByRole('button', { name: 'Pause: Automatic recording' })).toBeVisible();
  await expect.poll(() => secondOf(sound)).toBeGreaterThan(0);
  await slider.focus();
  await slider.press('Space');
  await expect(sound.getByRole('button', { name: 'Play: Automatic recording' })).toBeVisible();
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  for (const [key, at] of [
    ['ArrowRight', '5'],
    ['ArrowUp', '10'],
    ['ArrowLeft', '5'],
    ['PageUp', '24'],
    ['PageDown', '0'],
    ['End', '24'],
    ['ArrowDown', '19'],
  ] as const) {
    await slider.press(key);
    await expect(slider, key).toHaveAttribute('aria-valuenow', at);
  }
  // In its middle.
  await slider.click({ force: true });
  await expect(slider).toHaveAttribute('aria-valuenow', '12');

  await sound.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitemradio', { name: '2×' }).click();
  await expect(sound.getByRole('button', { name: 'Speed: 2×' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The menu gives the focus back when it is gone.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(sound.getByRole('button', { name: 'Speed: 2×' })).toBeFocused();
  await slider.press('End');
  for (const at of ['19', '14', '9']) {
    await slider.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuenow', at);
  }
  await page.evaluate(keepsSpeedsInPage);
  await slider.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuenow', '0', { timeout: 30_000 });
  expect(await page.evaluate(() => (window as unknown as Speeds).playedAt)).toEqual([2]);
  await expect(sound.getByRole('button', { name: 'Play: Automatic recording' })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sound.getByRole('button', { name: 'Download: Automatic recording' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^automatic_recording_[^A-Z\s+]+\.mp3$/);
});

test('playing a message marks it as read, and only one sound plays', async ({ seat, people, sidetone }) => {
  const [call] = await plainCallsOf(sidetone, people[0].email);
  if (!call) throw new Error('no call');
  // It is not at its end by itself when the other one plays.
  await keepVoicemail(sidetone, call, { seconds: 60, voice: voiceOf(700) });
  await keepRecording(sidetone, call, { mode: 'manual', seconds, left, right });
  const { page } = await seat(0, desk);
  await open(page, call);
  const [message, recording] = [player(page, 'Voicemail'), player(page, 'Manual recording')];
  await message.getByRole('button', { name: /^Play/ }).click();
  await expect(message.getByRole('button', { name: /^Pause/ })).toBeVisible();
  const read = async () =>
    (
      await sidetone.query<{ read: string | null }>(
        `select documentation #>> '{voicemail,readAt}' as read from inbox_events where id = $1 and channel_id = $2`,
        [call.docId, call.channelId],
      )
    )[0]?.read;
  await expect.poll(read).toBeTruthy();
  await recording.getByRole('button', { name: /^Play/ }).click();
  await expect(recording.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(message.getByRole('button', { name: /^Play/ })).toBeVisible();
});

test('nothing plays in a call, and nothing starts by itself after it', async ({ seat, people, sidetone }) => {
  const [call] = await plainCallsOf(sidetone, people[0].email);
  if (!call) throw new Error('no call');
  await keepRecording(sidetone, call, { seconds, left, right });
  const anna = await seat(0, desk);
  const ben = await seat(1, { microphone: tone(1000) });
  await open(anna.page, call);
  const sound = player(anna.page);
  await place(sound).press('Home');
  await sound.getByRole('button', { name: /^Play/ }).click();
  await expect(sound.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await ben.calls(anna.who.name);
  const resting = sound.getByRole('button', { name: /^Not during a call/ });
  await expect(resting).toBeVisible();
  const at = await secondOf(sound);
  await anna.accepts();
  // Someone who uses a screen reader can still press it.
  await resting.press('Enter');
  await place(sound).press('Enter');
  await anna.page.waitForTimeout(1500);
  expect(await secondOf(sound)).toBe(at);
  await anna.hangsUp();
  await expect(sound.getByRole('button', { name: /^Play/ })).toBeVisible();
  expect(await secondOf(sound)).toBe(at);
});

test('a recording that is unavailable says so, is reported, and can be tried again', async ({
  seat,
  people,
  sidetone,
}) => {
  // Every screen is looked at in both appearances and at three widths.
  test.slow();
  const [call] = await plainCallsOf(sidetone, people[0].email);
  if (!call) throw new Error('no call');
  await keepRecording(sidetone, call, { seconds, left, right });
  await setParts(sidetone, call, { manualRecording: { status: 'error' }, recording: { status: 'loading' } });
  const { page } = await seat(0, desk);
  await page.route('**/api/recording-neopbx/**', (route) => route.fulfill({ status: 503, body: 'no' }));
  await open(page, call);
  await expect(player(page, 'Recording').getByRole('status')).toHaveText('Preparing…');
  const broken = player(page, 'Manual recording');
  await expect(broken.getByRole('alert')).toContainText('Recording could not be loaded');
  const sound = player(page);
  await sound.getByRole('button', { name: /^Play/ }).click();
  await expect(sound.getByRole('alert')).toContainText('Recording could not be loaded');
  await expectsNoViolation(page, 'players that failed');
  await sound.getByRole('button', { name: 'Report' }).click();
  const reports = () =>
    sidetone.query<{ event_type: string }>('select event_type from monitoring_reports where call_id = $1', [
      call.docId,
    ]);
  await expect.poll(reports).toEqual([{ event_type: 'sound-failed:automatic:UNAVAILABLE' }]);
  await page.unroute('**/api/recording-neopbx/**');
  await sound.getByRole('button', { name: 'Close' }).click();
  await sound.getByRole('button', { name: /^Play/ }).click();
  await expect(sound.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await broken.getByRole('button', { name: 'Close' }).click();
  await expect(broken.getByRole('alert')).toHaveCount(0);
  await expect(broken).toContainText('Recording could not be loaded');
  await expect(broken.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a fetched recording is stored for its user until a user deletes it or signs out', async ({
  seat,
  people,
  sidetone,
}) => {
  const [one, another] = await plainCallsOf(sidetone, people[0].email);
  if (!one || !another) throw new Error('too few calls');
  for (const call of [one, another]) await keepRecording(sidetone, call, { seconds, left, right });
  const { page } = await seat(0, desk);
  let fetched = 0;
  await page.route('**/api/recording-neopbx/**', (route) => {
    fetched += 1;
    return route.continue();
  });
  const plays = async (call: KeptCall) => {
    await open(page, call);
    await player(page).getByRole('button', { name: /^Play/ }).click();
    await expect(player(page).getByRole('button', { name: /^Pause/ })).toBeVisible();
    // It is fetched and kept by then.
    await expect.poll(() => secondOf(player(page))).toBeGreaterThan(0);
  };
  await plays(one);
  await plays(another);
  await expect.poll(() => kept(page)).toEqual({ recordings: 2, voicemails: 0 });
  await plays(one);
  expect(fetched).toBe(2);
  // Another member deletes what is open here.
  await sidetone.query(`update inbox_events set documentation = documentation - 'automaticRecording' where id = $1`, [
    one.docId,
  ]);
  await expect(player(page)).toHaveCount(0);
  await expect.poll(() => kept(page)).toEqual({ recordings: 1, voicemails: 0 });
  // And what is not: it is gone when the page is next loaded.
  await sidetone.query(`update inbox_events set documentation = documentation - 'automaticRecording' where id = $1`, [
    another.docId,
  ]);
  await page.goto('/');
  await expect.poll(() => kept(page)).toEqual({ recordings: 0, voicemails: 0 });

  await keepRecording(sidetone, another, { seconds, left, right });
  await plays(another);
  await expect.poll(() => kept(page)).toEqual({ recordings: 1, voicemails: 0 });
  await page.getByRole('button', { name: /^Your menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login|\/oidc/);
  await page.goto('/login');
  await expect.poll(() => kept(page)).toEqual({ recordings: 0, voicemails: 0 });
});
