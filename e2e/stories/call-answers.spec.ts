import { documentCall, setFlags } from '../people/documented-call.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import {
  aboutDelivery,
  answeredQuestion,
  answersOf,
  forgetSets,
  openQuestion,
  panel,
  setsOf,
  questionSettings as settings,
  writesSet,
} from '../people/questions.ts';
import { dialog, heading, opens } from '../people/settings.ts';
import { wordsOf } from '../people/words.ts';
import { looksIn } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440), listens: false } as const;
const words = wordsOf.en.smartAnswers;

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await setFlags(sidetone, ['hasCallTranscription', 'hasSmartAnswers']);
  await forgetSets(sidetone);
});

test('SSMART-015, SERR-048, SERR-051: without questions the view says so, and leads to the settings', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(120_000);
  const { page } = await seat(0, desk);
  const { id } = await documentCall(sidetone, people[0].email, aboutDelivery);
  await answersOf(page, id);
  await expect(message(page, words.view.notConfigured)).toBeVisible();
  await page.getByRole('button', { name: words.view.settings, exact: true }).last().click();
  await expect(heading(page, 'Smart answers')).toBeVisible();
  await writesSet(page, [answeredQuestion]);

  // A failure to ask is logged, and nothing else.
  const logged: string[] = [];
  page.on('console', (line) => line.type() === 'error' && logged.push(line.text()));
  await page.route('**/smart-answers', (route) => route.abort());
  await answersOf(page, id);
  await panel(page).getByRole('button', { name: words.view.ask }).click();
  await expect.poll(() => logged.some((line) => line.includes('questions were not answered'))).toBe(true);
  await expect(panel(page).getByRole('button', { name: words.view.ask })).toBeEnabled();
});

for (const locale of ['en-US', 'de-DE'] as const) {
  const look = looksIn(locale);
  test(`smart answers have no barrier in ${locale}`, async ({ seat, sidetone, people }) => {
    test.setTimeout(300_000);
    await everybodyReads(sidetone, locale === 'de-DE' ? 'de' : 'en');
    const { page } = await seat(0, { ...desk, locale });
    const { email } = people[0];
    const said = wordsOf[locale === 'de-DE' ? 'de' : 'en'].smartAnswers;
    await opens(page, settings);
    await dialog(page).getByRole('button', { name: said.empty.action }).waitFor();
    await look(page, 'no questions');
    await dialog(page).getByRole('button', { name: said.empty.action }).click();
    await dialog(page).locator('[data-question]').fill(answeredQuestion);
    await look(page, 'a set');
    await goesTo(page, '/main/channels/private');
    await expect.poll(async () => (await setsOf(sidetone, email))[0]?.questions.length).toBe(1);
    await opens(page, settings);
    await dialog(page).getByRole('combobox').first().waitFor();
    await look(page, 'the list of sets');
    const { id } = await documentCall(sidetone, email, {
      ...aboutDelivery,
      smartAnswers: {
        status: 'success',
        setId: 'gone',
        setTitle: 'Dispatch intake',
        items: [
          { questionId: 'q1', title: 'Deadline', question: answeredQuestion, answer: 'Friday, 7:00', evidence: ['s3'] },
          { questionId: 'q2', title: null, question: openQuestion, answer: null },
        ],
      },
    });
    await answersOf(page, id);
    await panel(page).getByRole('listitem').first().waitFor();
    await look(page, 'answers');
  });
}
