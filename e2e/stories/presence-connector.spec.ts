import type { Page } from '@playwright/test';
import { type Microsoft, openMicrosoft } from '@sidetone/simulator/microsoft/microsoft.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { microsoftSettings } from '../world/microsoft-settings.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone whose operator has registered it at Microsoft, which is on the same machine. */
const test = base.extend<object, { sidetone: Sidetone; microsoft: Microsoft }>({
  microsoft: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const microsoft = await openMicrosoft();
      await use(microsoft);
      microsoft.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ microsoft }, use) => {
      const sidetone = await ownSidetone(({ http }) => ({
        settings: microsoftSettings(microsoft, http),
      }));
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const microphone = tone(440);

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const teams = (page: Page) => settings(page).getByRole('region', { name: 'Microsoft Teams, availability' });
const opens = (page: Page) => goesTo(page, '/main/channels/private/dialogs/settings/extensions');

/** Goes to the page of Microsoft and presses a button there; gives the page that the browser ends up at. */
async function signsIn(page: Page, button: 'Accept' | 'Cancel', begin = 'Connect'): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await teams(page).getByRole('button', { name: begin }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Permissions requested' })).toBeVisible();
  await popup.getByRole('button', { name: button }).click();
  return popup;
}

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('Teams is connected, shows a call and do not disturb, and is disconnected', async ({
  seat,
  sidetone,
  microsoft,
}) => {
  const anna = await seat(0, { microphone });
  const { page } = anna;
  const shows = (state: string | null) => expect.poll(() => microsoft.shown(), { timeout: 20_000 }).toBe(state);

  await test.step('SSET-008: who refuses at Microsoft is not connected', async () => {
    await opens(page);
    await expect(teams(page).getByRole('status')).toHaveText('Not connected');
    await expectsNoViolation(page, 'Teams that is not connected');
    const popup = await signsIn(page, 'Cancel');
    await expect(popup.getByRole('alert')).toContainText('Access was denied on the sign-in page.');
    await expect(message(page, 'Microsoft Teams was not connected')).toBeVisible();
    await popup.close();
    await expect(teams(page).getByRole('status')).toHaveText('Not connected');
  });

  await test.step('who accepts is connected', async () => {
    const popup = await signsIn(page, 'Accept');
    await expect(popup.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
    await popup.close();
    await expect(teams(page).getByRole('status')).toHaveText('Connected');
    await expect(teams(page)).toContainText(microsoft.person.userPrincipalName);
    await expectsNoViolation(page, 'Teams that is connected');
  });

  await test.step('a call is shown until it ends', async () => {
    await goesTo(page, '/main/channels/private');
    const ben = await seat(1, { microphone: tone(1000) });
    await anna.calls(ben.who.name);
    await ben.accepts();
    await shows('Busy/InACall');
    await anna.hangsUp();
    await shows(null);
  });

  const menu = page.getByRole('button', { name: /^Your menu/ });
  /** Presses the switch in the user's menu. */
  const switchesDnd = async () => {
    await menu.click();
    await page.getByRole('menuitemcheckbox', { name: /^Do not disturb/ }).click();
    await page.keyboard.press('Escape');
  };

  await test.step('do not disturb is shown for as long as it is on', async () => {
    await switchesDnd();
    await shows('DoNotDisturb/Presenting');
    await switchesDnd();
    await shows(null);
  });

  await test.step('a meeting in Teams makes busy here, for as long as it lasts', async () => {
    // A minute passes.
    const later = () => sidetone.query('update presence_connectors set hear_at = now()');
    microsoft.setInTeams({ availability: 'Busy', activity: 'InAMeeting' });
    await later();
    await expect(menu).toContainText('Busy', { timeout: 30_000 });
    microsoft.setInTeams(null);
    await later();
    await expect(menu).toContainText('Available', { timeout: 30_000 });
  });

  await test.step('SSET-009: who disconnects shows nothing any longer', async () => {
    await switchesDnd();
    await shows('DoNotDisturb/Presenting');
    await opens(page);
    await teams(page).getByRole('button', { name: 'Disconnect' }).click();
    await expect(message(page, 'Microsoft Teams disconnected')).toBeVisible();
    await expect(teams(page).getByRole('status')).toHaveText('Not connected');
    await shows(null);
    await sidetone.query('update users set is_dnd = false where email = $1', [anna.who.email]);
  });
});

test('a sign-in that Microsoft takes back is asked for again', async ({ seat, sidetone, microsoft }) => {
  const tom = await seat(2, { microphone });
  const { page } = tom;
  await opens(page);
  await (await signsIn(page, 'Accept')).close();
  await expect(teams(page).getByRole('status')).toHaveText('Connected');
  microsoft.signIn.endAll();
  await sidetone.query('update presence_connectors set expires_at = now()');
  await sidetone.query('update users set is_dnd = true where email = $1', [tom.who.email]);
  await expect(teams(page).getByRole('status')).toHaveText('Sign-in needed', { timeout: 20_000 });
  await expect(teams(page)).toContainText('Microsoft no longer accepts your sign-in');
  await expectsNoViolation(page, 'Teams that needs a sign-in');
  await goesTo(page, '/main/channels/private');
  await expect(page.getByText('Microsoft no longer accepts your sign-in, so Teams')).toBeVisible();
  await expectsNoViolation(page, 'the banner of a sign-in that Microsoft took back');
  await page.getByRole('button', { name: 'Show connection' }).click();
  const popup = await signsIn(page, 'Accept', 'Sign in again');
  await expect(popup.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await popup.close();
  await expect(teams(page).getByRole('status')).toHaveText('Connected');
  await expect.poll(() => microsoft.shown(), { timeout: 20_000 }).toBe('DoNotDisturb/Presenting');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show connection' })).toHaveCount(0);
});
