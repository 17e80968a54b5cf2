import type { Page } from '@playwright/test';
import { inDesktopProgram } from '../people/desktop-program.ts';
import { heardLevels } from '../people/heard-levels.ts';
import { sentTrack } from '../people/sent-track.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { remembered } from '../world/local-flags.ts';
import { noisyVoice } from '../world/noisy-voice.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, priya, tom] = [0, 1, 2, 3];
const [firstSpeaker, secondSpeaker] = ['Fake Audio Output 1', 'Fake Audio Output 2'];

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const select = (page: Page, name: string) => settings(page).getByRole('combobox', { name, exact: true });
const toggle = (page: Page, name: string) => settings(page).getByRole('switch', { name, exact: true });
const opens = async (page: Page) => {
  await page.goto('/main/channels/private/dialogs/settings/audio');
  await expect(settings(page).getByRole('heading', { name: 'Audio' })).toBeVisible();
};
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('sidetone.audio') ?? 'null') as Record<string, unknown>);
/** What the browser says from now on of a permission; it is so as long as the session that said it is open. */
const browserSays = async (
  page: Page,
  name: 'microphone' | 'notifications',
  setting: 'granted' | 'prompt' | 'denied',
) => {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Browser.setPermission', { permission: { name }, setting, origin });
  // Where no event tells of it, coming back to the window does.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
};

