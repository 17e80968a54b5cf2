import { imageTypes } from '@sidetone/contract/entities/feedback.ts';
import { feedbackMaxImageBytes, feedbackMaxImages, feedbackMinCharacters } from '@sidetone/contract/rules/limits.ts';

/** What is wrong with a feedback before it is sent; the figures are for the words. */
export interface FormProblems {
  /** How many characters are missing; null where there are enough. */
  readonly tooShort: number | null;
  readonly tooMany: boolean;
  /** How many bytes the pictures have together; null where that is fine. */
  readonly tooLarge: number | null;
}

interface Filled {
  readonly text: string;
  readonly pictures: readonly { readonly size: number }[];
}

/** Looks a feedback through: specification 5. */
export function problemsOf({ text, pictures }: Filled): FormProblems {
  const missing = feedbackMinCharacters - text.trim().length;
  const bytes = bytesOf(pictures);
  return {
    tooShort: missing > 0 ? missing : null,
    tooMany: pictures.length > feedbackMaxImages,
    tooLarge: bytes > feedbackMaxImageBytes ? bytes : null,
  };
}

/** Whether a feedback can be sent. */
export function isSendable(filled: Filled): boolean {
  const { tooShort, tooMany, tooLarge } = problemsOf(filled);
  return tooShort === null && !tooMany && tooLarge === null;
}

/** The pictures together. */
export function bytesOf(pictures: readonly { readonly size: number }[]): number {
  return pictures.reduce((sum, { size }) => sum + size, 0);
}

/** More than these nobody can mean; what is above is not even shown. */
const mostShown = 2 * feedbackMaxImages;

/** The files of a choice that are taken, and whether some are left out since they are no PNG and no JPEG. */
export function sortOut<Picked extends { readonly type: string; readonly size: number }>(
  files: readonly Picked[],
  already: number,
): { taken: readonly Picked[]; wrongType: boolean } {
  const fitting = files.filter(({ type, size }) => size > 0 && (imageTypes as readonly string[]).includes(type));
  return { taken: fitting.slice(0, Math.max(0, mostShown - already)), wrongType: fitting.length < files.length };
}
