import { z } from 'zod';

/**
 * A text in the search part of an address. The router reads what looks like a number or a truth value as one, so that it
 * is made a text again; what is empty, too long or none of these counts as missing, for an address never fails a page.
 */
export const searchText = (longest: number) =>
  z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .pipe(z.string().trim().min(1).max(longest))
    .optional()
    .catch(undefined);