/** Sounds that would end by themselves go on until someone stops them, however slow the machine is. */
const soundsGoOn = (page: Page) =>
  page.evaluate(() => {
    const { stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.stop = function (when) {
      if (when === undefined) stop.call(this);
    };
  });

test.describe.configure({ timeout: 300_000 });

/** Chromium is told its answers to questions for permissions by process, and the shell has no such questions. */
const asking = { microphone: tone(440), ownBrowser: 'whole' } as const;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('SAUDIO-002 to SAUDIO-012: devices are chosen and tried, and it rings on two outputs or on one', async ({
  seat,
}) => {
  const { page } = await seat(priya, asking);
  await opens(page);

  const meter = settings(page).getByRole('meter', { name: 'Microphone level' });
  await expect(meter.locator('i')).toHaveCount(25);
  expect((await meter.boundingBox())?.width).toBe(245);
  await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await select(page, 'Microphone').selectOption({ label: 'Fake Audio Input 2' });
  await expect.poll(async () => (await stored(page))['input']).toEqual(expect.stringMatching(/./));
  await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(5);

  // It ends by itself.
  await settings(page).getByRole('button', { name: 'Test tone', exact: true }).click();
  await expect(settings(page).getByRole('button', { name: 'Test tone', exact: true })).toBeVisible();
  await soundsGoOn(page);
  await settings(page).getByRole('button', { name: 'Test tone', exact: true }).click();
  const progress = settings(page).getByRole('progressbar', { name: 'Test tone' });
  await expect(progress).toBeVisible();
  expect((await progress.boundingBox())?.width).toBe(245);
  await settings(page).getByRole('button', { name: 'Stop test tone' }).click();
  await expect(settings(page).getByRole('button', { name: 'Test tone', exact: true })).toBeFocused();
  await expect(progress).toBeHidden();

  const additional = settings(page).getByRole('checkbox', { name: 'Also ring on' });
  const second = select(page, 'Second output for ringing');
  const chosen = (name: string) => second.locator('option:checked').filter({ hasText: name });
  await select(page, 'Speaker').selectOption({ label: firstSpeaker });
  await expect(second).toBeDisabled();
  await additional.check();
  await expect(second).toBeEnabled();
  await expect(chosen(secondSpeaker)).toHaveCount(1);
  await expect(second.getByRole('option', { name: firstSpeaker })).toBeDisabled();
  await expect(select(page, 'Speaker').getByRole('option', { name: secondSpeaker })).toBeDisabled();
  await additional.uncheck();
  await expect(second).toBeDisabled();
  expect((await stored(page))['additionalRing']).toBeNull();

  await select(page, 'Ringtone').selectOption({ label: 'Calm' });
  await settings(page).getByRole('button', { name: 'Listen' }).click();
  await expect(settings(page).getByRole('progressbar', { name: 'Listen' })).toBeVisible();
  await expectsNoViolation(page, 'audio settings');
  await settings(page).getByRole('button', { name: 'Stop ringtone' }).click();
  await expect(settings(page).getByRole('button', { name: 'Listen' })).toBeVisible();

  // What is stored of a ringtone that there is no more is put right, and nothing else of it.
  await page.evaluate(() => {
    const now = JSON.parse(localStorage.getItem('sidetone.audio') ?? '{}');
    localStorage.setItem('sidetone.audio', JSON.stringify({ ...now, ringtone: 'polka' }));
  });
  await page.reload();
  await expect(select(page, 'Ringtone').locator('option:checked')).toHaveText('Sidetone');
  await expect(select(page, 'Speaker').locator('option:checked')).toHaveText(firstSpeaker);
  expect((await stored(page))['ringtone']).toBe('sidetone');
});

test('SAUDIO-007: it rings with the chosen ringtone', async ({ seat }) => {
  const ben = await seat(jonas, { microphone: tone(1000) });
  await opens(ben.page);
  await select(ben.page, 'Ringtone').selectOption({ label: 'Calm' });
  await ben.page.keyboard.press('Escape');
  await expect(settings(ben.page)).toBeHidden();
  const anna = await seat(mara, { microphone: tone(440) });
  await anna.calls(ben.who.name);
  await expect(ben.dock).toContainText(anna.who.name);
  await ben.expectsTone(261.63);
  await ben.declines();
});

test('SAUDIO-001, SAUDIO-009, SAUDIO-015 to SAUDIO-018: a missing permission is reported, with help or a way to ask', async ({
  seat,
}) => {
  const { page } = await seat(priya, asking);
  await opens(page);
  const banner = (role: 'alert' | 'status', text: string) => settings(page).getByRole(role).filter({ hasText: text });
  const meter = settings(page).getByRole('meter');
  await expect(meter).toBeVisible();

  await browserSays(page, 'microphone', 'denied');
  await browserSays(page, 'notifications', 'denied');
  for (const text of ['The microphone is blocked.', 'Notifications are blocked.']) {
    const help = banner('alert', text).getByRole('link', { name: 'Help' });
    await expect(help).toHaveAttribute('target', '_blank');
    await expect(help).toHaveAttribute('href', /\/help/);
  }
  await expect(select(page, 'Microphone')).toBeDisabled();
  await expect(select(page, 'Microphone').locator('option:checked')).toHaveText('No access');
  await expect(meter).toBeHidden();

  await browserSays(page, 'microphone', 'prompt');
  await browserSays(page, 'notifications', 'prompt');
  const ask = banner('status', 'The microphone is not allowed yet.').getByRole('button', { name: 'Allow' });
  await expect(ask).toBeVisible();
  await expect(
    banner('status', 'Notifications are not allowed yet.').getByRole('button', { name: 'Allow' }),
  ).toBeVisible();
  await ask.click();
  await expect(meter).toBeVisible();
  await expect(ask).toBeHidden();
  await browserSays(page, 'notifications', 'granted');
  await expect(banner('status', 'Notifications')).toBeHidden();
});

test('SAUDIO-009: the meter hides when the microphone breaks off', async ({ seat }) => {
  const colleague = await seat(priya, asking);
  const { page } = colleague;
  await page.evaluate(() => {
    const listen = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const opened: MediaStreamTrack[] = [];
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await listen(wanted);
      opened.push(...stream.getTracks());
      return stream;
    };
    Object.assign(window, { storyTracks: opened });
  });
  await page.keyboard.press('Control+,');
  await settings(page).getByRole('button', { name: 'Audio', exact: true }).click();
  const meter = settings(page).getByRole('meter');
  await expect(meter).toBeVisible();
  await page.evaluate(() => {
    const { storyTracks } = window as unknown as { storyTracks: MediaStreamTrack[] };
    for (const track of storyTracks) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  });
  await expect(meter).toBeHidden();
});

