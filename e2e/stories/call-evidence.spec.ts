import type { Locator, Page } from '@playwright/test';
import { tone as voiceOf } from '@sidetone/signals/recording.ts';
import { setFlags } from '../people/documented-call.ts';
import { type KeptCall, keepRecording, plainCallsOf, setParts } from '../people/kept-sounds.ts';
import { expectsMoment, keepsMoments } from '../people/passing-moments.ts';
import { filled, wordsOf } from '../people/words.ts';
import { expectsNoViolation, looksIn } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// What was found in a call, with the seconds at which it was said.

test.describe.configure({ timeout: 240_000 });

const desk = { microphone: tone(440) };
const turns = 20;
const turnSeconds = 4;
const model = { kind: 'model', service: 'Mistral', language: 'en', fingerprint: 'f', at: '2026-11-23T10:00:00.000Z' };
const basic = { ...model, kind: 'basic', service: null };
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

const transcription = (sound: string) => ({
  status: 'success',
  sound,
  madeBy: model,
  items: Array.from({ length: turns }, (_, turn) => ({
    id: `s${turn + 1}`,
    speaker: turn % 2,
    startTime: turn * turnSeconds,
    endTime: turn * turnSeconds + 3,
    text: turn % 2 === 0 ? `Ours number ${turn} about twelve chairs` : `Theirs number ${turn} about the floor plan`,
  })),
});

const found = {
  callHeadline: {
    status: 'success',
    text: 'Twelve treatment chairs, quote by Thursday',
    evidence: ['s6', 's2'],
    madeBy: model,
  },
  summary: {
    status: 'success',
    text: 'They want a quote for twelve treatment chairs with installation.',
    keyPoints: ['Twelve chairs, delivered before the holidays', 'Installation on a weekend'],
    topics: ['Quote'],
    evidence: { text: ['s2'], keyPoints: [['s7'], ['s12', 's14']], topics: [['s2']] },
    madeBy: model,
  },
  actionItem: {
    status: 'success',
    madeBy: basic,
    items: [
      { id: 'b1', text: 'Send the quote with installation', evidence: ['s9'], by: 0, due: day(3) },
      { id: 'b2', text: 'Send the floor plan', evidence: ['s10'], by: 1, due: day(-3) },
      { id: 'b3', text: 'Measure the room', evidence: ['s11'], by: 1, due: null, checked: true },
    ],
  },
  smallTalk: {
    status: 'success',
    madeBy: basic,
    items: [{ id: 'b1', topic: 'Holidays', description: 'Two weeks in the snow', evidence: ['s18'] }],
  },
};

async function documented(sidetone: Sidetone, email: string, sound: 'automatic' | 'captured'): Promise<KeptCall> {
  await sidetone.query('delete from transcript_words');
  const [call] = await plainCallsOf(sidetone, email);
  if (!call) throw new Error('no call');
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary', 'hasCallSmallTalk', 'hasCallTopicsAnalysis']);
  if (sound === 'automatic') {
    const voices = { left: voiceOf(440), right: voiceOf(1000) };
    await keepRecording(sidetone, call, { seconds: turns * turnSeconds, ...voices });
  }
  await setParts(sidetone, call, { ...found, transcription: transcription(sound) });
  return call;
}

/** Words with their seconds, half a second each at most. */
async function keepWords(
  sidetone: Sidetone,
  call: KeptCall,
  items: readonly { speaker: number; startTime: number; endTime: number; text: string }[],
): Promise<void> {
  for (const side of [0, 1]) {
    const words = items
      .filter(({ speaker }) => speaker === side)
      .flatMap(({ startTime, endTime, text }) => {
        const each = Math.min(0.5, (endTime - startTime) / text.split(' ').length);
        return text
          .split(' ')
          .map((word, at) => ({ text: word, start: startTime + at * each, end: startTime + (at + 0.8) * each }));
      });
    await sidetone.query('insert into transcript_words (channel_id, doc_id, side, words) values ($1, $2, $3, $4)', [
      call.channelId,
      call.docId,
      side,
      JSON.stringify(words),
    ]);
  }
}

const open = (page: Page, call: KeptCall) => page.goto(`/main/channels/${call.channelId}?call=${call.docId}`);

