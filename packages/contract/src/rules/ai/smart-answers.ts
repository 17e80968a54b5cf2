import type { Locale } from '../../entities/common.ts';
import type { Documentation } from '../../entities/documentation.ts';
import type { SmartAnswerSet, SmartAnswerSetInput } from '../../entities/smart-answers.ts';
import { smartAnswerQuestionLimit, smartAnswerSetLimit } from '../limits.ts';

/** The plan with which sets and questions have no limit but the largest of all. SPERM-025 */
const unlimitedPlan = 'PREMIUM_TIER_B';

/** Whether a plan allows one set of ten questions only. SSMART-018, SSMART-019 */
export const hasSmartAnswerLimits = (planId: string): boolean => planId !== unlimitedPlan;

/**
 * Whether a set may be changed: with limits the oldest alone. What an account has from a better plan stays, is answered, and
 * can be deleted.
 */
export function isSetEditable(
  sets: readonly Pick<SmartAnswerSet, 'id' | 'createdAt'>[],
  setId: string,
  isLimited: boolean,
): boolean {
  if (!isLimited) return true;
  const byAge = [...sets].sort((one, other) =>
    one.createdAt === other.createdAt ? (one.id < other.id ? -1 : 1) : one.createdAt < other.createdAt ? -1 : 1,
  );
  return byAge.slice(0, smartAnswerSetLimit).some(({ id }) => id === setId);
}

/**
 * Whether questions may become these. With limits none is added beyond the tenth, and those that stand there already keep their
 * words; deleting is always possible.
 */
export function mayBeQuestions(
  before: SmartAnswerSetInput['questions'],
  after: SmartAnswerSetInput['questions'],
  isLimited: boolean,
): boolean {
  if (!isLimited || after.length <= smartAnswerQuestionLimit) return true;
  const at = new Map(before.map(({ id }, index) => [id, index]));
  return after.every(({ id, question, title }) => {
    const index = at.get(id);
    if (index === undefined) return false;
    const old = before[index];
    return index < smartAnswerQuestionLimit || (old?.question === question && old.title === title);
  });
}

/** What a set is called that nobody has named: by how many sets there are. SSMART-007 */
export const defaultSetTitle = (language: Locale, sets: number): string =>
  `${language === 'de' ? 'Fragen' : 'Set'} ${Math.max(1, sets)}`;

type AnswerItem = NonNullable<Documentation['smartAnswers']>['items'][number];

/** Answers as the note of a call has them: those that the call gave, each below its question. Empty where there are none. */
export const answersAsNote = (items: readonly Pick<AnswerItem, 'question' | 'title' | 'answer'>[]): string =>
  items
    .flatMap(({ question, title, answer }) =>
      answer === null ? [] : [`<p><strong>${escaped(title || question)}</strong><br>${escaped(answer)}</p>`],
    )
    .join('');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
