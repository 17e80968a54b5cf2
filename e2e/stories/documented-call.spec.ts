import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import { ApiSession } from '../people/api-session.ts';
import { setFlags } from '../people/documented-call.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';

/** A Sidetone that may ask a service on its own machine, and that service. */
const test = base.extend<object, { sidetone: Sidetone; service: AiServer }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { AI_PRIVATE_HOSTS: '127.0.0.1' } });
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
});

const [mara, jonas, anna] = [0, 1, 2] as const;
const promise = 'I will send you the offer for the forty rolls by Monday.';
const thanks = 'Thank you, that is great, we will order the rolls from you.';

/** A microphone that speaks in one tone, with pauses as between words. */
function voice(hertz: number): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `speaking-${hertz}-${process.pid}.wav`);
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

test('with no service the page of a call says why nothing was written down', async ({ seat, sidetone }) => {
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary']);
  const caller = await seat(jonas, { microphone: voice(440) });
  const called = await seat(anna, { microphone: voice(1000) });
  await caller.calls(called.who.name);
  await called.accepts();
  await called.expectsToHear(440, 1000);
  await caller.hangsUp();
  await caller.showsAllCalls();
  await caller.callWith(called.who.name, /Outgoing/).click();
  const panel = caller.page.locator('[aria-label="Call details"]');
  await expect(panel).toContainText('no service is set up that writes calls down');
  await expect(panel.getByRole('button', { name: /Transcript/ })).toBeDisabled();
});

test('GEN-010, GEN-011, GEN-012: seconds after the hang-up the call has written its own record', async ({
  seat,
  people,
  sidetone,
  service,
}) => {
  test.setTimeout(180_000);
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary', 'hasCallHeadline', 'hasCallActionItems']);
  const administrator = await ApiSession.signIn(sidetone.origin, people[mara]);
  const asked = async (method: string, path: string, body: object): Promise<unknown> => {
    const reply = await administrator.request(method, path, body);
    expect(reply.status, `${path} ${await reply.clone().text()}`).toBe(200);
    return await reply.json();
  };
  const speech = { purpose: 'speech', kind: 'openaiCompatible', name: 'Own recogniser', model: 'hear-1' };
  const { id } = (await asked('POST', '/admin/ai-connections', {
    ...speech,
    url: service.urlOf('own'),
    key: service.key,
  })) as { id: string };
  expect(await asked('POST', `/admin/ai-connections/${id}/test`, {})).toMatchObject({ problem: null });
  await asked('PATCH', '/admin/ai-settings', { documentation: 'all' });

  const caller = await seat(jonas, { microphone: voice(440) });
  const called = await seat(anna, { microphone: voice(1000) });
  await caller.calls(called.who.name);
  await called.accepts();
  await called.expectsToHear(440, 1000);
  await caller.page.waitForTimeout(4_000);
  await caller.hangsUp();

  await test.step('the headline is in the inbox of both, without anybody asking for it', async () => {
    for (const person of [caller, called]) {
      await person.showsAllCalls();
      const row = person.page.locator('[data-call]').filter({ hasText: /offer|rolls/ });
      await expect(row).toBeVisible({ timeout: 30_000 });
    }
  });

  await test.step('the page of the call has the transcript, the summary and what is to be done', async () => {
    const { page } = caller;
    await page
      .locator('[data-call]')
      .filter({ hasText: /offer|rolls/ })
      .click();
    const panel = page.locator('[aria-label="Call details"]');
    await expect(panel).toContainText('offer for the forty rolls');
    await expect(panel).toContainText('Quotes from the call, without AI');
    const [row] = await sidetone.query<{ documentation: Record<string, { status: string; items?: object[] }> }>(
      `select e.documentation from inbox_events e join channels c on c.id = e.channel_id
         join users u on u.id = c.owner_user_id where u.email = $1 order by e.started_at desc limit 1`,
      [people[jonas].email],
    );
    expect(row?.documentation).toMatchObject({
      transcription: {
        status: 'success',
        items: expect.arrayContaining([
          expect.objectContaining({ speaker: 0, text: promise }),
          expect.objectContaining({ speaker: 1, text: thanks }),
        ]),
      },
      summary: { status: 'success', madeBy: { kind: 'basic' } },
      actionItem: { status: 'success', items: [expect.objectContaining({ by: 0 })] },
      callHeadline: { status: 'success' },
    });
  });

  await test.step('the sound that was captured is gone, and it was no recording for anybody', async () => {
    const left = () => sidetone.query<{ count: number }>('select count(*)::int as count from captures');
    await expect.poll(async () => (await left())[0]?.count).toBe(0);
    expect(await sidetone.query("select id from recordings where started_at > now() - interval '5 minutes'")).toEqual(
      [],
    );
    // The key went to this service alone, and each side was heard by itself.
    const heard = service.requests.filter(({ path }) => path.endsWith('/audio/transcriptions'));
    expect(heard).toHaveLength(4);
  });
});

test('GEN-015, CONST-066: after the hang-up the questions of its owner are answered, each from where it was said', async ({
  seat,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  await setFlags(sidetone, ['hasCallTranscription', 'hasSmartAnswers']);
  const owner = await ApiSession.signIn(sidetone.origin, people[jonas]);
  const questions = [
    { id: 'offer', title: 'Offer', question: 'When will you send the offer?' },
    { id: 'rival', question: 'Which competitor was mentioned?' },
  ];
  const made = await owner.request('POST', '/users/me/smart-answer-sets', { title: 'Sales', questions });
  expect(made.status).toBe(200);
  const caller = await seat(jonas, { microphone: voice(440) });
  const called = await seat(anna, { microphone: voice(1000) });
  await caller.calls(called.who.name);
  await called.accepts();
  await called.expectsToHear(440, 1000);
  await caller.page.waitForTimeout(4_000);
  await caller.hangsUp();
  await caller.showsAllCalls();
  const { page } = caller;
  await caller
    .callWith(called.who.name, /Outgoing/)
    .first()
    .click();
  const panel = page.locator('[aria-label="Call details"]');
  const way = panel.getByRole('button', { name: /^Smart answers.*1 of 2/ });
  await expect(way).toBeEnabled({ timeout: 30_000 });
  await way.click();
  const card = panel.getByRole('listitem').filter({ hasText: 'When will you send the offer?' });
  await expect(card).toContainText('by Monday');
  await expect(panel.getByRole('combobox', { name: 'Set of questions' })).toContainText('Sales');
  await expect(card.getByRole('button', { name: /\d:\d\d/ })).toBeVisible();
});