test('SAUDIO-013, SAUDIO-014: new devices are asked about, one after the other', async ({ sitDown }) => {
  const colleague = await sitDown(priya, { microphone: tone(440) });
  const { page } = colleague;
  await page.addInitScript(() => {
    const all = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    const state = { unplugged: / 2$/ as RegExp | null };
    navigator.mediaDevices.enumerateDevices = async () =>
      (await all()).filter(({ label }) => state.unplugged?.test(label) !== true);
    Object.assign(window, {
      storyPlugsIn() {
        state.unplugged = null;
        navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
      },
    });
  });
  await colleague.signsIn();
  await colleague.phoneIsReady();
  await opens(page);
  await expect(select(page, 'Microphone').getByRole('option')).toHaveText(['Same as system', 'Fake Audio Input 1']);
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();

  await page.evaluate(() => (window as unknown as { storyPlugsIn(): void }).storyPlugsIn());
  const first = page.getByRole('dialog', { name: 'Use “Fake Audio Input 2” for calls?' });
  await expect(first).toContainText('Another new device comes next.');
  const next = page.getByRole('dialog', { name: 'Use “Fake Audio Output 2” for calls?' });
  await expect(next).toBeHidden();
  await expectsNoViolation(page, 'new device');
  await first.getByRole('button', { name: 'Use it' }).click();
  await expect(next).toBeVisible();
  await next.getByRole('button', { name: 'Not now' }).click();
  await expect(next).toBeHidden();
  await page.keyboard.press('Control+,');
  await settings(page).getByRole('button', { name: 'Audio', exact: true }).click();
  await expect(select(page, 'Microphone').locator('option:checked')).toHaveText('Fake Audio Input 2');
  await expect(select(page, 'Speaker').locator('option:checked')).toHaveText('Same as system');
});

test('SAUDIO-008, CONST-035: noise is taken out of a running call without another INVITE, and the voice stays', async ({
  sitDown,
  seat,
}) => {
  const anna = await sitDown(mara, { microphone: noisyVoice() });
  const invites: string[] = [];
  anna.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).startsWith('INVITE ')) invites.push(String(payload).split('\r\n', 1)[0] ?? '');
    }),
  );
  await anna.signsIn();
  await anna.phoneIsReady();
  const ben = await seat(jonas, { microphone: tone(1000) });
  await anna.calls(ben.who.name);
  await expect(ben.dock).toContainText(anna.who.name);
  await ben.accepts();
  await expect(anna.dock.getByRole('button', { name: /^hang up/i })).toBeVisible();
  await anna.expectsToHear(1000, 440);
  const invitesOfTheCall = invites.length;
  expect(invitesOfTheCall).toBeGreaterThan(0);

  await anna.page.keyboard.press('Control+,');
  await settings(anna.page).getByRole('button', { name: 'Audio', exact: true }).click();
  // Others of this page have the microphone open as well: what was switched is switched for the call nevertheless.
  const settingsOfTrack = async () => (await sentTrack(anna.page)).settings;
  await expect.poll(settingsOfTrack).toMatchObject({ noiseSuppression: true, echoCancellation: true });
  await toggle(anna.page, 'Noise suppression').uncheck();
  await expect.poll(settingsOfTrack).toMatchObject({ noiseSuppression: false, echoCancellation: true });
  await toggle(anna.page, 'Noise suppression').check();
  await toggle(anna.page, 'Echo cancellation').uncheck();
  const noEcho = { noiseSuppression: true, echoCancellation: false, autoGainControl: true };
  await expect.poll(settingsOfTrack).toMatchObject(noEcho);
  for (const name of ['Noise suppression', 'Echo cancellation', 'Automatic volume']) {
    await toggle(anna.page, name).uncheck();
    await expect(toggle(anna.page, name)).not.toBeChecked();
  }
  // The sound of the call follows its switches; only then it is worth measuring.
  await expect.poll(async () => (await heardLevels(ben.page, 11)).floor, { timeout: 60_000 }).toBeGreaterThan(-45);
  const before = await heardLevels(ben.page, 11);

  await toggle(anna.page, 'AI noise suppression').check();
  await expect(toggle(anna.page, 'Noise suppression')).toBeDisabled();
  await expect(toggle(anna.page, 'Noise suppression')).not.toBeChecked();
  await expect
    .poll(async () => (await heardLevels(ben.page, 11)).floor, { timeout: 60_000 })
    .toBeLessThan(before.floor - 15);
  const after = await heardLevels(ben.page, 11);
  expect(Math.abs(after.loud - before.loud)).toBeLessThan(4);
  await expect(settings(anna.page).getByText('AI noise suppression does not run here.')).toBeHidden();
  expect(invites.length).toBe(invitesOfTheCall);
});

