import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import { ApiSession } from '../people/api-session.ts';
import { documentCall, setFlags } from '../people/documented-call.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { person } from '../world/room.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
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

/** The company's own service for this purpose; once is enough. */
async function setUp(
  purpose: 'speech' | 'language',
  { sidetone, people, service }: { sidetone: Sidetone; people: readonly SignIn[]; service: AiServer },
): Promise<void> {
  const administrator = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const asked = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await administrator.request(method, path, body);
    expect(reply.status, `${path} ${await reply.clone().text()}`).toBe(200);
    return await reply.json();
  };
  const { connections } = (await asked('GET', '/admin/ai-connections')) as { connections: { purpose: string }[] };
  if (connections.some((one) => one.purpose === purpose)) return;
  const { id } = (await asked('POST', '/admin/ai-connections', {
    purpose,
    kind: 'openaiCompatible',
    name: purpose === 'speech' ? 'Own recogniser' : 'Own model',
    model: purpose === 'speech' ? 'hear-1' : 'think-1',
    url: service.urlOf('own'),
    key: service.key,
  })) as { id: string };
  expect(await asked('POST', `/admin/ai-connections/${id}/test`, {})).toMatchObject({ problem: null });
  await asked('PATCH', '/admin/ai-settings', { documentation: 'all' });
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
  await setUp('speech', { sidetone, people, service });

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
  service,
}) => {
  test.setTimeout(180_000);
  await setUp('speech', { sidetone, people, service });
  await setFlags(sidetone, ['hasCallTranscription', 'hasSmartAnswers']);
  const owner = await ApiSession.signIn(sidetone.origin, people[jonas]);
  const questions = [
    { id: 'offer', title: 'Offer', question: 'When will you send the offer?' },
    { id: 'rival', question: 'Which competitor was mentioned?' },
  ];
  const made = await owner.request('POST', '/users/me/smart-answer-sets', {
    title: 'Sales',
    questions,
    autoCopyToNote: true,
  });
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
  const callOfJonas = async () => {
    const [row] = await sidetone.query<{
      accountId: string;
      channelId: string;
      docId: string;
      owner: string;
      documentation: Documentation;
    }>(
      `select e.account_id as "accountId", e.channel_id as "channelId", e.id as "docId", e.owner, e.documentation
         from inbox_events e join channels c on c.id = e.channel_id
         join users u on u.id = c.owner_user_id where u.email = $1 order by e.started_at desc limit 1`,
      [people[jonas].email],
    );
    if (row === undefined) throw new Error('the call is in the inbox');
    return row;
  };

  await test.step('the note has what was answered', async () => {
    const note = async () => (await callOfJonas()).documentation.note?.content;
    await expect.poll(note).toBe(`<p><strong>Offer</strong><br />${promise}</p>`);
  });

  await test.step('API-030: asked for again, a model answers them, and the note is left alone', async () => {
    await setUp('language', { sidetone, people, service });
    const { accountId, channelId, docId: eventId, owner: smartAnswersByUserId, documentation } = await callOfJonas();
    const body = { smartAnswersByUserId, accountId, channelId, eventId };
    expect((await owner.request('POST', '/smart-answers', body)).status).toBe(200);
    const answers = async () => (await callOfJonas()).documentation.smartAnswers;
    await expect.poll(async () => (await answers())?.madeBy?.kind, { timeout: 20_000 }).toBe('model');
    expect(await answers()).toMatchObject({
      madeBy: { prompt: 'answers.v1', service: 'Own model' },
      items: [{ answer: promise, evidence: [expect.stringMatching(/^s\d$/)] }, { answer: null }],
    });
    expect((await callOfJonas()).documentation.note).toEqual(documentation.note);
  });
});

const parts = ['hasCallTranscription', 'hasCallSummary', 'hasCallHeadline', 'hasCallActionItems'] as const;
const line = 'This call is being documented';

