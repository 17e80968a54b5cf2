import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { goesTo } from '../people/going.ts';
import { dialog, opens } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
const [mara, jonas, priya] = [0, 1, 2] as const;
const halfMinute = 30_000;

/** A Sidetone that knows its address: passkeys belong to the name in it. */
const test = base.extend<object, { sidetone: Sidetone }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone(({ http }) => ({ settings: { PUBLIC_URL: `http://localhost:${http}` } }));
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.beforeEach(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** The window of the app stands, and not a page before it. */
const isInApp = (page: Page) =>
  expect(page.getByRole('navigation').getByRole('link', { name: /^Private/ })).toBeVisible({ timeout: 30_000 });
const step = (page: Page) => page.getByRole('region', { name: 'Second step' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signsOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel(/^password/i)).toBeVisible();
};
/** The key that the page shows for typing. */
const keyOn = async (page: Page) => ((await page.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '');
/** A code some steps later than now: each is taken once. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * halfMinute });
const provesPassword = async (page: Page, password: string) => {
  await dialog(page).getByLabel('Your password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
};

test('an authenticator app is set up in the settings, asked for at the door, and replaced by a recovery code', async ({
  sitDown,
}) => {
  test.setTimeout(240_000);
  const colleague = await sitDown(priya, desk);
  const { page, who } = colleague;
  await colleague.signsIn();
  await isInApp(page);
  let secret = '';
  let codes: string[] = [];

  await test.step('the password is asked for again, and a wrong one is refused', async () => {
    await opens(page, 'profile');
    await dialog(page).getByRole('button', { name: 'Set up', exact: true }).click();
    await provesPassword(page, 'not the right one');
    await expect(dialog(page).getByText('This is not your password.')).toBeVisible();
    await provesPassword(page, who.password);
    await expect(dialog(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expectsNoViolation(page, 'authenticator');
    secret = await keyOn(page);
  });
  await test.step('it takes effect with the first code, and recovery codes are shown once', async () => {
    await dialog(page).getByLabel('Code from the app').fill('000000');
    await dialog(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog(page).getByText('This code is wrong or was already used.')).toBeVisible();
    await dialog(page).getByLabel('Code from the app').fill(codeOf(secret, 0));
    await dialog(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
    codes = await dialog(page).locator('li code').allTextContents();
    expect(codes).toHaveLength(10);
    await expectsNoViolation(page, 'recovery codes');
    await dialog(page).getByRole('button', { name: 'I have kept the codes' }).click();
    await expect(dialog(page).getByText(/10 recovery codes left/)).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('at the sign-in a wrong code is refused, and the right one opens the app', async () => {
    await signsOut(page);
    await colleague.signsIn();
    await expect(step(page).getByLabel('Code from the app')).toBeFocused();
    await step(page).getByLabel('Code from the app').fill('12');
    await page.keyboard.press('Enter');
    await expect(step(page).getByText('Enter the six digits.')).toBeVisible();
    await expectsNoViolation(page, 'second step');
    await step(page).getByLabel('Code from the app').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await isInApp(page);
  });
  await test.step('without the phone a recovery code leads in', async () => {
    await signsOut(page);
    await colleague.signsIn();
    await step(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await step(page)
      .getByLabel('Recovery code')
      .fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await isInApp(page);
    await opens(page, 'profile');
    await expect(dialog(page).getByText(/9 recovery codes left/)).toBeVisible();
  });
});

test('a passkey is made, named, offered in the address field, used alone in place of the password, and removed', async ({
  sitDown,
}) => {
  test.setTimeout(240_000);
  const colleague = await sitDown(jonas, desk);
  const { page, who } = colleague;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  /** Whether somebody touches the device of their own accord, whenever a page asks for a passkey. */
  const touches = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  await colleague.signsIn();
  await isInApp(page);
  await test.step('it is made in the settings with the password', async () => {
    await opens(page, 'profile');
    await dialog(page).getByRole('button', { name: 'Add passkey' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Laptop');
    await provesPassword(page, who.password);
    await expect(dialog(page).getByRole('listitem', { name: 'Laptop' })).toContainText('not used yet');
    await dialog(page).getByRole('button', { name: 'Rename Laptop' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Laptop at home');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('listitem', { name: 'Laptop at home' })).toBeVisible();
    await expectsNoViolation(page, 'passkeys');
    await page.keyboard.press('Escape');
  });
  await test.step('the address field offers it, and taking the offer signs in', async () => {
    const taken = page.waitForResponse(
      (response) => /\/api\/sign-in\/[^/]+\/passkey$/.test(response.url()) && response.status() === 200,
    );
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await taken;
    await isInApp(page);
  });
  await test.step('a user who does not take it signs in with the password as before', async () => {
    await touches(false);
    const offered = page.waitForResponse(/\/api\/sign-in\/[^/]+\/passkey-options$/);
    await signsOut(page);
    await offered;
    await expect(page.getByLabel(/^email/i)).toHaveAttribute('autocomplete', 'username webauthn');
    await page.getByLabel(/^email/i).fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill('not the right one');
    // The offer ends when the password is sent, and is made again once that was refused.
    const again = page.waitForResponse(/\/api\/sign-in\/[^/]+\/passkey-options$/);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email or password is wrong.')).toBeVisible();
    await again;
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.keyboard.press('Enter');
    await expect(step(page).getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await touches(true);
    await step(page).getByRole('button', { name: 'Use a passkey' }).click();
    await isInApp(page);
    await touches(false);
  });
  await test.step('it opens the app alone, without the password', async () => {
    await signsOut(page);
    await expect(button(page, 'Use a passkey')).toBeVisible();
    await expectsNoViolation(page, 'door with passkey');
    await touches(true);
    await button(page, 'Use a passkey').click();
    await isInApp(page);
    await touches(false);
  });
  await test.step('after the password it is the second step', async () => {
    await signsOut(page);
    await colleague.signsIn();
    await touches(true);
    await step(page).getByRole('button', { name: 'Use a passkey' }).click();
    await isInApp(page);
    await touches(false);
  });
  await test.step('once removed, the password alone leads in', async () => {
    await opens(page, 'profile');
    await dialog(page).getByRole('button', { name: 'Remove Laptop at home' }).click();
    await provesPassword(page, who.password);
    await expect(dialog(page).getByRole('listitem', { name: 'Laptop at home' })).toBeHidden();
    await page.keyboard.press('Escape');
    await signsOut(page);
    await colleague.signsIn();
    await isInApp(page);
  });
});

test('a company asks everyone for it: it is set up at the door, seen by administrators and reset by them', async ({
  sitDown,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await sitDown(mara, desk);
  await boss.signsIn();
  await isInApp(boss.page);
  const form = boss.page.getByRole('form', { name: 'Sign-in' });
  await test.step('the rule is set, and the administrator who sets it is not locked out', async () => {
    await goesTo(boss.page, '/admin/company');
    await form.getByLabel('Two-step sign-in').selectOption('everyone');
    await form.getByLabel(/^Administration only from these networks/).fill('192.0.2.0/24');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('You would lock yourself out.')).toBeVisible();
    await form.getByLabel(/^Administration only from these networks/).fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('button', { name: /^Sav/ })).toBeHidden();
    await expectsNoViolation(boss.page, 'sign-in rules');
  });
  const colleague = await sitDown(4, desk);
  const { page } = colleague;
  const name = people[4].name;
  await test.step('the next sign-in asks for an app, and shows the recovery codes before it leads in', async () => {
    await colleague.signsIn();
    await expect(step(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expectsNoViolation(page, 'set-up at the door');
    await step(page)
      .getByLabel('Code from the app')
      .fill(codeOf(await keyOn(page), 0));
    await page.keyboard.press('Enter');
    await button(page, 'I have kept the codes').click();
    await isInApp(page);
  });
  await test.step('an administrator sees it and resets it', async () => {
    await goesTo(boss.page, '/admin/users');
    await boss.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await boss.page.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click();
    await boss.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(boss.page.getByText(`Two-step sign-in of ${name} is reset`)).toBeVisible();
    await signsOut(page);
    await colleague.signsIn();
    await expect(step(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  });
});
