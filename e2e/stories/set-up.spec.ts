import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A server on which nobody is yet: the company of a first start is taken out of it.
test.use({ server: 'own' });

const password = 'vier Woerter am Abend';

test('the first administrator types a password once, and is in with what the company needs', async ({
  sitDown,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const { page } = await sitDown(0, { microphone: tone(440) });
  await sidetone.query('delete from inbox_events');
  await sidetone.query('delete from users');
  await sidetone.query('update accounts set runs_server = false');
  await page.goto('/');
  await expect(page).toHaveURL(/\/set-up$/);
  await page.getByLabel('Company').fill('Kranich Logistik');
  await page.getByLabel('First name').fill('Clara');
  await page.getByLabel('Last name').fill('Wessel');
  await page.getByLabel('Email').fill('clara@kranich.example');
  await page.getByLabel('Password').fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/admin\/first-run\?open=company$/, { timeout: 30_000 });
  await expect(page.getByText('Kranich Logistik').first()).toBeVisible();
  const rows = await sidetone.query<{ action: string; email: string }>(
    `select a.action, u.email from audit_log a join users u on u.id = a.actor_user_id where a.action = 'signIn.succeeded'`,
  );
  expect(rows).toEqual([{ action: 'signIn.succeeded', email: 'clara@kranich.example' }]);

  await test.step('the form of the set-up does not come back', async () => {
    await page.goto('/set-up');
    await expect(page).toHaveURL(/\/(main|admin|audio-setup)\b/);
  });
});
