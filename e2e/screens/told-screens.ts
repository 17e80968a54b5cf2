import type { Page } from '@playwright/test';
import type { Sidetone } from '../world/sidetone.ts';
import type { Screen } from './screen.ts';
import { settled } from './settled.ts';

export const toldPage = (
  name: string,
  address: string,
  prepare?: Screen['prepare'],
  after?: Screen['after'],
): Screen => ({
  name,
  address: () => address,
  who: 'newer',
  compact: true,
  ...(prepare && { prepare }),
  ...(after && { after }),
});

/** Gives the company flags, and opens an address that wants them. `withoutFlags` takes them back. */
export const withFlags = (flags: readonly string[], address: string) => async (on: Page, sidetone: Sidetone) => {
  const all = JSON.stringify(Object.fromEntries(flags.map((flag) => [flag, true])));
  await sidetone.query('update accounts set flags = flags || $1', [all]);
  await on.goto(address);
  await settled(on);
};
export const withoutFlags = (flags: readonly string[]) => async (_: Page, sidetone: Sidetone) => {
  await sidetone.query('update accounts set flags = flags - $1::text[]', [flags]);
};

export const chatFlags = ['isTestAccount', 'hasAiInsightsChat'];
const questions = { de: 'Was haben wir diese Woche zugesagt?', en: 'What did we promise this week?' } as const;

/** The language that the page is in. */
const languageOf = async (on: Page): Promise<'de' | 'en'> =>
  (await on.locator('html').getAttribute('lang'))?.startsWith('de') ? 'de' : 'en';

/** Asks a new chat, and waits for its answer. */
export async function asks(on: Page): Promise<void> {
  await on.locator('form textarea').fill(questions[await languageOf(on)]);
  await on.keyboard.press('Enter');
  await on
    .getByRole('status')
    .filter({ hasText: /^(the answer is ready|die antwort ist da)/i })
    .waitFor({ state: 'attached' });
}

/** What calls tell: statistics, results of a call assistant, and what the chat quotes. */
export const toldScreens: readonly Screen[] = [
  toldPage('statistics', '/main/statistics'),
  toldPage('statistics-month', '/main/statistics', async (on) => {
    await on.getByRole('radio', { name: /^30 (days|tage)/i }).click();
  }),
  toldPage('call-assistant', '/main/ai-assistant'),
  toldPage('call-assistant-result', '/main/ai-assistant', (on) => on.locator('[data-result]').first().click()),
  toldPage('call-assistant-done', '/main/ai-assistant', (on) =>
    on.getByRole('tab', { name: /^(done|erledigt)/i }).click(),
  ),
  toldPage('ai-chat', '/main/ai-chat', withFlags(chatFlags, '/main/ai-chat'), withoutFlags(chatFlags)),
  toldPage(
    'ai-chat-quotes',
    '/main/ai-chat',
    async (on, sidetone) => {
      await withFlags(chatFlags, '/main/ai-chat')(on, sidetone);
      await asks(on);
    },
    withoutFlags(chatFlags),
  ),
  toldPage('admin-assistants', '/admin/assistants'),
  toldPage('admin-assistant', '/admin/assistants', (on) =>
    on.getByRole('button', { name: 'Empfang', exact: true }).click(),
  ),
];