test('GEN-011, GEN-012, GEN-013: the mark behind a point opens the transcript where it was said, and plays it', async ({
  seat,
  people,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'en');
  const call = await documented(sidetone, people[0].email, 'automatic');
  const { page } = await seat(0, desk);
  await open(page, call);
  const said = page.getByRole('group', { name: 'What was said' });
  const mark = (time: string) => page.getByRole('button', { name: `Plays what was said at ${time}`, exact: true });

  await test.step('each point has its own, those of two places say so', async () => {
    await expect(mark('0:24')).toHaveText('0:24');
    await expect(mark('0:44 +1')).toHaveText('0:44 +1');
    await expect(mark('1:08')).toBeVisible();
    await mark('0:44 +1').hover();
    await expect(page.getByText('“Theirs number 11 about the floor plan”')).toBeVisible();
    await expect(page.getByText('0:52 to 0:55')).toBeVisible();
  });

  await test.step('by the keyboard, and the focus comes back to it', async () => {
    await mark('0:44 +1').focus();
    await keepsMoments(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible();
    const shown = said.getByRole('listitem').filter({ hasText: 'Theirs number 11' });
    await expect(shown).toBeInViewport();
    await expect(shown).toBeFocused();
    await expectsMoment(page, /^0:4[4-7] of 1:20$/);
    await page.getByRole('button', { name: 'Pause' }).first().click();
    await page.getByRole('button', { name: 'Back to the call' }).click();
    await expect(mark('0:44 +1')).toBeFocused();
  });

  await test.step('while it plays, the mark pauses it', async () => {
    await mark('0:24').click();
    await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to the call' }).click();
    const pause = page.getByRole('button', { name: 'Pauses what was said at 0:24' });
    await pause.click();
    await expect(mark('0:24')).toBeVisible();
  });

  await test.step('who has to do what by when, and what is late', async () => {
    const items = page.getByRole('region', { name: 'Action items' });
    await expect(items.getByRole('listitem').nth(0)).toContainText(/You, \w{3} \d/);
    await expect(items.getByRole('listitem').nth(0)).not.toContainText('overdue');
    await expect(items.getByRole('listitem').nth(1)).toContainText('overdue');
    await expect(items.getByRole('listitem').nth(2)).toContainText('no day named');
  });

  await test.step('each part says who made it', async () => {
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Written by Mistral from the transcript');
    await expect(page.getByRole('region', { name: 'Action items' })).toContainText('Quotes from the call, without AI');
    await expect(page.getByRole('region', { name: 'Small talk' })).toContainText('Quotes from the call, without AI');
  });
  // What lies under the pointer shows its words.
  await page.mouse.move(0, 0);
  await expectsNoViolation(page, 'a call with marks behind its points');
});

test('without a sound that may be played a mark shows the words, and without the words there is no mark', async ({
  seat,
  people,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'en');
  const call = await documented(sidetone, people[0].email, 'captured');
  // A recording of another part of the call has other seconds.
  await keepRecording(sidetone, call, { mode: 'manual', seconds: 5, left: voiceOf(440), right: voiceOf(1000) });
  const { page } = await seat(0, desk);
  await open(page, call);
  const mark = page.getByRole('button', { name: 'Shows what was said at 0:44' });
  await mark.click();
  const shown = page.getByRole('listitem').filter({ hasText: 'Theirs number 11' });
  await expect(shown).toBeInViewport();
  await expect(shown).toBeFocused();
  await expect(page.getByRole('slider', { name: /^Position in/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the call' }).click();

  await test.step('a model’s parts may outlive the transcript, without their marks', async () => {
    await page.getByRole('button', { name: /Transcript/ }).click();
    await page.getByRole('button', { name: 'More about the transcript' }).click();
    await page.getByRole('menuitem', { name: 'Delete transcript' }).click();
    const box = page.getByRole('checkbox', { name: 'Also delete what was written from it' });
    await expect(box).toBeChecked();
    await box.uncheck();
    await page.getByRole('button', { name: 'Delete transcript' }).click();
    await expect(page.getByText('Twelve treatment chairs, quote by Thursday').last()).toBeVisible();
    await expect(page.getByText('Written by Mistral. The transcript was deleted.')).toBeVisible();
    await expect(page.getByRole('button', { name: /what was said at/ })).toHaveCount(0);
    // Quotes are the words themselves.
    await expect(page.getByRole('region', { name: 'Action items' })).toHaveCount(0);
  });
});

test('with the transcript everything that was made of it goes, unless somebody unticks it', async ({
  seat,
  people,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'de');
  const { callDetail, transcript } = wordsOf.de;
  const call = await documented(sidetone, people[0].email, 'captured');
  const { page } = await seat(0, desk);
  await open(page, call);
  await page.getByRole('button', { name: filled(callDetail.evidence.shows, { time: '0:24' }) }).click();
  await page.getByRole('button', { name: transcript.more }).click();
  await page.getByRole('menuitem', { name: transcript.delete }).click();
  await expect(page.getByRole('checkbox', { name: callDetail.remove.withMade })).toBeChecked();
  await looksIn('de')(page, 'deleting a transcript, in German', { except: ['region'] });
  await page.getByRole('button', { name: callDetail.remove.transcription.action }).click();
  await expect(page.getByText('Twelve treatment chairs, quote by Thursday')).toHaveCount(0);
  const [left] = await sidetone.query<{ documentation: object }>(
    'select documentation from inbox_events where channel_id = $1 and id = $2',
    [call.channelId, call.docId],
  );
  expect(left?.documentation).toEqual({});
});

test('the word that plays is marked, and a pressed word is played', async ({ seat, people, sidetone }) => {
  await everybodyReads(sidetone, 'en');
  const call = await documented(sidetone, people[0].email, 'automatic');
  await keepWords(sidetone, call, transcription('automatic').items);
  const { page } = await seat(0, desk);
  await page.goto(`/main/channels/${call.channelId}?call=${call.docId}&part=transcript`);
  const said = page.getByRole('group', { name: 'What was said' });
  await keepsMoments(page);
  await page.evaluate(() => {
    const marked: string[] = [];
    Object.assign(window, { marked });
    const look = () => {
      const word = document.querySelector('[data-spoken]')?.textContent;
      if (word && marked.at(-1) !== word) marked.push(word);
      requestAnimationFrame(look);
    };
    look();
  });
  // "twelve" of the fifth turn is said at 16 + 4 × 0.5.
  const line = said.getByText('Ours number 4 about twelve chairs');
  const place = await line.evaluate((text) => {
    const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
    if (!node) throw new Error('no text');
    const range = document.createRange();
    const at = (node.textContent ?? '').indexOf('twelve');
    range.setStart(node, at + 2);
    range.setEnd(node, at + 4);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.click(place.x, place.y);
  await expectsMoment(page, /^0:18 of 1:20$/);
  const marked = () => page.evaluate(() => (window as unknown as { marked: string[] }).marked);
  await expect.poll(marked).toContain('twelve');
  await expect.poll(marked).toContain('chairs');
  expect((await marked())[0]).toBe('twelve');
});

test('every reason is told once, with what helps: administrators are led to the services', async ({
  seat,
  people,
  sidetone,
}) => {
  for (const locale of ['en', 'de'] as const) {
    await everybodyReads(sidetone, locale);
    const { callDetail } = wordsOf[locale];
    for (const [seatOf, isAdmin] of [
      [0, true],
      [1, false],
    ] as const) {
      const [call] = await plainCallsOf(sidetone, people[seatOf].email);
      if (!call) throw new Error('no call');
      await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary', 'hasCallSmallTalk']);
      const off = { status: 'disabled', reason: 'noRecognizer' };
      const { page } = await seat(seatOf, desk);
      await setParts(sidetone, call, { transcription: off, summary: off, actionItem: off, smallTalk: off });
      await open(page, call);
      const reasons = page.getByRole('list', { name: callDetail.made.why });
      await expect(reasons.getByRole('listitem')).toHaveCount(1);
      await expect(reasons).toContainText(callDetail.reasons.noRecognizer.text);
      await expect(reasons.getByRole('link', { name: callDetail.made.setUp })).toHaveCount(isAdmin ? 1 : 0);
      await expect(reasons.getByText(callDetail.made.askAdministrator)).toHaveCount(isAdmin ? 0 : 1);
      if (!isAdmin) continue;
      await looksIn(locale)(page, `a call without a service, ${locale}`);

      for (const [reason, { title, text }] of Object.entries(callDetail.reasons)) {
        await setParts(sidetone, call, {
          summary: { status: 'error', reason },
          transcription: { status: 'success' },
          actionItem: null,
          smallTalk: null,
        });
        await sidetone.query(
          "update inbox_events set documentation = documentation - 'actionItem' - 'smallTalk' where id = $1 and channel_id = $2",
          [call.docId, call.channelId],
        );
        await expect(reasons).toContainText(title);
        await expect(reasons).toContainText(text);
        const again = locale === 'en' ? 'Try again' : 'Noch einmal versuchen';
        const isRetried = ['serviceDown', 'badAnswer'].includes(reason);
        await expect(reasons.getByRole('button', { name: again })).toHaveCount(isRetried ? 1 : 0);
      }
    }
  }
});

test('three hours of talk stay quick: while they play, only the lines that are said are drawn again', async ({
  seat,
  people,
  sidetone,
}) => {
  // So long a page takes a slow machine its time, which is not what this is about.
  test.setTimeout(300_000);
  await everybodyReads(sidetone, 'en');
  const call = await documented(sidetone, people[0].email, 'automatic');
  const long = Array.from({ length: 3_000 }, (_, turn) => ({
    id: `s${turn + 1}`,
    speaker: turn % 2,
    startTime: turn * 3.6,
    endTime: turn * 3.6 + 3.5,
    text: Array.from({ length: 9 }, (_word, at) => `word${turn * 9 + at}`).join(' '),
  }));
  await setParts(sidetone, call, { transcription: { ...transcription('automatic'), items: long } });
  await keepWords(sidetone, call, long);
  const { page } = await seat(0, desk);
  await page.goto(`/main/channels/${call.channelId}?call=${call.docId}&part=transcript`);
  // By its label: looking for roles and names among this many elements takes minutes on a slow machine.
  const said = page.locator('[aria-label="What was said"]');
  const lines = said.locator('li');
  await expect(lines).toHaveCount(3_000, { timeout: 60_000 });
  await lines.first().getByRole('button', { name: 'Play from 0:00' }).press('Enter');
  await expect(page.locator('[data-spoken]')).toBeVisible({ timeout: 60_000 });
  // What else is told of the call, as that it was heard, draws all of it once more: then the next lines are looked at.
  await expect(async () => {
    const first = await currentLine(said);
    const drawn = await drawnWhile(page, said, () =>
      expect.poll(() => currentLine(said), { timeout: 60_000 }).toBeGreaterThan(first + 1),
    );
    // Each line that began meanwhile, with the one that played before.
    expect(drawn.lines.length).toBeGreaterThan(1);
    expect(drawn.lines.filter((at) => at < first || at > drawn.current)).toEqual([]);
    expect(drawn.around, 'elements beside the lines').toBeLessThan(100);
  }).toPass({ timeout: 150_000 });
});

/** The place of the line that is being said; -1 for none. */
const currentLine = (said: Locator): Promise<number> =>
  said.evaluate((list) => [...list.querySelectorAll('li')].findIndex((line) => line.ariaCurrent === 'true'));

/**
 * What React drew again meanwhile, whether or not anything changed in it: with each drawing it hangs new properties on an
 * element. Lines by their places in the list.
 */
async function drawnWhile(page: Page, list: Locator, happens: () => Promise<void>) {
  const before = await page.evaluateHandle(() => {
    const drawn = (element: Element): unknown => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
      return key === undefined ? undefined : Reflect.get(element, key);
    };
    const properties = new Map([...document.body.querySelectorAll('*')].map((each) => [each, drawn(each)]));
    return { drawn, properties };
  });
  await happens();
  return await list.evaluate((said, { drawn, properties }) => {
    const isAgain = (element: Element) => properties.has(element) && drawn(element) !== properties.get(element);
    const all = [...said.querySelectorAll('li')];
    return {
      lines: all.flatMap((line, at) => (isAgain(line) ? [at] : [])),
      current: all.findIndex((line) => line.ariaCurrent === 'true'),
      around: [...properties.keys()].filter((each) => !said.contains(each) && isAgain(each)).length,
    };
  }, before);
}