test('SSHELL-008: the menu of the person has the microphone and the speaker', async ({ seat }) => {
  const { page, who } = await seat(tom, asking);
  await page.getByRole('button', { name: new RegExp(who.name) }).click();
  // By keys: a pointer on its way opens and closes menus beside this one.
  await page.getByRole('menuitem', { name: /^Speaker: / }).press('ArrowRight');
  await page.getByRole('menuitemradio', { name: secondSpeaker }).press('Enter');
  await expect(page.getByRole('menuitem', { name: `Speaker: ${secondSpeaker}` })).toBeVisible();
  await page.getByRole('menuitem', { name: /^Microphone: / }).press('ArrowRight');
  await expect(page.getByRole('meter', { name: 'Microphone level' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Audio settings' }).click();
  await expect(select(page, 'Speaker').locator('option:checked')).toHaveText(secondSpeaker);
});

test('SONB-014 to SONB-031: the sound is set up before the app is used', async ({ seat }) => {
  const { page } = await seat(priya, asking);
  const next = page.getByRole('button', { name: 'Next' });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await browserSays(page, 'microphone', 'denied');
  await browserSays(page, 'notifications', 'prompt');
  await page.goto('/audio-setup');
  await expect(row('Microphone')).toContainText('Blocked in the browser.');
  await expect(row('Microphone')).toContainText('Blocked');
  const unblock = row('Microphone').getByRole('link', { name: 'How to unblock it' });
  await expect(unblock).toHaveAttribute('target', '_blank');
  await expect(unblock).toHaveAttribute('href', /\/help#permissions$/);
  await expect(row('Notifications')).toContainText('Not asked yet');
  await expect(next).toBeHidden();
  await expectsNoViolation(page, 'audio setup, permissions');
  await browserSays(page, 'notifications', 'granted');
  await expect(row('Notifications')).toContainText('Allowed');
  await expect(next).toBeVisible();

  await page.evaluate(() => {
    const key = 'sidetone.local-flags';
    const known = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...known, audioSetupCompleted: false }));
  });
  await page.reload();
  await next.click();
  await page.waitForURL('**/main/channels/private');
  expect(await remembered(page, 'audioSetupCompleted')).toBe(true);

  await browserSays(page, 'microphone', 'prompt');
  await page.goto('/audio-setup');
  await row('Microphone').getByRole('button', { name: 'Allow microphone' }).click();
  await expect(page.getByRole('meter', { name: 'Microphone level' })).toBeVisible();
  const second = page.getByRole('combobox', { name: 'Second output for ringing' });
  const listen = page.getByRole('button', { name: 'Test ringtone' });
  await expect(second).toBeDisabled();
  await expect(listen).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Also ring on a second device' }).check();
  await expect(second).toBeEnabled();
  await soundsGoOn(page);
  await listen.click();
  await expect(page.getByRole('progressbar', { name: 'Test ringtone' })).toBeVisible();
  await expectsNoViolation(page, 'audio setup, devices');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.waitForURL('**/main/channels/private');
});

test('SONB-020 to SONB-022, SONB-027, SONB-030: on a Mac the desktop program says first why the system asks', async ({
  sitDown,
}) => {
  const colleague = await sitDown(tom, { microphone: tone(440) });
  const { page } = colleague;
  let said: 'prompt' | 'granted' | 'denied' = 'denied';
  const { orders, signsInBeside } = await inDesktopProgram(colleague, { platform: 'mac', microphone: () => said });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signsInBeside();
  await page.bringToFront();
  await colleague.phoneIsReady();
  await page.goto('/audio-setup');
  const says = page.getByRole('heading', { name: 'macOS is about to ask for the microphone' });
  const ask = page.getByRole('button', { name: 'Allow microphone' });
  const meter = page.getByRole('meter', { name: 'Microphone level' });
  await expect(page.getByRole('alert').getByRole('heading', { name: 'The microphone is blocked' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show me how' })).toHaveAttribute('href', /\/help#permissions$/);
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(says).toBeHidden();
  await expect(ask).toBeHidden();
  await expectsNoViolation(page, 'a microphone that macOS blocks');

  // Back from the settings of the system.
  said = 'prompt';
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(says).toBeVisible();
  await expect(ask).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();
  const faq = page.getByRole('link', { name: 'What happens to the sound?' });
  await expect(faq).toHaveAttribute('target', '_blank');
  await expectsNoViolation(page, 'audio setup on a Mac');
  // What the system is asked with the press it is told to allow.
  said = 'granted';
  await ask.click();
  await expect(meter).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible();
  await expect(meter).toBeVisible();
  await expect(says).toBeHidden();
  const sizes = orders.filter(({ name }) => name === 'resizeWindow').length;
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.waitForURL('**/main/channels/private');
  await expect.poll(() => orders.filter(({ name }) => name === 'resizeWindow').length).toBeGreaterThan(sizes);
});
