import type { SmartAnswerSet, SmartAnswerSetInput } from '@sidetone/contract/entities/smart-answers.ts';
import { plainLine } from '@sidetone/contract/rules/plain-line.ts';

/** A question as it stands in its fields. */
export interface DraftQuestion {
  readonly id: string;
  readonly title: string;
  readonly question: string;
}

/** A set as it stands in the fields of its page: with blanks at the ends, and questions without a text. */
export interface SetDraft {
  readonly title: string;
  readonly autoCopyToNote: boolean;
  readonly questions: readonly DraftQuestion[];
}

const emptyQuestion = (id: string): DraftQuestion => ({ id, title: '', question: '' });

/** A set for its page. One without questions has an empty one to begin with, whose id is `newId`. */
export function draftOf(set: SmartAnswerSetInput, newId: string): SetDraft {
  const questions = set.questions.map(({ id, title, question }) => ({ id, title: title ?? '', question }));
  return {
    title: set.title ?? '',
    autoCopyToNote: set.autoCopyToNote,
    questions: questions.length === 0 ? [emptyQuestion(newId)] : questions,
  };
}

/** The draft of a set that was changed elsewhere, with the titles that stand here without a text yet. */
export function draftAfter(draft: SetDraft, set: SmartAnswerSetInput, newId: string): SetDraft {
  const theirs = draftOf(set, newId);
  const open = draft.questions.filter((one) => lacksText(one) && !set.questions.some(({ id }) => id === one.id));
  return open.length === 0
    ? theirs
    : { ...theirs, questions: [...(set.questions.length === 0 ? [] : theirs.questions), ...open] };
}

/** What is saved of a draft: texts without blanks around them, and no question without a text. SSMART-005, SSMART-016 */
export function inputOf({ title, autoCopyToNote, questions }: SetDraft): SmartAnswerSetInput {
  return {
    title: plainLine(title) || null,
    autoCopyToNote,
    questions: questions
      .map((one) => ({ id: one.id, title: plainLine(one.title) || null, question: plainLine(one.question) }))
      .filter(({ question }) => question !== ''),
  };
}

/** Whether a question has a title but no text, and so is not saved. */
export const lacksText = ({ title, question }: DraftQuestion): boolean =>
  plainLine(question) === '' && plainLine(title) !== '';

/** Whether a set already is what would be saved. */
export function isSameSet(one: SmartAnswerSetInput, other: SmartAnswerSetInput): boolean {
  return (
    one.title === other.title &&
    one.autoCopyToNote === other.autoCopyToNote &&
    one.questions.length === other.questions.length &&
    one.questions.every(({ id, title, question }, at) => {
      const same = other.questions[at];
      return same?.id === id && same.title === title && same.question === question;
    })
  );
}

/** The draft with another text or title of one question. */
export function withQuestion(
  draft: SetDraft,
  id: string,
  change: Partial<Pick<DraftQuestion, 'title' | 'question'>>,
): SetDraft {
  return { ...draft, questions: draft.questions.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

/** The draft with an empty question after the one that is named, else at the end. SSMART-008 */
export function withNext(draft: SetDraft, after: string | null, newId: string): SetDraft {
  const at = draft.questions.findIndex(({ id }) => id === after);
  const questions = [...draft.questions];
  questions.splice(at < 0 ? questions.length : at + 1, 0, emptyQuestion(newId));
  return { ...draft, questions };
}

/** The draft without a question; in place of the last one there is an empty one. SSMART-002 */
export function withoutQuestion(draft: SetDraft, id: string, newId: string): SetDraft {
  const questions = draft.questions.filter((one) => one.id !== id);
  return { ...draft, questions: questions.length === 0 ? [emptyQuestion(newId)] : questions };
}

/** A title for a set that has none: the number of sets, or the next number that no other title has. SSMART-007 */
export function defaultTitle(
  sets: readonly Pick<SmartAnswerSet, 'title'>[],
  titleOf: (number: number) => string,
): string {
  const taken = new Set(sets.map(({ title }) => title));
  let number = Math.max(1, sets.length);
  while (taken.has(titleOf(number))) number += 1;
  return titleOf(number);
}

/** What remains of a draft whose page is left: null where it has no question. SSMART-006 */
export function tidied(draft: SetDraft, title: () => string): SmartAnswerSetInput | null {
  const left = inputOf(draft);
  if (left.questions.length === 0) return null;
  return left.title === null ? { ...left, title: title() } : left;
}
