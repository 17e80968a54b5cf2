import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import { isSigned, openReceiver, type Receiver } from '@sidetone/simulator/webhooks/receiver.ts';
import { ApiSession } from '../people/api-session.ts';
import { setFlags } from '../people/documented-call.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';

/** A Sidetone that may ask and send to programs on its own machine, a service that writes calls down, and a receiver. */
const test = base.extend<object, { sidetone: Sidetone; service: AiServer; receiver: Receiver }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({
        settings: { AI_PRIVATE_HOSTS: '127.0.0.1', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
      });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const service = await openAiServer();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const receiver = await openReceiver();
      await use(receiver);
      receiver.close();
    },
    { scope: 'worker' },
  ],
});

const [mara, jonas, anna] = [0, 1, 2] as const;
const promise = 'I will send you the offer for the forty rolls by Monday.';
const thanks = 'Thank you, that is great, we will order the rolls from you.';
const bearer = 'Bearer never-to-be-seen-4f1c';

/** A microphone that speaks in one tone, with pauses as between words. */
function voice(hertz: number): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `webhook-${hertz}-${process.pid}.wav`);
  const rate = 48_000;
  const samples = sine(hertz, 10, rate).map((sample, at) => (at % rate < rate * 0.7 ? sample : 0));
  writeFileSync(path, monoWav(samples, rate));
  return path;
}

test.beforeAll(async ({ sidetone, service }) => {
  await everybodyReads(sidetone, 'en');
  service.ears.teachTone(440, promise);
  service.ears.teachTone(1000, thanks);
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const secretOf = async (page: Page): Promise<string> => {
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(shown).toContainText('whsec_');
  const secret = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'Done' }).click();
  return secret;
};

test('SAI-012 to -015, SSET-012: the webhook is for administrators, who agree to the transcription before', async ({
  seat,
  sidetone,
}) => {
  await setFlags(sidetone, []);
  const boss = await seat(mara, { microphone: voice(440) });
  await boss.page.goto('/main/channels/private/dialogs/settings/labs');
  const webhook = dialog(boss.page).getByRole('switch', { name: /^Webhook/ });
  const privacy = boss.page.getByRole('dialog', { name: 'May your calls be written down?' });
  await webhook.click();
  await privacy.getByRole('button', { name: 'Cancel' }).click();
  await expect(privacy).toBeHidden();
  await expect(webhook).not.toBeChecked();
  await webhook.click();
  await privacy.getByRole('button', { name: 'Agree and switch on' }).click();
  await expect(webhook).toBeChecked();
  const flags = () =>
    sidetone.query<{ on: boolean }>(
      `select (flags->>'hasWebhook')::boolean as on from accounts where id = (select account_id from users where email = $1)`,
      [boss.who.email],
    );
  await expect.poll(async () => (await flags())[0]?.on).toBe(true);
  const agreed = await sidetone.query<{ on: boolean }>(
    `select (settings->>'hasCallTranscription')::boolean as on from users where email = $1`,
    [boss.who.email],
  );
  expect(agreed[0]?.on).toBe(true);

  const member = await seat(jonas, { microphone: voice(440) });
  await member.page.goto('/main/channels/private/dialogs/settings/labs/hasWebhook');
  await expect(member.page).toHaveURL(/\/dialogs\/settings\/labs$/);
  await expect(dialog(member.page).getByRole('heading', { name: 'Labs' })).toBeVisible();
  await expect(dialog(member.page).getByRole('switch', { name: /^Webhook/ })).toHaveCount(0);
});

