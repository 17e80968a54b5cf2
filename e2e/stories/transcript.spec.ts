import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { tone as voiceOf } from '@sidetone/signals/recording.ts';
import { type KeptCall, keepRecording, keepTranscript, plainCallsOf, setParts } from '../people/kept-sounds.ts';
import { expectsMoment, keepsMoments } from '../people/passing-moments.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
const turns = 30;
const turnSeconds = 3;
const seconds = turns * turnSeconds;

/** Two sides in turn, three seconds each; our user gets happier, the other side never says what can be measured. */
const items = Array.from({ length: turns }, (_, turn) => ({
  speaker: (turn % 2) as 0 | 1,
  startTime: turn * turnSeconds,
  endTime: turn * turnSeconds + (turn % 2 === 0 ? 2.4 : 0.8),
  text: turn % 2 === 0 ? `Turn number ${turn} is about the cold chain` : `Turn ${turn}: Kühlung, please`,
  sentiment: turn % 2 === 0 ? Math.min(1, -0.8 + turn * 0.06) : -0.5,
}));

const flags = (sidetone: Sidetone, given: object) =>
  sidetone.query('update accounts set flags = flags || $1::jsonb', [JSON.stringify(given)]);

// Each story waits for several sounds to be played.
test.describe.configure({ timeout: 300_000 });
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

async function documented(sidetone: Sidetone, email: string): Promise<KeptCall> {
  const [call] = await plainCallsOf(sidetone, email);
  if (!call) throw new Error('no call');
  await keepRecording(sidetone, call, { seconds, left: voiceOf(440), right: voiceOf(1000) });
  await keepTranscript(sidetone, call, items);
  await flags(sidetone, { hasCallSentimentAnalysis: true, hasCallConversationShareStatistics: true });
  return call;
}

const open = (page: Page, call: KeptCall) =>
  page.goto(`/main/channels/${call.channelId}?call=${call.docId}&part=transcript`);
const said = (page: Page) => page.getByRole('group', { name: 'What was said' });
const current = (page: Page) => said(page).locator('[aria-current=true]');

