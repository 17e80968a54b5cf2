import type { Request } from '@playwright/test';
import { everybodyReads, expect, healthyAfterwards, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Wrong passwords slow down everyone who signs in from this machine.
test.use({ server: 'own' });

const desk = { microphone: tone(440) };
healthyAfterwards();
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a wrong password and an unknown email get the same answer, and guessing gets slow', async ({
  sitDown,
  sidetone,
}) => {
  const samuel = await sitDown(5, desk);
  const { page } = samuel;
  const email = page.getByLabel(/^e-?mail/i);
  const password = page.getByLabel(/^password/i);
  const tries = async (who: string, guess: string) => {
    await email.fill(who);
    await password.fill(guess);
    const answered = page.waitForResponse(/\/api\/sign-in\//);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const reply = await answered;
    // A sign-in that works leads away from the page, and the body of its reply with it.
    if (reply.ok()) return { status: reply.status(), body: {} };
    return { status: reply.status(), body: (await reply.json()) as Record<string, unknown> };
  };
  await page.goto('/');

  const wrong = { status: 401, body: { code: 'WRONG_CREDENTIALS', message: 'Email or password is wrong.' } };
  const unknownPerson = 'nobody@nowhere.example';
  for (const who of [samuel.who.email, unknownPerson]) {
    await test.step(who, async () => {
      for (let guess = 0; guess < 5; guess += 1) {
        expect(await tries(who, `guess ${guess}`)).toEqual(wrong);
        await expect(page.getByText('Email or password is wrong.')).toBeVisible();
        await expect(password).toBeFocused();
      }
      const slowed = await tries(who, 'one too many');
      expect(slowed).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
      expect(slowed.body['retryAfterSeconds']).toBeGreaterThan(5);
      const wait = Number(slowed.body['retryAfterSeconds']);
      const told = page.getByRole('alert').locator('[aria-hidden]');
      // Read aloud once, and counted down for sighted users.
      await expect(page.getByText(`Too many attempts. Try again in ${wait} s.`).first()).toBeVisible();
      const seconds = async () => Number(/in (\d+) s\.$/.exec((await told.textContent()) ?? '')?.[1]);
      await expect.poll(seconds).toBeLessThan(wait);
      expect(await seconds()).toBeGreaterThan(0);
    });
  }
  await test.step('the right password waits as well, then works', async () => {
    // The guesses at someone unknown may have taken as long as the wait.
    await sidetone.query('update sign_in_attempts set last_at = now()');
    expect(await tries(samuel.who.email, samuel.who.password)).toMatchObject({ status: 429 });
    await sidetone.query("update sign_in_attempts set last_at = now() - interval '20 minutes'");
    expect(await tries(samuel.who.email, samuel.who.password)).toMatchObject({ status: 200 });
    await samuel.phoneIsReady();
  });
});

test('an empty form says which field is missing and asks nobody', async ({ sitDown }) => {
  const { page } = await sitDown(5, desk);
  let asked = 0;
  page.on('request', (request) => {
    if (/\/api\/sign-in\//.test(request.url())) asked += 1;
  });
  await page.goto('/');
  await page.getByLabel(/^password/i).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await page.getByLabel(/^e-?mail/i).fill('samuel@tannhorst.example');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  expect(asked).toBe(0);
});

test('a sign-in that no longer waits leads on by itself', async ({ sitDown }) => {
  const lene = await sitDown(4, desk);
  const { page } = lene;
  await test.step('opened by its old address', async () => {
    await page.goto('/sign-in/long-forgotten');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel(/^password/i)).toBeVisible();
  });
  await test.step('expired while a user corrects their password: nothing has to be typed again', async () => {
    const gone = { status: 404, json: { code: 'NOT_FOUND', message: 'The sign-in was not found.' } };
    await page.getByLabel(/^e-?mail/i).fill(lene.who.email);
    await page.getByLabel(/^password/i).fill('a wrong one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Email or password is wrong.')).toBeVisible();
    const asked: string[] = [];
    await page.route('**/api/sign-in/*', async (route) => {
      asked.push(route.request().url());
      return asked.length === 1 ? await route.fulfill(gone) : await route.continue();
    });
    await page.getByLabel(/^password/i).fill(lene.who.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await lene.phoneIsReady();
    expect(new Set(asked).size).toBe(2);
  });
  await test.step('a signed-in user comes into the app, and back from there to no form', async () => {
    await page.goto('/sign-in/long-forgotten');
    await expect(page).toHaveURL(/\/main\/channels\/private$/);
    await lene.phoneIsReady();
  });
});

