import { type HandSwitch, heldAt } from '@sidetone/contract/entities/hand-switch.ts';
import { zonedLocal, zonedMoment } from '../routing/zoned-moment.ts';

/** What a channel is switched to by hand, as the dialog has it. */
export interface SwitchValues {
  state: HandSwitch['state'] | 'byHours';
  /** By the clock on the wall of the account, `2026-12-24T09:30`; empty: until it is switched back. */
  until: string;
}

/** What the dialog begins with at the moment `opened`: what counts then, and closed where nothing is held. */
export const firstSwitch = (held: HandSwitch | null, zone: string, opened: Date): SwitchValues => ({
  state: heldAt(held, opened) ?? 'closed',
  until: heldAt(held, opened) === null ? '' : shownEnd(held, zone),
});

/** What is asked for, where the channel was `held` before: an end that nobody touched stays, to the second. */
export function heldBy({ state, until }: SwitchValues, held: HandSwitch | null, zone: string): HandSwitch | null {
  if (state === 'byHours') return null;
  if (until === '') return { state, until: null };
  const isUntouched = until === shownEnd(held, zone);
  return { state, until: isUntouched && held?.until ? held.until : zonedMoment(until, zone) };
}

const shownEnd = (held: HandSwitch | null, zone: string): string => (held?.until ? zonedLocal(held.until, zone) : '');
