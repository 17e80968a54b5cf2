import type { Page } from '@playwright/test';
import { documentCall, everything, setFlags } from '../people/documented-call.ts';
import { filled, wordsOf } from '../people/words.ts';
import { looksIn } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Users ask about their own calls, and are taken to where something was said.

const desk = { microphone: tone(440), listens: false } as const;
const on = ['isTestAccount', 'hasAiInsightsChat', 'hasCallTranscription'] as const;
const quote = 'Thursday is impossible, the cold room is full.';

/** A call with words that have ids, as they are written down today. */
async function documented(sidetone: Sidetone, email: string): Promise<void> {
  const { transcription } = everything;
  const items = transcription.items.map((item, at) => ({
    ...item,
    speaker: item.speaker === 0 ? (0 as const) : (1 as const),
    id: `s${at + 1}`,
  }));
  await sidetone.query('delete from chats');
  await documentCall(sidetone, email, { transcription: { status: 'success', items } });
}

const asks = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.keyboard.press('Enter');
};

test('ROUTE-013, SROUTE-047, SSHELL-004, SPERM-031: users with the flag find the chat, others are led to their calls', async ({
  seat,
  people,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'en');
  await setFlags(sidetone, []);
  await documented(sidetone, people[0].email);
  const { page } = await seat(0, desk);
  const entry = page.getByRole('link', { name: wordsOf.en.app.aiChat });
  await page.goto('/main/ai-chat');
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
  await expect(entry).toHaveCount(0);
  await setFlags(sidetone, on);
  await entry.click();
  await expect(page).toHaveURL(/\/main\/ai-chat$/);
  await expect(page.getByRole('heading', { name: wordsOf.en.aiChat.title })).toBeVisible();
  await setFlags(sidetone, []);
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
});

for (const locale of ['en-US', 'de-DE'] as const) {
  const language = locale === 'de-DE' ? 'de' : 'en';
  const words = wordsOf[language].aiChat;
  const look = looksIn(locale);

  test(`a question is answered by a quote that leads to its second, in ${locale}`, async ({
    seat,
    people,
    sidetone,
  }) => {
    test.setTimeout(300_000);
    await everybodyReads(sidetone, language);
    await setFlags(sidetone, on);
    await documented(sidetone, people[0].email);
    const { page } = await seat(0, { ...desk, locale });
    await page.goto('/main/ai-chat');
    const answer = page.getByRole('article', { name: 'Why is the cold room impossible?' });

    await test.step('an empty chat', async () => {
      await expect(page.getByRole('heading', { name: words.empty.title })).toBeVisible();
      await look(page, 'an empty chat');
    });

    await test.step('by the keyboard, with who wrote the answer and how many calls it comes from', async () => {
      await asks(page, words.ask.label, 'Why is the cold room impossible?');
      await expect(answer.getByText(quote)).toBeVisible();
      await expect(answer.getByText(words.answer.found)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: words.answer.done })).toBeAttached();
      await look(page, 'an answer');
    });

    await test.step('it helps', async () => {
      const up = answer.getByRole('button', { name: words.answer.up, exact: true });
      await up.click();
      await expect(up).toHaveAttribute('aria-pressed', 'true');
    });

    await test.step('what nobody said is not answered', async () => {
      await asks(page, words.ask.label, 'Which colour has the helicopter?');
      await expect(page.getByRole('article').getByText(words.answer.nothing)).toBeVisible();
    });

    await test.step('the quote opens its call where it was said', async () => {
      await answer.getByRole('button').filter({ hasText: quote }).click();
      await expect(page).toHaveURL(/part=transcript/);
      await expect(page.getByRole('listitem').filter({ hasText: quote })).toBeInViewport();
      await page.goBack();
      await expect(answer.getByText(quote)).toBeVisible();
    });

    await test.step('a chat that was deleted in another window is begun again', async () => {
      await sidetone.query('delete from chats');
      await expect(page.getByRole('heading', { name: words.empty.title })).toBeVisible();
      await asks(page, words.ask.label, 'Why is the cold room impossible?');
      await expect(answer.getByText(quote)).toBeVisible();
    });

    await test.step('the chat is deleted after a question', async () => {
      const title = 'Why is the cold room impossible?';
      await page.getByRole('button', { name: filled(words.options, { title }) }).click();
      await page.getByRole('menuitem', { name: words.remove }).click();
      await page.getByRole('button', { name: words.removed.action }).click();
      await expect(page.getByText(words.noEarlier)).toBeVisible();
      expect(await sidetone.query('select id from chat_messages')).toEqual([]);
    });
  });
}
