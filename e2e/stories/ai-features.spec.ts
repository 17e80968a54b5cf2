import type { Page } from '@playwright/test';
import { setFlags } from '../people/documented-call.ts';
import { dialog, flagOf, heading, opens, section, toggle } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
const [mara, jonas] = [0, 1] as const;

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await setFlags(sidetone, []);
});

const privacy = (page: Page) => page.getByRole('dialog', { name: 'May your calls be written down?' });
const lastOff = (page: Page) => page.getByRole('dialog', { name: 'Switch off the last AI feature?' });

/** Switches a feature and waits until the server has taken it. */
async function switches(page: Page, act: () => Promise<unknown>): Promise<void> {
  const taken = page.waitForResponse((reply) => /\/users\/me\/ai-features\//.test(reply.url()));
  await act();
  expect((await taken).status()).toBe(200);
}

test('SAI-013, SAI-014: who switches the summary on for the first time agrees before, and another tab follows', async ({
  seat,
}) => {
  test.setTimeout(300_000);
  const { page } = await seat(jonas, { microphone });
  await opens(page, 'ai-features');
  await expect(heading(page, 'AI features')).toBeFocused();
  await expect(section(page, 'AI features')).toHaveAttribute('aria-current', 'page');
  const summary = toggle(page, /^Summary/);
  const other = await page.context().newPage();
  await opens(other, 'ai-features');
  await expect(toggle(other, /^Summary/)).not.toBeChecked();
  await page.bringToFront();

  await test.step('everything is off, and what needs the summary waits for it', async () => {
    for (const name of [/^Summary/, /^Headline/, /^Smart answers/, /^Small talk/, /^Custom words/]) {
      await expect(toggle(page, name)).not.toBeChecked();
      await expect(toggle(page, name)).toBeEnabled();
    }
    await expect(toggle(page, /^Action items/)).toBeDisabled();
    await expect(dialog(page).getByText('Requires “Summary”, which is off.')).toBeVisible();
    // Jonas is no administrator.
    await expect(dialog(page).getByRole('radio')).toHaveCount(0);
    await expect(dialog(page).getByText('No service writes your calls down yet.')).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: 'Set up AI services' })).toHaveCount(0);
    await expectsNoViolation(page, 'AI features');
  });

  await test.step('without the agreement nothing is switched on', async () => {
    await summary.focus();
    await page.keyboard.press('Space');
    await expect(privacy(page)).toBeVisible();
    await expect(privacy(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(privacy(page)).toContainText('Nothing yet, because no service is set up.');
    await expect(privacy(page)).toContainText('for 24 hours at most');
    await expectsNoViolation(page, 'the privacy text');
    await page.keyboard.press('Escape');
    await expect(privacy(page)).toBeHidden();
    await expect(summary).not.toBeChecked();
    await expect(summary).toBeFocused();
  });

  await test.step('with it the summary is on, here and in the other tab', async () => {
    await page.keyboard.press('Space');
    await switches(page, () => privacy(page).getByRole('button', { name: 'Agree and switch on' }).click());
    await expect(summary).toBeChecked();
    await expect(toggle(page, /^Action items/)).toBeEnabled();
    await expect(toggle(other, /^Summary/)).toBeChecked();
    await expect(toggle(other, /^Action items/)).toBeEnabled();
  });

  await test.step('the next feature asks no more', async () => {
    await switches(page, () => toggle(page, /^Headline/).check());
    await expect(privacy(page)).toBeHidden();
    await page.reload();
    await expect(toggle(page, /^Headline/)).toBeChecked();
  });
});

test('SAI-016, SAI-018, SAI-021: what depends goes off too, and the last feature asks', async ({ seat, sidetone }) => {
  test.setTimeout(300_000);
  const anna = await seat(mara, { microphone });
  const { page } = anna;
  await sidetone.query(
    `update users set settings = settings || '{"hasCallTranscription": true, "hasCallSummary": true}' where email = $1`,
    [anna.who.email],
  );
  await opens(page, 'ai-features');
  const [summary, actions, smallTalk] = [/^Summary/, /^Action items/, /^Small talk/].map((name) => toggle(page, name));
  if (!summary || !actions || !smallTalk) throw new Error('three switches');

  await test.step('small talk opens the window for the log from now on', async () => {
    await expect(summary).toBeChecked();
    await switches(page, () => smallTalk.check());
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('sidetone.preferences') ?? '{}'));
    expect([kept.callWindowBehaviorIncoming, kept.callWindowBehaviorOutgoing]).toMatchObject([
      { openCallLogging: true },
      { openCallLogging: true },
    ]);
  });

  await test.step('the summary takes the action items along, and says so', async () => {
    await switches(page, () => actions.check());
    await switches(page, () => summary.uncheck());
    await expect(actions).not.toBeChecked();
    await expect(actions).toBeDisabled();
    await expect(page.getByText('“Action items” is off as well, because it needs “Summary”.')).toBeVisible();
    await expect(smallTalk).toBeChecked();
  });

  await test.step('the last one asks, and Cancel leaves it on', async () => {
    await smallTalk.click();
    await expect(lastOff(page)).toBeVisible();
    await lastOff(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(smallTalk).toBeChecked();
    await smallTalk.click();
    await switches(page, () => lastOff(page).getByRole('button', { name: 'Switch off' }).click());
    await expect(smallTalk).not.toBeChecked();
    // Transcription went with it: the next feature asks again.
    await smallTalk.click();
    await expect(privacy(page)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('what the server refuses is taken back', async () => {
    await page.route('**/api/users/me/ai-features/*', (route) =>
      route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }),
    );
    await summary.click();
    await privacy(page).getByRole('button', { name: 'Agree and switch on' }).click();
    await expect(page.getByText('Not saved')).toBeVisible();
    await expect(summary).not.toBeChecked();
    await page.unroute('**/api/users/me/ai-features/*');
  });
});

