import { z } from 'zod';

/**
 * A text in the search part of an address. The router reads values that look like a number or a truth value as such, so
 * this makes them texts again; one that is empty, too long or neither counts as missing, for an address never fails a
 * page.
 */
export const searchText = (longest: number) =>
  z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .pipe(z.string().trim().min(1).max(longest))
    .optional()
    .catch(undefined);
