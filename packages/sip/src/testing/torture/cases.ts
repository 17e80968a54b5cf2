import { malformed } from './malformed.ts';
import { refused } from './refused.ts';
import { wellFormed } from './well-formed.ts';
import type { TortureCase } from './written.ts';

/** A message of our own for each of the fifty of RFC 4475. */
export const tortureCases: readonly TortureCase[] = [...wellFormed, ...malformed, ...refused];
