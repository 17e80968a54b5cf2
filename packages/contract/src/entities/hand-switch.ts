import { z } from 'zod';
import { timestamp } from './common.ts';

/** A channel that is kept open or closed by hand, whatever its opening hours say. */
export const handSwitch = z.object({
  state: z.enum(['open', 'closed']),
  /** Null: until it is switched back. */
  until: timestamp.nullable(),
});
export type HandSwitch = z.infer<typeof handSwitch>;

/** The furthest end of a switch, in days from now. */
export const mostDaysByHand = 366;

/** What a channel is kept at this moment; null: its opening hours count. */
export const heldAt = (held: HandSwitch | null | undefined, at: Date): HandSwitch['state'] | null =>
  held && (held.until === null || at.getTime() < Date.parse(held.until)) ? held.state : null;