test('SAI-003, SAI-022 to -025: an administrator changes the provider, after a question', async ({ seat }) => {
  test.setTimeout(300_000);
  const { page } = await seat(mara, { microphone });
  await opens(page, 'ai-features');
  const openai = dialog(page).getByRole('radio', { name: /^OpenAI/ });
  const mistral = dialog(page).getByRole('radio', { name: /^Mistral/ });
  const ask = (name: string) => page.getByRole('dialog', { name: `Change to ${name}?` });
  await expect(openai).toBeChecked();
  await mistral.click();
  await ask('Mistral').getByRole('button', { name: 'Cancel' }).click();
  await expect(ask('Mistral')).toBeHidden();
  await expect(openai).toBeChecked();
  await mistral.click();
  await ask('Mistral').getByRole('button', { name: 'Change to Mistral' }).click();
  await expect(page.getByText('Mistral is now the language model')).toBeVisible();
  await expect(mistral).toBeChecked();
  await page.reload();
  await expect(mistral).toBeChecked();
  await expectsNoViolation(page, 'AI features of an administrator');
});

test('addresses, the quota, and an account without AI', async ({ seat, sidetone }) => {
  test.setTimeout(300_000);
  const anna = await seat(mara, { microphone });
  const { page } = anna;
  const plan = (text: string) =>
    sidetone.query(
      `update accounts set plan = plan || $1::jsonb where id = (select account_id from users where email = $2)`,
      [text, anna.who.email],
    );

  await test.step('the address of a feature leads to its switch, and others to the list', async () => {
    await opens(page, 'ai-features/hasCallSmallTalk');
    await expect(toggle(page, /^Small talk/)).toBeFocused();
    await opens(page, 'ai-features/hasSmartAnswers/detail/set-1');
    await expect(page).toHaveURL(/\/settings\/ai-features\/hasSmartAnswers$/);
    for (const path of ['nothing', 'hasWebhook', 'hasSmartAnswers/other/set-1']) {
      await opens(page, `ai-features/${path}`);
      await expect(page).toHaveURL(/\/settings\/ai-features$/);
    }
  });

  await test.step('SAI-002, SPERM-027: the quota with its limit, and where more is booked', async () => {
    await expect(dialog(page).getByText('documented this month')).toHaveCount(0);
    await plan('{"quotas": [{"grant": "CALL_BOOSTS", "limit": 2000}], "link": "https://plans.example/more"}');
    await sidetone.query(
      `insert into ai_usage (account_id, month, calls)
        select account_id, to_char(day_of_call(now(), account_id), 'YYYY-MM'), 1640 from users where email = $1`,
      [anna.who.email],
    );
    await expect(dialog(page).getByText('1,640 of 2,000 calls')).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: /^Raise the limit/ })).toHaveAttribute(
      'href',
      'https://plans.example/more',
    );
    await plan('{"quotas": [], "link": null}');
  });

  await test.step('SAI-006, SAI-027: the test pool is for test accounts', async () => {
    const pool = dialog(page).getByRole('checkbox', { name: /^Join the test pool/ });
    await expect(pool).toHaveCount(0);
    await flagOf(sidetone, anna, 'isTestAccount', true);
    await expect(pool).toBeVisible();
    await pool.check();
    await expect(pool).toBeChecked();
    await flagOf(sidetone, anna, 'isTestAccount', false);
    await expect(pool).toHaveCount(0);
  });

  await test.step('without AI there is one sentence and no switch', async () => {
    await flagOf(sidetone, anna, 'hasAiDisabled', true);
    await expect(dialog(page).getByText('AI is switched off for your company.')).toBeVisible();
    await expect(dialog(page).getByRole('switch')).toHaveCount(0);
    await expect(dialog(page).getByRole('radio')).toHaveCount(0);
    await opens(page, 'ai-features/hasCustomWords');
    await expect(dialog(page).getByText('AI is switched off for your company.')).toBeVisible();
    await flagOf(sidetone, anna, 'hasAiDisabled', false);
  });
});
