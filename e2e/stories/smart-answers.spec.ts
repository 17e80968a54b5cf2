import type { Page } from '@playwright/test';
import { documentCall, setFlags } from '../people/documented-call.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import {
  aboutDelivery,
  answeredQuestion,
  answersOf,
  assignmentsOf,
  forgetSets,
  openQuestion,
  panel,
  question,
  setsOf,
  questionSettings as settings,
  writesSet,
} from '../people/questions.ts';
import { dialog, heading, opens, toggle } from '../people/settings.ts';
import { wordsOf } from '../people/words.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440), listens: false } as const;
const words = wordsOf.en.smartAnswers;
const allOn = ['hasCallTranscription', 'hasSmartAnswers'] as const;

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await setFlags(sidetone, allOn);
  await forgetSets(sidetone);
});

const questions = (page: Page) => dialog(page).getByRole('textbox', { name: /^Question \d+$/ });
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add question' });
const saved = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'Saved' });
const cards = (page: Page) => panel(page).getByRole('listitem');

test('SAI-020, SSMART-001, -003, -007, -008: a newcomer switches smart answers on and writes their first questions', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(300_000);
  await setFlags(sidetone, []);
  const { page } = await seat(0, desk);
  const { email } = people[0];
  await opens(page, 'ai-features');

  await test.step('switching on leads to the settings', async () => {
    await toggle(page, /^Smart answers/).click();
    await page
      .getByRole('dialog', { name: 'May your calls be written down?' })
      .getByRole('button', { name: 'Agree and switch on' })
      .click();
    await expect(page).toHaveURL(/\/settings\/ai-features\/hasSmartAnswers$/);
    await expect(heading(page, 'Smart answers')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Write questions' })).toBeFocused();
  });

  await test.step('questions are written with the keyboard alone', async () => {
    await page.keyboard.press('Enter');
    await expect(question(page, 1)).toBeFocused();
    // Without a text there is no next question.
    await page.keyboard.press('Shift+Enter');
    await expect(questions(page)).toHaveCount(1);
    await page.keyboard.type(answeredQuestion);
    await expect(saved(page)).toBeVisible();
    expect((await setsOf(sidetone, email))[0]?.questions).toMatchObject([{ question: answeredQuestion }]);
    await page.keyboard.press('Shift+Enter');
    await expect(question(page, 2)).toBeFocused();
    await expectsNoViolation(page, 'a set of questions');
  });

  await test.step('the first set is for all channels, both directions', async () => {
    const [set] = await setsOf(sidetone, email);
    const all = await assignmentsOf(sidetone, email);
    expect(all.length).toBeGreaterThan(1);
    for (const one of all) expect(one).toEqual({ inbound_set_id: set?.id, outbound_set_id: set?.id });
  });

  await test.step('what was typed last is saved though the settings are closed at the same moment', async () => {
    await page.keyboard.type(openQuestion);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    const left = { title: 'Set 1', questions: [{ question: answeredQuestion }, { question: openQuestion }] };
    await expect.poll(async () => (await setsOf(sidetone, email))[0]).toMatchObject(left);
    expect((await setsOf(sidetone, email))[0]?.questions).toHaveLength(2);
  });
});