test('Back from the app leads to no form that is used up', async ({ sitDown }) => {
  const lene = await sitDown(4, desk);
  const { page } = lene;
  await page.goto('/help');
  await lene.signsIn();
  await lene.phoneIsReady();
  await page.goBack();
  await expect(
    page.getByRole('heading', { name: 'Help', level: 1 }).or(page.getByRole('navigation').first()),
  ).toBeVisible();
  await expect(page).not.toHaveURL(/\/(sign-in|login)/);
  await expect(page.getByLabel(/^password/i)).toHaveCount(0);
});

test('a password can be shown while it is typed', async ({ sitDown }) => {
  const { page, who } = await sitDown(4, desk);
  await page.goto('/login');
  const field = page.getByLabel(/^password/i);
  await field.fill(who.password);
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what you type' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue(who.password);
  await page.getByRole('button', { name: 'Hide what you type' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('a revoked session ends with clear words, and signing in leads back to where one was', async ({
  seat,
  sidetone,
}) => {
  const tom = await seat(3, desk);
  const { page } = tom;
  await page.getByRole('navigation').getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/main\/channels\/c\w+/);
  const before = page.url();
  const [kept] = await sidetone.query<{ hash: string }>('select password_hash as hash from users where email = $1', [
    tom.who.email,
  ]);
  const printed = await sidetone.cli('password', 'reset', '--user', tom.who.email);
  await expect(page.getByText('Your session has ended. Sign in again to return to where you were.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('access_token');
  await page.getByLabel(/^e-?mail/i).fill(tom.who.email);
  await page.getByLabel(/^password/i).fill(printed.trim().split(' ').at(-1) ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await tom.phoneIsReady();
  expect(page.url()).toBe(before);
  await sidetone.query('update users set password_hash = $1 where email = $2', [kept?.hash, tom.who.email]);
});

test('an access token that ran out is renewed without a word', async ({ seat, sidetone }) => {
  const tom = await seat(3, desk);
  const refused: Request[] = [];
  tom.page.on('response', (reply) => {
    if (reply.url().includes('/api/') && reply.status() === 401) refused.push(reply.request());
  });
  const served = tom.page.waitForResponse(
    (reply) => reply.url().includes('/contacts/search') && reply.status() === 200,
  );
  const words = ['fen', 'mar', 'jon', 'pri', 'tom', 'sal', 'wal', 'ber', 'lin', 'kra'];
  await tom.page.keyboard.press('Control+k');
  // The page may be given a token in this very moment: what is asked next is refused, with a new word each second.
  await expect
    .poll(
      async () => {
        await sidetone.query(
          `update oidc_documents set expires_at = now() - interval '1 second'
            where model = 'AccessToken' and payload ->> 'accountId' = (select id from users where email = $1)`,
          [tom.who.email],
        );
        await tom.page.getByRole('combobox').fill(words.shift() ?? 'fen');
        return refused.length;
      },
      { intervals: [1_000], timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  // Browsers keep no answer that may not be stored: what it said is asked once more.
  const [asked] = refused;
  const again = await fetch(asked?.url() ?? '', {
    headers: { authorization: (await asked?.headerValue('authorization')) ?? '' },
  });
  expect(await again.json()).toMatchObject({ code: 'TOKEN_EXPIRED' });
  await served;
  await expect(tom.page.getByRole('combobox')).toBeVisible();
});