test('ROLE-009, ERR-052: who is documented sees it in the dock, in every tab, and stops it there', async ({
  seat,
  people,
  sidetone,
  service,
}) => {
  test.setTimeout(180_000);
  await setUp('speech', { sidetone, people, service });
  await setFlags(sidetone, parts);
  const caller = await seat(jonas, { microphone: voice(440) });
  const called = await seat(anna, { microphone: voice(1000) });
  await caller.calls(called.who.name);
  await called.accepts();
  await called.expectsToHear(440, 1000);
  const dockOf = (page: Page) => page.getByRole('region', { name: 'Active call' });
  await expect(dockOf(caller.page).getByText(line)).toBeVisible();
  await expect(dockOf(called.page).getByText(line)).toBeVisible();
  await expect(caller.page.locator('[aria-live=polite]').filter({ hasText: line })).toHaveCount(1);
  await expectsNoViolation(caller.page, 'a call that is documented');

  const second = await caller.page.context().newPage();
  await second.goto('/');
  await expect(dockOf(second).getByText(line)).toBeVisible({ timeout: 30_000 });

  await test.step('a stop that fails shows nothing and can be tried again', async () => {
    const stop = dockOf(second).getByRole('button', { name: 'Stop documenting' });
    await second.route('**/transcriptions/session/**', (route) => route.abort(), { times: 1 });
    await stop.click();
    await expect(stop).toHaveAttribute('aria-disabled', 'false');
    await expect(second.getByRole('alert')).toHaveCount(0);
    await stop.click();
    await expect(dockOf(second).getByText(line)).toHaveCount(0);
    await expect(dockOf(second)).toBeVisible();
  });
  await expect(dockOf(caller.page).getByText(line)).toHaveCount(0);
  // Each side decides about their own.
  await expect(dockOf(called.page).getByText(line)).toBeVisible();
  await second.close();
  await caller.hangsUp();

  await test.step('the page of the call says so, and how it is taken up again', async () => {
    await caller.showsAllCalls();
    await caller
      .callWith(called.who.name, /Outgoing/)
      .first()
      .click();
    const panel = caller.page.locator('[aria-label="Call details"]');
    await expect(panel).toContainText('The documentation of this call was stopped.');
    await expect(panel.getByRole('button', { name: 'Document this call' })).toBeVisible();
  });

  await test.step('a call that is not documented has no such line', async () => {
    await setFlags(sidetone, []);
    await caller.page.keyboard.press('Escape');
    await caller.calls(called.who.name);
    await called.accepts();
    await called.expectsToHear(440, 1000);
    await expect(dockOf(caller.page)).toBeVisible();
    await expect(caller.page.getByText(line)).toHaveCount(0);
    await caller.hangsUp();
  });
});

test('parts are written again by a model, and what there is stays until it has answered', async ({
  seat,
  people,
  sidetone,
  service,
}) => {
  test.setTimeout(180_000);
  await setUp('speech', { sidetone, people, service });
  await setUp('language', { sidetone, people, service });
  await setFlags(sidetone, parts);
  const quotes = { kind: 'basic', language: 'en', fingerprint: 'f', at: '2026-11-23T10:00:00.000Z' };
  const said = (id: string, speaker: number, startTime: number, text: string) => ({
    id,
    speaker,
    startTime,
    endTime: startTime + 4,
    text,
  });
  await documentCall(
    sidetone,
    people[jonas].email,
    documentation.parse({
      transcription: {
        status: 'success',
        madeBy: quotes,
        items: [said('s1', 0, 0, promise), said('s2', 1, 4, thanks)],
      },
      callHeadline: { status: 'success', text: 'A quote', evidence: ['s1'], madeBy: quotes },
      summary: { status: 'success', keyPoints: ['A quote'], evidence: { keyPoints: [['s1']] }, madeBy: quotes },
      actionItem: {
        status: 'success',
        madeBy: quotes,
        items: [{ id: 'b1', text: 'A quoted promise', checked: true, evidence: ['s1'], by: 0 }],
      },
    }),
  ).then(async ({ id, channel_id }) => {
    const { page } = await seat(jonas, { microphone: voice(440), at: `/main/channels/${channel_id}?call=${id}` });
    const items = page.getByRole('region', { name: 'Action items' });
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(items).toContainText('A quoted promise');

    await test.step('a service that does not answer leaves everything as it is', async () => {
      service.play({ kind: 'status', status: 401 });
      await summary.getByRole('button', { name: 'Write again: Summary' }).click();
      await page.getByRole('menuitem', { name: 'Write again with Own model' }).click();
      await expect(summary).toContainText('Not written again.');
      await expect(summary).toContainText('A quote');
    });

    await test.step('people are asked where they changed something, and their tick stays', async () => {
      await items.getByRole('button', { name: 'Write again: Action items' }).click();
      await page.getByRole('menuitem', { name: 'Write again with Own model' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(items).toContainText('A quoted promise');
      await items.getByRole('button', { name: 'Write again: Action items' }).click();
      await page.getByRole('menuitem', { name: 'Write again with Own model' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Write again' }).click();
      await expect(items).toContainText('Written by Own model from the transcript', { timeout: 20_000 });
      await expect(items).not.toContainText('A quoted promise');
      await expect(items.getByRole('checkbox', { name: /^I will send you the offer/ })).toBeChecked();
      await expect(items.getByRole('checkbox', { name: /^Thank you/ })).not.toBeChecked();
    });
    await expect(summary).toContainText('Quotes from the call, without AI');
  });
});
