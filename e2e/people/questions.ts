import { expect, type Page } from '@playwright/test';
import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { goesTo } from './going.ts';
import { dialog, heading, opens } from './settings.ts';

/** A transcript in which one question is answered and another one is not. */
export const aboutDelivery = {
  transcription: {
    status: 'success',
    items: [
      { id: 's1', speaker: 0, startTime: 0, endTime: 4, text: 'Kranich Logistik, how can I help?' },
      { id: 's2', speaker: 1, startTime: 4, endTime: 9, text: 'It is about order 4471 with twelve pallets.' },
      {
        id: 's3',
        speaker: 0,
        startTime: 9,
        endTime: 15,
        text: 'We will deliver the pallets on Friday at 7 in the morning.',
      },
      { id: 's4', speaker: 1, startTime: 15, endTime: 18, text: 'Good, that works for us.' },
    ],
  },
} satisfies Documentation;

export const answeredQuestion = 'When will the pallets be delivered?';
export const openQuestion = 'Which competitor was mentioned?';

interface StoredSet {
  readonly id: string;
  readonly title: string | null;
  readonly questions: readonly { readonly question: string; readonly title: string | null }[];
  readonly auto_copy_to_note: boolean;
}

/** The sets of a user as they are stored, the oldest first. */
export const setsOf = (sidetone: Sidetone, email: string) =>
  sidetone.query<StoredSet>(
    `select s.id, s.title, s.questions, s.auto_copy_to_note from smart_answer_sets s
       join users u on u.id = s.user_id where u.email = $1 order by s.created_at, s.id`,
    [email],
  );

/** What a user's channels are assigned: the set of each for incoming and for outgoing calls. */
export const assignmentsOf = (sidetone: Sidetone, email: string) =>
  sidetone.query<{ inbound_set_id: string | null; outbound_set_id: string | null }>(
    `select a.inbound_set_id, a.outbound_set_id from smart_answer_assignments a
       join users u on u.id = a.user_id where u.email = $1 order by a.channel_id`,
    [email],
  );

/** Nobody has questions any longer. */
export async function forgetSets(sidetone: Sidetone): Promise<void> {
  await sidetone.query('delete from smart_answer_assignments');
  await sidetone.query('delete from smart_answer_sets');
}

/** Where the settings of smart answers are. */
export const questionSettings = 'ai-features/hasSmartAnswers';

/** The field of a question. */
export const question = (page: Page, number: number) =>
  dialog(page).getByRole('textbox', { name: `Question ${number}`, exact: true });

/** The page of a call. */
export const panel = (page: Page) => page.locator('[aria-label="Call details"], [aria-label="Details zum Anruf"]');

/** Opens the answers of a call. */
export const answersOf = (page: Page, docId: string) =>
  goesTo(page, `/main/channels/private?call=${docId}&part=answers`);

/** From the settings of a user without questions to the page of their first set. */
async function beginsSet(page: Page): Promise<void> {
  await opens(page, questionSettings);
  await dialog(page).getByRole('button', { name: 'Write questions' }).click();
  await expect(question(page, 1)).toBeFocused();
}

/** Writes a set with these questions and leaves it. */
export async function writesSet(page: Page, texts: readonly string[]): Promise<void> {
  await beginsSet(page);
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Shift+Enter');
    await question(page, at + 1).fill(text);
  }
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(heading(page, 'Smart answers')).toBeVisible();
}
