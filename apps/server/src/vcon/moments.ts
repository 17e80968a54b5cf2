/** A moment as RFC 8620 §1.4 has it: in UTC, without a fraction of zero. */
export const momentOf = (moment: Date | string): string => new Date(moment).toISOString().replace('.000Z', 'Z');
