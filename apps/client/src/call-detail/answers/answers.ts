import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import type { SmartAnswerAssignment, SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';

export type Answer = NonNullable<Documentation['smartAnswers']>['items'][number];

/** Whether the call answered the question. */
export const isAnswered = ({ answer }: Pick<Answer, 'answer'>): boolean => answer !== null && answer.trim() !== '';

/** The number of questions that the call answered. */
export function answeredOf(items: readonly Answer[]): { answered: number; all: number } {
  return { answered: items.filter(isAnswered).length, all: items.length };
}

/** The newest question first; those whose age is not known follow in their order. SSMART-010 */
export function newestFirst(items: readonly Answer[]): Answer[] {
  const age = ({ createdAt }: Answer) => (createdAt ? Date.parse(createdAt) : Number.NEGATIVE_INFINITY);
  return [...items].sort((one, other) => {
    const [mine, theirs] = [age(one), age(other)];
    return mine === theirs ? 0 : theirs > mine ? 1 : -1;
  });
}

/** Answers for the clipboard: each below its question or title; what was not mentioned is left out. SSMART-012 */
export function asText(items: readonly Answer[]): string {
  return items
    .filter(isAnswered)
    .map(({ title, question, answer }) => `${title?.trim() || question}\n${answer?.trim()}`)
    .join('\n\n');
}

/** What a call is answered with: its own set, else the one that is assigned for it, else the first with questions. */
export function setForCall(
  call: { readonly channelId: string; readonly isIncoming: boolean; readonly setId: string | null },
  sets: readonly Pick<SmartAnswerSet, 'id' | 'questions'>[],
  assignments: readonly SmartAnswerAssignment[],
): string | null {
  if (call.setId !== null) return call.setId;
  const usable = sets.filter(({ questions }) => questions.length > 0);
  const row = assignments.find(({ channelId }) => channelId === call.channelId);
  const assigned = call.isIncoming ? row?.inboundSetId : row?.outboundSetId;
  return usable.find(({ id }) => id === assigned)?.id ?? usable[0]?.id ?? null;
}

/** The set that a call has: that of its answers, and where it has none yet the one chosen here. SSMART-009 */
export const ownSetOf = (part: Documentation['smartAnswers'], chosen: string | null): string | null =>
  (part !== undefined && part.items.length > 0 ? (part.setId ?? chosen) : (chosen ?? part?.setId)) ?? null;

/** Whether the note has these answers, and not earlier ones that they took the place of. */
export function isInNote({ copiedToNoteAt, madeBy }: NonNullable<Documentation['smartAnswers']>): boolean {
  if (!copiedToNoteAt) return false;
  return !madeBy?.at || Date.parse(copiedToNoteAt) > Date.parse(madeBy.at);
}

/** Whether a user may copy answers to the note of a call: its owner alone. SSMART-020, SPERM-022 */
export const mayCopyToNote = (owner: string | null, user: string | undefined): boolean =>
  owner !== null && owner === user;

/** Whether a user may delete the answers: the owner of the call, or without one whose questions they are. SSMART-021 */
export const mayDeleteAnswers = (owner: string | null, part: Documentation['smartAnswers'], user: string): boolean =>
  owner === user || (owner === null && part?.byUserId === user);