test('the player jumps to what is pressed, and the text stays in step with it', async ({ seat, people, sidetone }) => {
  const call = await documented(sidetone, people[0].email);
  const { page } = await seat(0, desk);
  await open(page, call);
  await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible();
  await expect(said(page).getByRole('listitem')).toHaveCount(turns);
  await expect(said(page)).toHaveAttribute('data-fade-top', 'false');
  await expect(said(page)).toHaveAttribute('data-fade-bottom', 'true');
  await expect(current(page)).toHaveCount(0);

  await keepsMoments(page);
  await said(page).getByText('Turn number 4').click();
  await expectsMoment(page, /Turn number 4 /);
  const slider = page.getByRole('slider', { name: /^Position in/ });
  await expectsMoment(page, /^0:1[2-5] of 1:30$/);
  // The next turn begins three seconds later.
  await expectsMoment(page, /Turn 5:/, 15_000);

  await said(page).getByRole('button', { name: 'Play from 1:00' }).press('Enter');
  await expectsMoment(page, /Turn number 20 /);
  await expect(current(page)).toBeInViewport();
  await expect(said(page)).toHaveAttribute('data-fade-top', 'true');

  // Who scrolls away is left alone, until they ask to follow again.
  await said(page).hover();
  await page.mouse.wheel(0, -5000);
  await expect(said(page)).toHaveAttribute('data-fade-top', 'false');
  await slider.press('ArrowRight');
  await expectsMoment(page, /^1:0[5-9] of 1:30$/);
  await expect
    .poll(async () => {
      const [, minutes, seconds] = /^(\d+):(\d+)/.exec((await slider.getAttribute('aria-valuetext')) ?? '') ?? [];
      const turn = Math.floor((Number(minutes) * 60 + Number(seconds)) / turnSeconds);
      return turn > 20 && new RegExp(`Turn (number )?${turn}\\b`).test((await current(page).textContent()) ?? '');
    })
    .toBe(true);
  await expect(current(page)).not.toBeInViewport();
  await page.getByRole('button', { name: 'Follow the recording' }).click();
  await expect(current(page)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Follow the recording' })).toHaveCount(0);
});

test('the plot of the mood and the shares lead to what was said', async ({ seat, people, sidetone }) => {
  const call = await documented(sidetone, people[0].email);
  const { page } = await seat(0, desk);
  await open(page, call);
  const plot = page.getByRole('slider', { name: 'Sentiment' });
  await expect(plot).toHaveAttribute('aria-valuetext', '0:00, You: -0.8');
  await expect(plot).toHaveAccessibleDescription(/^How You and .+ sounded during the call, from −1/);
  await plot.focus();
  await plot.press('End');
  await expect(plot).toHaveAttribute('aria-valuetext', /^1:27, .+: -0\.5$/);
  await plot.press('Enter');
  await expect(said(page).getByText('Turn 29')).toBeInViewport();
  await plot.press('Home');
  await plot.press('ArrowRight');
  await plot.press('ArrowRight');
  // The average of -0.8 and -0.68.
  await expect(plot).toHaveAttribute('aria-valuetext', '0:06, You: -0.7');

  const box = await plot.boundingBox();
  if (!box) throw new Error('no plot');
  await page.mouse.click(box.x + 24 + ((box.width - 36) * 14 * turnSeconds) / seconds, box.y + 40);
  await expect(said(page).getByText('Turn number 14')).toBeInViewport();

  // Three seconds of ours for each of theirs.
  await expect(page.getByRole('region', { name: 'Conversation share' })).toContainText('You: 75 %');
  await flags(sidetone, { hasCallSentimentAnalysis: false, hasCallConversationShareStatistics: false });
  await expect(plot).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Conversation share' })).toHaveCount(0);
});

test('words are found, the text is copied and deleted, and every state says what it is', async ({
  seat,
  people,
  sidetone,
}) => {
  const call = await documented(sidetone, people[0].email);
  const { page } = await seat(0, desk);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, call);
  await expectsNoViolation(page, 'transcript');
  await page.getByRole('button', { name: 'Search in the transcript' }).click();
  const field = page.getByRole('searchbox', { name: 'Search in the transcript' });
  await field.fill('kuhlung');
  await expect(page.getByText('1 of 15')).toBeVisible();
  await expect(said(page).getByText('Turn 1:')).toBeInViewport();
  await field.press('Shift+Enter');
  await expect(page.getByText('15 of 15')).toBeVisible();
  await expect(said(page).getByText('Turn 29:')).toBeInViewport();
  await field.fill('nowhere');
  await expect(page.getByText('Not found')).toBeVisible();
  await expectsNoViolation(page, 'transcript, searched');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible();

  const more = page.getByRole('button', { name: 'More about the transcript' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Copy transcript' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect
    .poll(copied)
    .toMatch(/^0:00 You: Turn number 0 is about the cold chain\n0:03 .+: Turn 1: Kühlung, please\n/);

  for (const [transcription, words] of [
    [{ status: 'waiting', items: [] }, 'Not ready yet'],
    [{ status: 'error', items: [] }, 'There is no transcript'],
    [{ status: 'success', items: [] }, 'Nothing was said'],
  ] as const) {
    await setParts(sidetone, call, { transcription });
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
  }
  await expectsNoViolation(page, 'transcript without a word');

  await keepTranscript(sidetone, call, items);
  await expect(said(page).getByRole('listitem')).toHaveCount(turns);
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete transcript' }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^Delete/ })
    .click();
  const left = async () =>
    (
      await sidetone.query<{ text: string }>(
        'select documentation::text as text from inbox_events where id = $1 and channel_id = $2',
        [call.docId, call.channelId],
      )
    )[0]?.text;
  await expect.poll(left).not.toContain('cold chain');
  // Nothing is left to read, so the page of the call is shown again.
  await expect(page.getByRole('group', { name: 'Automatic recording' })).toBeVisible();
});

test('a call is downloaded as a signed vCon, under a name without a word of it', async ({ seat, people, sidetone }) => {
  const call = await documented(sidetone, people[0].email);
  const { page } = await seat(0, desk);
  await page.goto(`/main/channels/${call.channelId}?call=${call.docId}`);
  const panel = page.locator('[aria-label="Call details"]');
  await panel.getByRole('button', { name: 'More', exact: true }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as vCon' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`call-${call.docId}.vcon`);
  const { payload, signatures } = JSON.parse(await readFile(await file.path(), 'utf8'));
  const vcon = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  expect(signatures[0].header.uuid).toBe(vcon.uuid);
  expect(vcon.analysis[0].body.items).toHaveLength(turns);
});
