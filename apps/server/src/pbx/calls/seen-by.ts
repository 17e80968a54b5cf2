import type { LegBase, Remote } from './call.ts';

/** Somebody who was handed over, or whom somebody was handed over to: by their inbox event, null for people outside. */
type Party = Pick<LegBase, 'event'>;

/**
 * How `viewer` sees `who` after a user of `accountId` brought them together, who knows `who` as `known`. Colleagues see
 * what the user saw. To anybody else a colleague's extension says nothing and their name is no business of theirs: they
 * see the public number, or go on seeing the number of `before`.
 */
export function seenBy(
  viewer: Party,
  who: Party,
  accountId: string | undefined,
  known: Remote,
  before: Remote,
): Remote {
  const ofUser = who.event !== null && who.event.accountId === accountId;
  if (!ofUser || viewer.event?.accountId === accountId) return known;
  const own = who.event?.onPhoneNumber ?? null;
  return { number: own?.startsWith('+') ? own : before.number, name: null };
}
