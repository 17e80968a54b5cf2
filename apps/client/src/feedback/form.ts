import { imageTypes } from '@sidetone/contract/entities/feedback.ts';
import { feedbackMaxImageBytes, feedbackMaxImages, feedbackMinCharacters } from '@sidetone/contract/rules/limits.ts';

/** The problems of a feedback before it is sent; the figures are for the words. */
export interface FormProblems {
  /** The number of missing characters; null where there are enough. */
  readonly tooShort: number | null;
  readonly tooMany: boolean;
  /** The size of all pictures in bytes; null where that is allowed. */
  readonly tooLarge: number | null;
}

interface Filled {
  readonly text: string;
  readonly pictures: readonly { readonly size: number }[];
}

/** Checks a feedback by specification 5. */
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

/** Nobody needs more than these; further ones are not even shown. */
const mostShown = 2 * feedbackMaxImages;

/** The accepted files of a choice, and whether some are left out since they are neither PNG nor JPEG. */
export function sortOut<Picked extends { readonly type: string; readonly size: number }>(
  files: readonly Picked[],
  already: number,
): { taken: readonly Picked[]; wrongType: boolean } {
  const fitting = files.filter(({ type, size }) => size > 0 && (imageTypes as readonly string[]).includes(type));
  return { taken: fitting.slice(0, Math.max(0, mostShown - already)), wrongType: fitting.length < files.length };
}
