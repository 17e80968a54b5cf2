import type { z } from 'zod';

/**
 * Reads documents one by one: what breaks the schema is left out and handed to `onSkipped`, so that one bad document
 * never costs the others.
 */
export function readValid<S extends z.ZodType>(
  schema: S,
  documents: readonly unknown[],
  onSkipped: (document: unknown, error: z.ZodError) => void,
): z.output<S>[] {
  return documents.flatMap((document) => {
    const { success, data, error } = schema.safeParse(document);
    if (success) return [data];
    onSkipped(document, error);
    return [];
  });
}