test('SSMART-002, -004, -006: questions are deleted, a set without any goes, and channels may have none', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const { page } = await seat(0, desk);
  const { email } = people[0];
  await writesSet(page, ['A?', 'B?']);
  await expect(dialog(page).getByRole('button', { name: /^Set 1/ })).toContainText('2 questions');

  await test.step('the deselect option leaves a channel without questions', async () => {
    const first = dialog(page).getByRole('combobox', { name: 'Set for outbound calls of Private' });
    await first.selectOption({ label: 'No questions' });
    await expect
      .poll(async () => (await assignmentsOf(sidetone, email)).filter((one) => one.outbound_set_id === null).length)
      .toBe(1);
    await page.reload();
    await expect(dialog(page).getByRole('combobox', { name: 'Set for outbound calls of Private' })).toHaveValue('');
  });

  await test.step('the focus goes to the question before the one that is deleted, and one empty question stays', async () => {
    await dialog(page)
      .getByRole('button', { name: /^Set 1/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Delete question 2' }).click();
    await expect(question(page, 1)).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Delete question 1' }).click();
    await expect(questions(page)).toHaveCount(1);
    await expect(question(page, 1)).toHaveValue('');
    await expect(question(page, 1)).toBeFocused();
  });

  await test.step('the empty set is deleted when it is left', async () => {
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Write questions' })).toBeVisible();
    expect(await setsOf(sidetone, email)).toEqual([]);
  });

  await test.step('a set is deleted after a question', async () => {
    await writesSet(page, ['C?']);
    await dialog(page)
      .getByRole('button', { name: /^Set 1/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Delete set' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete “Set 1”?' });
    await expectsNoViolation(page, 'deleting a set', { except: ['region'] });
    await asked.getByRole('button', { name: 'Delete set' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Write questions' })).toBeVisible();
    expect(await setsOf(sidetone, email)).toEqual([]);
  });
});

test('nothing is lost without a network, in a tab that is closed, or with a second tab', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const { page } = await seat(0, desk);
  const { email } = people[0];
  const stored = async () => (await setsOf(sidetone, email))[0]?.questions.map((one) => one.question);
  await writesSet(page, ['A?']);
  await dialog(page)
    .getByRole('button', { name: /^Set 1/ })
    .click();

  await test.step('the page says that it is not saved, and saves once the server is back', async () => {
    await page.route('**/smart-answer-sets/**', (route) => route.abort());
    await question(page, 1).fill('Without a network?');
    await expect(dialog(page).getByRole('status').filter({ hasText: 'Not saved yet.' })).toBeVisible();
    await page.unroute('**/smart-answer-sets/**');
    await expect.poll(stored, { timeout: 20_000 }).toEqual(['Without a network?']);
    await expect(saved(page)).toBeVisible();
  });

  await test.step('a page that is left in the same moment is saved', async () => {
    await question(page, 1).fill('Closed at once?');
    // A load, not a link: the page of the set goes away without time for an answer.
    await page.goto('/main/channels/private');
    await expect.poll(stored).toEqual(['Closed at once?']);
    await opens(page, settings);
  });

  await test.step('two tabs that change the same are told', async () => {
    await dialog(page)
      .getByRole('button', { name: /^Set 1/ })
      .click();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(question(other, 1)).toHaveValue('Closed at once?');
    await page.route('**/smart-answer-sets/**', async (route) => {
      await expect.poll(stored).toEqual(['Theirs?']);
      await route.fallback();
    });
    await question(page, 1).fill('Mine?');
    await question(other, 1).fill('Theirs?');
    await expect(dialog(page).getByRole('alert')).toContainText(words.conflict.text);
    await expectsNoViolation(page, 'a set that two tabs changed');
    await page.unroute('**/smart-answer-sets/**');
    await dialog(page).getByRole('button', { name: words.conflict.mine }).click();
    await expect.poll(stored).toEqual(['Mine?']);
    await expect(question(other, 1)).toHaveValue('Mine?');
  });
});

test('SSMART-018, -019, SPERM-025, -026, SSET-045, -046, SERR-046: a smaller plan has one set of ten questions', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const { page } = await seat(0, desk);
  const { email } = people[0];
  const plan = (id: string, link: string | null) =>
    sidetone.query(
      `update accounts set plan = plan || jsonb_build_object('id', $1::text, 'link', $2::text)
        where id = (select account_id from users where email = $3)`,
      [id, link, email],
    );
  await test.step('the best plan says nothing of limits', async () => {
    await plan('PREMIUM_TIER_B', null);
    await writesSet(page, ['A?']);
    await expect(dialog(page)).not.toContainText(words.upsell.text);
    await expect(dialog(page)).not.toContainText('1 of 1');
  });

  await test.step('any other one has a banner with a link, and no second set', async () => {
    await plan('PREMIUM_TIER_A', 'https://plans.example/more');
    await expect(dialog(page)).toContainText(words.upsell.text);
    await expect(dialog(page).getByRole('link', { name: /^Book the app/ })).toHaveAttribute(
      'href',
      'https://plans.example/more',
    );
    await expect(dialog(page)).toContainText('1 of 1');
    const addSet = dialog(page).getByRole('button', { name: 'Add set' });
    await expect(addSet).toBeDisabled();
    await addSet.focus();
    await page.keyboard.press('Enter');
    await expect(message(page, 'You have 1 set in your plan')).toBeVisible();
    await expectsNoViolation(page, 'the sets of a smaller plan');
  });

  await test.step('the tenth question is the last one', async () => {
    await dialog(page)
      .getByRole('button', { name: /^Set 1/ })
      .click();
    await expect(dialog(page)).toContainText('1 of 10');
    for (let number = 2; number <= 10; number += 1) {
      await add(page).click();
      await question(page, number).fill(`Question ${number}?`);
    }
    await expect(dialog(page)).toContainText('10 of 10');
    await expect(add(page)).toBeDisabled();
    await page.keyboard.press('Shift+Enter');
    await expect(message(page, 'A set has 10 questions in your plan')).toBeVisible();
    await expect(questions(page)).toHaveCount(10);
    await expect.poll(async () => (await setsOf(sidetone, email))[0]?.questions.length).toBe(10);
  });
  await plan('PREMIUM_TIER_B', null);
});

test('the focus stays where the next question is written, however late a frame is drawn', async ({ seat }) => {
  const { page } = await seat(0, desk);
  await opens(page, settings);
  await expect(dialog(page).getByRole('button', { name: 'Write questions' })).toBeFocused();
  const nextFrames = await drawsLate(page);
  await page.keyboard.press('Enter');
  await expect(question(page, 1)).toBeFocused();
  await nextFrames();
  await expect(question(page, 1)).toBeFocused();
  await page.keyboard.type(answeredQuestion);
  await page.keyboard.press('Shift+Enter');
  await expect(question(page, 2)).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Delete question 2' }).press('Enter');
  await expect(question(page, 1)).toBeFocused();
  await nextFrames();
  await expect(question(page, 1)).toBeFocused();
});

test('SSMART-009 to -014, -020: a call is answered with where it was said, regenerated, copied and deleted', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(300_000);
  const { page } = await seat(0, desk);
  const { email } = people[0];
  await writesSet(page, [answeredQuestion, openQuestion]);
  const { id } = await documentCall(sidetone, email, aboutDelivery);
  await sidetone.query('update inbox_events set owner = (select id from users where email = $1) where id = $2', [
    email,
    id,
  ]);
  await goesTo(page, `/main/channels/private?call=${id}`);

  await test.step('questions can be answered later, from the transcript', async () => {
    await panel(page)
      .getByRole('button', { name: /^Smart answers/ })
      .click();
    await expect(panel(page)).toContainText(words.view.unasked);
    await expect(panel(page).getByRole('combobox', { name: words.view.setOf })).toHaveValue(/.+/);
    await panel(page).getByRole('button', { name: words.view.ask }).click();
    await expect(panel(page).getByText('1 of 2 answered')).toBeVisible({ timeout: 30_000 });
    // The newest question first.
    await expect(cards(page).first()).toContainText(openQuestion);
    await expect(cards(page).first()).toContainText(words.view.notMentioned);
    await expect(cards(page).last()).toContainText(answeredQuestion);
    await expect(cards(page).last()).toContainText('Friday at 7');
  });

  await test.step('the answer leads to where it was said', async () => {
    await cards(page).last().getByRole('button', { name: /0:09/ }).click();
    await expect(page).toHaveURL(/part=transcript/);
    await answersOf(page, id);
    await expect(panel(page).getByText('1 of 2 answered')).toBeVisible();
  });

  await test.step('all answers are copied as a text and to the note', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel(page).getByRole('button', { name: 'Copy all', exact: true }).click();
    await expect(panel(page).getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain(answeredQuestion);
    expect(text).toContain('Friday at 7');
    expect(text).not.toContain(openQuestion);
    await panel(page).getByRole('button', { name: 'Copy all to note' }).click();
    await expect(panel(page).getByRole('button', { name: 'Copied to the note' })).toBeVisible();
    // SSMART-014
    await expect(panel(page).getByRole('button', { name: 'Copy all to note' })).toBeVisible();
    const [row] = await sidetone.query<{ content: string }>(
      `select documentation -> 'note' ->> 'content' as content from inbox_events where id = $1`,
      [id],
    );
    expect(row?.content).toContain('Friday at 7');
  });

  await test.step('regenerating asks first', async () => {
    const menu = panel(page).getByRole('button', { name: words.view.menu });
    await menu.click();
    await page.getByRole('menuitem', { name: words.view.regenerate }).click();
    const asked = page.getByRole('dialog', { name: words.view.asked });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: words.view.regenerate }).click();
    const begun = page.waitForResponse((reply) => reply.url().endsWith('/smart-answers'));
    await asked.getByRole('button', { name: words.view.askedAction }).click();
    expect((await begun).status()).toBe(200);
    await expect(panel(page).getByText('1 of 2 answered')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('another set is asked by choosing it', async () => {
    await writesSecondSet(page, 'How many pallets are there?');
    await answersOf(page, id);
    const set = panel(page).getByRole('combobox', { name: words.view.setOf });
    await set.selectOption({ label: 'Set 2' });
    await page
      .getByRole('dialog', { name: words.view.asked })
      .getByRole('button', { name: words.view.askedAction })
      .click();
    await expect(cards(page)).toContainText(['How many pallets are there?'], { timeout: 30_000 });
  });

  await test.step('the menu leads to the questions of the set', async () => {
    await panel(page).getByRole('button', { name: words.view.menu }).click();
    await page.getByRole('menuitem', { name: words.view.configure }).click();
    await expect(question(page, 1)).toHaveValue('How many pallets are there?');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('all answers are deleted for good, and can be asked for again', async () => {
    await panel(page).getByRole('button', { name: words.view.menu }).click();
    await page.getByRole('menuitem', { name: words.view.deleteAll }).click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(panel(page).getByRole('button', { name: /^Smart answers/ })).toBeVisible();
  });
});

/** From now on the page draws its frames this late, as a machine does that is busy; resolves after two of them. */
async function drawsLate(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const draw = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => draw(() => void setTimeout(() => callback(performance.now()), 300));
  });
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
}

/** Adds a set with one question to those that are there. */
async function writesSecondSet(page: Page, text: string): Promise<void> {
  await opens(page, settings);
  await dialog(page).getByRole('button', { name: 'Add set' }).click();
  await question(page, 1).fill(text);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByRole('button', { name: /^Set 2/ })).toBeVisible();
}
