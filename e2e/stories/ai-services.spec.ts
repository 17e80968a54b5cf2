import type { Page } from '@playwright/test';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
const [mara, jonas] = [0, 1] as const;
const key = 'sk-never-to-be-seen-zqx~';

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const panel = (page: Page, name: string) => page.getByRole('dialog', { name });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an administrator sets a service up and sees why it fails, and what helps', async ({ seat, sidetone }) => {
  test.setTimeout(300_000);
  const { page, who } = await seat(mara, { microphone });
  await page.goto('/admin/ai');
  await expect(page.getByRole('heading', { level: 1, name: 'AI services' })).toBeVisible();

  await test.step('there are three ways, and quotes are there without any', async () => {
    await expect(page.getByText('nothing set up')).toBeVisible();
    await expect(card(page, 'A model on this server')).toContainText('No model is installed');
    await expect(page.getByText('Quotes, without AI')).toBeVisible();
    await expectsNoViolation(page, 'AI services with nothing set up');
  });

  await test.step('what is missing is told at its field, and nothing leaves before it is confirmed', async () => {
    await page.getByRole('button', { name: 'Enter a key' }).click();
    const form = panel(page, 'Add an AI service');
    await expect(form.getByText('Sent: the sound of each call.')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This service needs a key.')).toBeVisible();
    await expect(form.getByText('Calls leave this server. Confirm it first.')).toBeVisible();
    await expect(form.getByText('Enter where it computes.')).toBeVisible();
    await expect(form.getByLabel('Company that processes calls')).toHaveValue('OpenAI');
    await expectsNoViolation(page, 'the form of a service');
    await form.getByLabel('Key', { exact: true }).fill(key);
    await form.getByLabel('Where it computes').fill('EU');
    await form.getByRole('checkbox', { name: /contract on data processing with OpenAI/ }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  await test.step('it is tested immediately; the page says what is wrong and what to do', async () => {
    await expect(page.getByText('OpenAI does not work')).toBeVisible();
    const service = card(page, 'OpenAI');
    await expect(service).toContainText('Fails');
    await expect(service).toContainText('The service does not answer. Check that it runs');
    await expect(service).toContainText('whisper-1 · sent to api.openai.com · Processed by OpenAI, EU');
    await expect(service).toContainText('In use');
    await expect(page.getByText('0 of 1 work')).toBeVisible();
    await expectsNoViolation(page, 'AI services with one that fails');
  });

  await test.step('the key comes back nowhere', async () => {
    await card(page, 'OpenAI').getByRole('button', { name: 'Actions for OpenAI' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const form = panel(page, 'OpenAI');
    await expect(form.getByLabel('Key', { exact: true })).toHaveValue('');
    await expect(form.getByText('A key is stored. Leave this empty to keep it.')).toBeVisible();
    await form.getByText('More', { exact: true }).click();
    await form.getByLabel('Requests at the same time').fill('many');
    await form.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
    await form.getByLabel('Per minute of sound').fill('0,006');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Requests at the same time')).toHaveAttribute('aria-invalid', 'true');
    await expectsNoViolation(page, 'the options of a service');
    await form.getByLabel('Requests at the same time').fill('2');
    await form.getByRole('textbox', { name: 'Model' }).fill('gpt-4o-transcribe');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(card(page, 'OpenAI')).toContainText('gpt-4o-transcribe');
    const [kept] = await sidetone.query<{ key: string; lines: string; options: object }>(
      `select options, encode(key_sealed, 'escape') as key, (select string_agg(detail::text, '') from audit_log) as lines
        from ai_connections where account_id = (select account_id from users where email = $1)`,
      [who.email],
    );
    expect(kept?.key.length).toBeGreaterThan(20);
    expect(`${kept?.key}${kept?.lines}`).not.toContain('zqx~');
    expect(kept?.lines).toContain('"place": "EU"');
    expect(kept?.options).toMatchObject({
      concurrency: 2,
      prices: { currency: 'EUR', perAudioMinute: 6_000, perMillionTokensIn: null },
    });
    // Neither the page nor the log has it.
    expect(await page.content()).not.toContain('zqx~');
    expect(sidetone.output).not.toContain('zqx~');
  });

  await test.step('a server in the own network needs its operator', async () => {
    await page.getByRole('region', { name: 'Language' }).getByRole('button', { name: 'Connect' }).click();
    const form = panel(page, 'Add an AI service');
    await form.getByRole('combobox', { name: 'Service' }).selectOption('A server of yours');
    await form.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:11434/v1');
    await form.getByRole('textbox', { name: 'Model' }).fill('qwen3');
    await expect(form.getByText('Nothing leaves this server.')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Ask the operator of this server to name it in AI_PRIVATE_HOSTS.')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
  });

  await test.step('numbers are blacked out unless an administrator decides otherwise, and the audit log says who', async () => {
    const redacts = page.getByRole('switch', { name: /^Black out numbers/ });
    await expect(redacts).toBeChecked();
    await redacts.click();
    await expect(redacts).not.toBeChecked();
    const lines = await sidetone.query<{ detail: object }>(
      `select detail from audit_log where action = 'ai.settingsChanged' and detail ? 'redacts'`,
    );
    expect(lines.at(-1)?.detail).toEqual({ redacts: { from: true, to: false } });
    await redacts.click();
    await expect(redacts).toBeChecked();
  });

  await test.step('choices for the company are taken, and a colleague is told where calls go', async () => {
    await page.getByRole('combobox', { name: 'Keep the sound for' }).selectOption('6 hours');
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
    const other = await seat(jonas, { microphone });
    await sidetone.query(
      `update accounts set flags = '{"hasNeoPbx": true}' where id = (select account_id from users where email = $1)`,
      [who.email],
    );
    await other.page.goto('/main/channels/private/dialogs/settings/ai-features');
    await other.page.getByRole('switch', { name: /^Headline/ }).click();
    const privacy = other.page.getByRole('dialog', { name: 'May your calls be written down?' });
    await expect(privacy).toContainText('The sound to OpenAI (api.openai.com).');
    await expect(privacy).toContainText('for 6 hours at most');
    await other.page.keyboard.press('Escape');
    await other.page.goto('/admin/ai');
    await expect(other.page.getByRole('heading', { name: 'AI services' })).toHaveCount(0);
  });

  await test.step('deleting asks', async () => {
    await card(page, 'OpenAI').getByRole('button', { name: 'Actions for OpenAI' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete OpenAI?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(card(page, 'OpenAI')).toHaveCount(0);
    await expect(page.getByText('Who writes down what was said?')).toBeVisible();
  });
});