test('an administrator sets it up, and a documented call of a shared channel arrives signed', async ({
  seat,
  people,
  sidetone,
  service,
  receiver,
}) => {
  test.setTimeout(300_000);
  await setFlags(sidetone, ['hasWebhook', 'hasCallTranscription', 'hasCallSummary', 'hasCallHeadline']);
  const boss = await seat(mara, { microphone: voice(440) });
  const { page } = boss;
  const settings = dialog(page);
  const save = settings.getByRole('button', { name: /^Save/ });
  const url = settings.getByLabel('Address');

  await test.step('SSET-033 … SSET-035, SERR-045: what is wrong is told at its field, and nothing is kept before Save', async () => {
    await page.goto('/main/channels/private/dialogs/settings/labs');
    await settings.getByRole('button', { name: 'Settings of “Webhook”' }).click();
    await expect(settings.getByRole('heading', { name: 'Webhook', level: 2 })).toBeVisible();
    await expect(save).toHaveCount(0);
    await settings.getByRole('button', { name: 'Add webhook' }).click();
    await expect(settings).toContainText('1 of 1');
    await expect(settings.getByRole('button', { name: 'Add webhook' })).toBeDisabled();
    await url.fill('calls.example');
    await save.click();
    await expect(url).toHaveAttribute('aria-invalid', 'true');
    await expect(url).toBeFocused();
    await expect(settings).toContainText('Enter a web address that starts with https://');
    await url.fill('https://10.0.0.7/calls');
    await save.click();
    await expect(settings).toContainText('name it in WEBHOOK_PRIVATE_HOSTS');
    await expectsNoViolation(page, 'a webhook with a wrong address');
    // SSET-040
    await settings.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(settings.getByText('1 of 1')).toHaveCount(0);
    await expect(save).toHaveCount(0);
  });

  const secret = await test.step('SSET-036, SSET-038: saved by the keyboard, with the secret shown once', async () => {
    await settings.getByRole('button', { name: 'Add webhook' }).click();
    await url.fill(`${receiver.url}/calls`);
    await settings.getByRole('button', { name: 'Header', exact: true }).click();
    await expect(settings.getByLabel('Name of header 1')).toBeFocused();
    await page.keyboard.type('Authorization');
    await settings.getByLabel('Value of header 1').fill(bearer);
    await page.keyboard.press('ControlOrMeta+Enter');
    const shown = await secretOf(page);
    await expect(page.getByText('Webhook saved')).toBeVisible();
    await expect(save).toHaveCount(0);
    await expect(settings.getByLabel('Value of header 1')).toHaveAttribute('placeholder', /•4f1c$/);
    await expect(settings.getByLabel('Value of header 1')).toHaveValue('');
    return shown;
  });

  await test.step('a test arrives, signed, and its status is shown', async () => {
    receiver.answersWith(202);
    await settings.getByRole('button', { name: 'Send a test' }).click();
    await expect(settings).toContainText('Arrived: status 202');
    const [request] = receiver.received;
    expect(request?.headers).toMatchObject({ 'event-type': 'test', authorization: bearer });
    expect(request !== undefined && isSigned(secret, request)).toBe(true);
    receiver.received.length = 0;
  });

  await test.step('SSET-041: leaving asks, Discard brings back what is saved, and a secret stays with its server', async () => {
    await url.fill('https://elsewhere.example/calls');
    await expect(settings).toContainText('Not saved: address');
    await save.click();
    await expect(settings).toContainText('Enter the secret again: the address leads to another server now.');
    await settings.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(url).toHaveValue('https://elsewhere.example/calls');
    await settings.getByRole('button', { name: 'Discard' }).click();
    await expect(url).toHaveValue(`${receiver.url}/calls`);
    await expect(save).toHaveCount(0);
  });

  await test.step('of two administrators the second is told, and keeps what they typed', async () => {
    await settings.getByLabel('VCON').check();
    await sidetone.query(`update webhooks set method = 'PUT'`, []);
    await save.click();
    await expect(settings).toContainText('Someone else changed the webhook in the meantime.');
    await expect(settings.getByLabel('VCON')).toBeChecked();
    await settings.getByLabel('JSON').check();
    await settings.getByLabel('Method').selectOption('POST');
    await save.click();
    await expect(save).toHaveCount(0);
    await expect(settings).not.toContainText('Someone else changed');
  });

  await test.step('a call of the shared channel is documented, and arrives; the caller’s own side does not', async () => {
    await page.goto('/main/channels/private');
    const administrator = await ApiSession.signIn(sidetone.origin, people[mara]);
    const asked = async (method: string, path: string, body: object): Promise<unknown> => {
      const reply = await administrator.request(method, path, body);
      expect(reply.status, `${path} ${await reply.clone().text()}`).toBe(200);
      return await reply.json();
    };
    const speech = { purpose: 'speech', kind: 'openaiCompatible', name: 'Own recogniser', model: 'hear-1' };
    await asked('POST', '/admin/ai-connections', { ...speech, url: service.urlOf('own'), key: service.key });
    await asked('PATCH', '/admin/ai-settings', { documentation: 'all' });
    const caller = await seat(jonas, { microphone: voice(440) });
    const called = await seat(anna, { microphone: voice(1000) });
    await caller.calls('20');
    await called.accepts();
    await called.expectsToHear(440, 1000);
    await caller.page.waitForTimeout(4_000);
    await caller.hangsUp();
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
    const [request] = receiver.received;
    if (!request) throw new Error('nothing arrived');
    expect(isSigned(secret, request)).toBe(true);
    expect(request.headers).toMatchObject({ 'event-type': 'call.documented', authorization: bearer });
    expect(JSON.parse(request.body)).toMatchObject({
      version: '1',
      call: { direction: 'IN', channel: { name: 'Service' } },
      assist: {
        transcription: {
          chunks: expect.arrayContaining([expect.objectContaining({ speaker: 'CALLER', content: promise })]),
        },
        callHeadline: { content: expect.stringMatching(/offer|rolls/) },
      },
    });
    // The caller's side is documented by now as well.
    await caller.showsAllCalls();
    await expect(caller.page.locator('[data-call]').filter({ hasText: /offer|rolls/ })).toBeVisible({
      timeout: 30_000,
    });
    expect(receiver.received).toHaveLength(1);
  });

  await test.step('the page lists the delivery, and SSET-039, SSET-037: a saved webhook goes after a question, with Save', async () => {
    await page.goto('/main/channels/private/dialogs/settings/labs/hasWebhook');
    await expect(settings).toContainText('Delivered');
    await expect(settings).toContainText('Status 202 · 1 try');
    await expectsNoViolation(page, 'the webhook with its deliveries');
    await settings.getByRole('button', { name: 'Remove', exact: true }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Remove the webhook?' }))
      .getByRole('button', { name: 'Remove' })
      .click();
    expect(await sidetone.query('select id from webhooks', [])).toHaveLength(1);
    await save.click();
    await expect(settings.getByText('1 of 1')).toHaveCount(0);
    await expect.poll(() => sidetone.query('select id from webhooks', [])).toEqual([]);
  });
});

test('the audit log is sent to a receiver of the company, whose outage is told in words and loses nothing', async ({
  seat,
  sidetone,
}) => {
  test.slow();
  const siem = await openReceiver();
  siem.answersWith(503);
  const { page } = await seat(mara, { microphone: voice(440) });
  await page.goto('/admin/log');
  await page.getByRole('tab', { name: 'Receiver' }).click();
  const body = page.getByRole('group', { name: 'Receiver', exact: true });
  const address = body.getByRole('textbox', { name: 'Address' });
  const linesOf = (sent: string): { id: string; action: string }[] => JSON.parse(sent).lines ?? [];

  await test.step('an address of the internal network is refused, and one that is named gets a secret', async () => {
    await address.fill('https://10.0.0.7/log');
    await body.getByRole('button', { name: 'Save' }).click();
    await expect(body.getByText(/name it in WEBHOOK_PRIVATE_HOSTS/)).toBeVisible();
    await expectsNoViolation(page, 'a receiver of the audit log that is refused');
    await address.fill(`${siem.url}/log`);
    await body.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Receiver saved')).toBeVisible();
    await expect(body.getByLabel('Signing secret').first()).toHaveValue(/^whsec_/);
  });

  await test.step('what waits is said while the receiver is away, and it gets every line once it is back', async () => {
    await expect(body).toContainText(/Last try failed: the receiver is busy \(status 503\)/, { timeout: 30_000 });
    await expect(body).toContainText(/lines? waits?, /);
    siem.answersWith(200);
    await expect(body).toContainText('The receiver has every line.', { timeout: 60_000 });
    const secret = await body.getByLabel('Signing secret').first().inputValue();
    const last = siem.received.at(-1);
    expect(last !== undefined && isSigned(secret, last)).toBe(true);
    expect(siem.received.flatMap((sent) => linesOf(sent.body)).map(({ action }) => action)).toContain(
      'auditStream.changed',
    );
    await body.getByRole('button', { name: 'Send a test' }).click();
    await expect(body).toContainText(/Arrived after \d+ ms/);
    await expectsNoViolation(page, 'a receiver of the audit log that has every line');
  });

  await test.step('who stops it is asked first, and nothing is sent from then on', async () => {
    await body.getByRole('button', { name: 'Stop sending' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Stop sending' })
      .click();
    await expect(page.getByText('The audit log is sent nowhere now')).toBeVisible();
    await expect.poll(() => sidetone.query('select account_id from audit_streams', [])).toEqual([]);
  });
  siem.close();
});
