import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import type { Colleague } from '../people/colleague.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation, looksIn } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, anna] = [0, 1, 2] as const;
const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const tender = {
  id: 'tender',
  startedAt: ago(2 * minute),
  durationSeconds: 134,
  from: '+49 30 23125 771',
  primaryTopic: 'Tender',
  topics: ['Winter service', 'Deadline'],
  rows: [
    { label: 'Call back', value: 'Today between 2 and 4 pm' },
    { label: 'File number', value: 'SWA-2026-118' },
  ],
  summary: { keyPoints: ['Asks whether we take part for twelve sites.'] },
  transcript: [
    'Assistant: Good morning.',
    'Caller: It is about our tender.',
    'Assistant: Until when?',
    'Caller: Friday.',
    'Assistant: Noted.',
  ].join('\n'),
};
const job = {
  id: 'job',
  startedAt: ago(40 * minute),
  durationSeconds: 108,
  from: '+49 69 90009 552',
  primaryTopic: 'Application',
};
const wrong = { id: 'wrong', startedAt: ago(3 * 24 * 60 * minute), durationSeconds: 22, primaryTopic: 'Other' };

/** An agent outside: delivers results of an assistant with its token, and nothing else. */
const agentOf = (sidetone: Sidetone, assistantId: string, token: string) => ({
  async delivers(...results: object[]): Promise<void> {
    for (const result of results) {
      const reply = await fetch(`${sidetone.origin}/api/assistants/${assistantId}/results`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(result),
      });
      expect(reply.status, await reply.clone().text()).toBe(200);
    }
  },
});

const list = (page: Page): Locator => page.getByRole('list', { name: /^(Results|Ergebnisse)$/ });
const row = (page: Page, name: RegExp): Locator => list(page).getByRole('listitem', { name });
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Result of the call assistant' });
const entry = (page: Page): Locator =>
  page.getByRole('navigation').getByRole('link', { name: /^(Call Assistant|Anrufassistent)/ });
const tells = (page: Page, title: string): Locator => page.getByRole('dialog').filter({ hasText: title });

/** An assistant with topics, its users by order and whether they read transcripts, and an agent for it. */
async function assistantFor(
  sidetone: Sidetone,
  boss: ApiSession,
  name: string,
  users: readonly (readonly [ApiSession, boolean])[],
) {
  const asked = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await boss.request(method, path, body);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return (await reply.json()) as Reply;
  };
  const topics = [
    { label: 'Tender', color: 'yellow' },
    { label: 'Application', color: 'blue' },
    { label: 'Other', color: 'red' },
  ];
  const { id } = await asked<{ id: string }>('POST', '/admin/assistants', { name, topics });
  for (const [user, canSeeTranscripts] of users) {
    await asked('PUT', `/admin/assistants/${id}/users/${user.webUserId}`, { canSeeTranscripts });
  }
  const { token } = await asked<{ token: string }>('POST', `/admin/assistants/${id}/tokens`, { name: 'Agent' });
  return { id, agent: agentOf(sidetone, id, token) };
}

const signsIn = (sidetone: Sidetone, who: Colleague['who']) => ApiSession.signIn(sidetone.origin, who);

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('delete from assistants');
});

test('an administrator sets up a call assistant, and what its agent delivers is there for its users', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const { page } = await seat(mara, { microphone: tone(440) });
  const { page: other } = await seat(jonas, { microphone: tone(1000) });
  const form = page.getByRole('dialog', { name: /call assistant|Front desk/i });

  await test.step('a name and topics make one, then it has users and tokens', async () => {
    await goesTo(page, '/admin/assistants');
    await expect(page.getByRole('heading', { name: 'No call assistants' })).toBeVisible();
    await page.getByRole('button', { name: 'Add call assistant' }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('Front desk');
    await form.getByRole('button', { name: 'Add topic' }).click();
    await expect(form.getByRole('textbox', { name: 'Topic 1' })).toBeFocused();
    await page.keyboard.type('Tender');
    await form.getByRole('combobox', { name: 'Colour of topic 1' }).selectOption('yellow');
    await form.getByRole('button', { name: 'Create call assistant' }).click();
    await expect(form.getByText('Nobody sees the results yet.')).toBeVisible();
    for (const who of [people[mara], people[jonas]]) {
      await form.getByRole('combobox', { name: 'User' }).fill(who.name);
      await page.getByRole('option', { name: who.name }).click();
      await form.getByRole('button', { name: 'User: Add' }).click();
      await expect(form.getByRole('list', { name: 'Users' })).toContainText(who.name);
    }
    await form.getByRole('checkbox', { name: `${people[mara].name} reads transcripts` }).check();
    await expectsNoViolation(page, 'a call assistant in the administration');
  });

  const token = await test.step('a token is shown once, with an example that works', async () => {
    await form.getByRole('textbox', { name: 'Name of the agent' }).fill('Voice agent');
    await form.getByRole('button', { name: 'Create token' }).click();
    const made = await form.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    expect(made.length).toBeGreaterThan(20);
    const example = form.locator('pre');
    await expect(example).toContainText(`Authorization: Bearer ${made}`);
    // As an administrator pastes it into a shell.
    const { stdout } = await promisify(execFile)('sh', ['-c', `${await example.textContent()}`]);
    expect(JSON.parse(stdout)).toMatchObject({ created: true });
    await form.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(made)).toHaveCount(0);
    await expect(form.getByRole('list', { name: 'Agents' })).toContainText('Last used');
    return made;
  });

  await test.step('ROUTE-012, SROUTE-046, SSHELL-007, -021: its users have an entry with the number of open results', async () => {
    await expect(entry(other)).toBeVisible();
    const [assistant] = await sidetone.query<{ id: string }>('select id from assistants');
    await agentOf(sidetone, assistant?.id ?? '', token).delivers(tender, job);
    // One of them is that of the example.
    await expect(entry(other)).toHaveAccessibleName(/^Call Assistant\s*3 open$/);
    await entry(other).click();
    await expect(other).toHaveTitle('Call Assistant · Sidetone');
    await expect(list(other).getByRole('heading', { name: /^Today/ })).toBeVisible();
    await expect(row(other, /771, Tender/)).toBeVisible();
  });

  await test.step('a user who is taken out loses entry and results immediately', async () => {
    await form.getByRole('button', { name: `Remove ${people[jonas].name}` }).click();
    await expect(entry(other)).toBeHidden();
    await expect(other.getByRole('heading', { name: 'No call assistant' })).toBeVisible();
    await expect(other.getByText('Tender')).toHaveCount(0);
  });
});

test('SASSIST-001 to -018: two users work on results at the same time', async ({ seat, sidetone, people }) => {
  test.setTimeout(240_000);
  const boss = await signsIn(sidetone, people[mara]);
  const desk = await assistantFor(sidetone, boss, 'Front desk', [
    [boss, true],
    [await signsIn(sidetone, people[jonas]), false],
  ]);
  await desk.agent.delivers(tender, job, wrong);
  const { page } = await seat(mara, { microphone: tone(440) });
  const { page: other } = await seat(jonas, { microphone: tone(1000) });
  await goesTo(page, '/main/ai-assistant');
  await goesTo(other, '/main/ai-assistant');

  await test.step('SSHELL-036: a result says who called, what about, and what was said', async () => {
    await row(page, /771/).click();
    await expect(page).toHaveURL(/assistant=.*result=/);
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(/771/);
    await expect(panel(page).getByRole('button', { name: 'Call back' })).toBeEnabled();
    await expect(panel(page).getByRole('combobox', { name: 'Concern' })).toHaveValue('Tender');
    await expect(panel(page).getByRole('definition').nth(1)).toHaveText('SWA-2026-118');
    await expect(panel(page).getByRole('list', { name: 'Topics' })).toHaveText(/Winter service.*Deadline/);
    await expect(panel(page).getByText('Asks whether we take part')).toBeVisible();
    await expect(panel(page).getByText('It is about our tender.')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Show all' }).click();
    await expect(panel(page).getByText('Noted.')).toBeVisible();
    await expectsNoViolation(page, 'a result');
  });

  await test.step('SASSIST-005: users without the permission see no transcript', async () => {
    await row(other, /771/).click();
    await expect(panel(other).getByText('SWA-2026-118')).toBeVisible();
    await expect(panel(other).getByRole('heading', { name: 'Transcript' })).toHaveCount(0);
  });

  await test.step('concern and note of one are with the other immediately', async () => {
    await panel(page).getByRole('combobox', { name: 'Concern' }).selectOption('Deadline');
    await expect(panel(other).getByRole('combobox', { name: 'Concern' })).toHaveValue('Deadline');
    await panel(page).getByRole('textbox', { name: 'Note' }).fill('Call after two');
    await expect(panel(other).getByRole('textbox', { name: 'Note' })).toHaveValue('Call after two');
    await expect(panel(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  });

  await test.step('two who write at the same time choose, and nothing is lost', async () => {
    await other.route(/\/results\//, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await panel(other).getByRole('textbox', { name: 'Note' }).fill('Jonas calls');
    await expect(panel(other).getByText(/^Not saved/)).toBeVisible();
    await panel(page).getByRole('textbox', { name: 'Note' }).fill('Mara calls');
    const conflict = panel(other).getByRole('group', { name: /^Someone else changed this note/ });
    await expect(conflict).toContainText('Mara calls');
    await other.unroute(/\/results\//);
    await conflict.getByRole('button', { name: 'Keep both' }).click();
    await expect(panel(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Jonas calls\n\nMara calls');
  });

  await test.step('SASSIST-014 to -018: feedback is given once, by each for themselves', async () => {
    await panel(page).getByRole('button', { name: 'Bad' }).click();
    await panel(page)
      .getByRole('textbox', { name: /^What went wrong/ })
      .fill('Wrong topic');
    await panel(page).getByRole('button', { name: 'Send' }).click();
    await expect(panel(page).getByText('Did the assistant get this right?')).toHaveCount(0);
    await panel(other).getByRole('button', { name: 'Good' }).click();
    await expect(panel(other).getByText('Did the assistant get this right?')).toHaveCount(0);
    const given = await sidetone.query<{ rating: number; comment: string | null }>(
      'select rating, comment from assistant_feedback order by rating',
    );
    expect(given).toEqual([
      { rating: 0, comment: 'Wrong topic' },
      { rating: 1, comment: null },
    ]);
  });

  await test.step('SASSIST-011 to -013: done closes it, tells so, and takes it from both lists', async () => {
    await panel(page)
      .getByRole('button', { name: /^Mark as done/ })
      .click();
    await expect(panel(page)).toBeHidden();
    await expect(tells(page, 'Marked as done')).toBeVisible();
    await expect(row(page, /771/)).toHaveCount(0);
    await expect(row(other, /771/)).toHaveCount(0);
    await expect(panel(other).getByRole('button', { name: /^Mark as open/ })).toBeVisible();
    await tells(page, 'Marked as done').getByRole('button', { name: 'Undo' }).click();
    await expect(row(other, /771/)).toBeVisible();
    await expect(panel(other).getByRole('button', { name: /^Mark as done/ })).toBeVisible();
  });

  await test.step('by keys alone: move, mark, and open again from the other tab', async () => {
    await row(page, /771/).focus();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, /552/)).toBeFocused();
    await page.keyboard.press('e');
    await expect(row(page, /552/)).toHaveCount(0);
    await expect(entry(page)).toHaveAccessibleName(/2 open$/);
    await page.getByRole('tab', { name: 'Done' }).click();
    await row(page, /552/).focus();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(/552/);
    await page.keyboard.press('e');
    await expect(tells(page, 'Marked as open')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Nothing done yet' })).toBeVisible();
  });

  await test.step('SASSIST-007: a transcript whose file is gone is not available', async () => {
    await page.route(/\/storage\/transcripts\//, (route) =>
      route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no such transcript' } }),
    );
    await page.getByRole('tab', { name: /^Open/ }).click();
    await row(page, /771/).click();
    await expect(panel(page).getByRole('heading', { name: 'Transcript' })).toBeVisible();
    await expect(panel(page).getByText('Not available')).toBeVisible();
  });
});

test('SERR-061: an unknown result is not found and logged, and strangers have no entry', async ({
  seat,
  sidetone,
  people,
}) => {
  const boss = await signsIn(sidetone, people[mara]);
  const desk = await assistantFor(sidetone, boss, 'Front desk', [[boss, false]]);
  const seen = await seat(mara, {
    microphone: tone(440),
    at: `/main/ai-assistant?assistant=${desk.id}&result=nothing`,
  });
  await expect(panel(seen.page).getByRole('heading', { name: 'Not found' })).toBeVisible();
  expect(seen.console).toContain('[call-assistant] result not found');
  await goesTo(seen.page, '/main/ai-assistant?assistant=nothing');
  await expect.poll(() => seen.console).toContain('[call-assistant] assistant not found');

  const { page } = await seat(anna, { microphone: tone(700) });
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Contacts/ })).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
  await goesTo(page, `/main/ai-assistant?assistant=${desk.id}&result=nothing`);
  await expect(panel(page).getByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('in German, with two assistants, in the dark and in a narrow window', async ({ seat, sidetone, people }) => {
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'de');
  const boss = await signsIn(sidetone, people[mara]);
  const first = await assistantFor(sidetone, boss, 'Empfang Hamburg', [[boss, true]]);
  const second = await assistantFor(sidetone, boss, 'Notdienst', [[boss, true]]);
  await first.agent.delivers(tender, job);
  const { page } = await seat(mara, { microphone: tone(440), locale: 'de-DE' });
  await entry(page).click();
  await expect(entry(page)).toHaveAccessibleName(/^Anrufassistent\s*2 offen$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Anrufassistent' })).toBeVisible();
  await expect(row(page, /771/)).toBeVisible();
  await expectsNoViolation(page, 'results');

  await page.getByRole('combobox', { name: 'Anrufassistent' }).selectOption('Notdienst');
  await expect(page.getByRole('heading', { name: 'Noch keine Ergebnisse' })).toBeVisible();
  await second.agent.delivers({ ...wrong, id: 'night' });
  await expect(row(page, /^Anonym, Other/)).toBeVisible();
  await expect(entry(page)).toHaveAccessibleName(/^Anrufassistent\s*3 offen$/);

  await page.setViewportSize({ width: 480, height: 900 });
  await row(page, /^Anonym/).click();
  const over = page.getByRole('dialog', { name: 'Ergebnis des Anrufassistenten' });
  await expect(over.getByRole('heading', { level: 2, name: 'Anonym' })).toBeVisible();
  await expect(over.getByRole('button', { name: 'Zurückrufen' })).toHaveCount(0);
  await looksIn('de-DE')(page, 'a result of an anonymous caller');
  await page.getByRole('button', { name: /^Als erledigt markieren/ }).click();
  await expect(page.getByRole('heading', { name: 'Nichts offen' })).toBeVisible();
});
