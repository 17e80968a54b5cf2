import type { HandSwitch } from '@sidetone/contract/entities/hand-switch.ts';
import type { Directory } from '../../ports.ts';
import { openingAt } from '../../routing/opening.ts';
import { routingOf } from '../../routing/plan-channel.ts';

/** What a channel does from now on, after a member dialled the code: null where there is none to switch. */
type Switched = HandSwitch['state'] | 'byHours' | null;

/**
 * A member switches a channel by telephone. One that is kept open or closed by hand goes by its opening hours again; any other one
 * does the opposite of what its hours say now, until it is switched back.
 */
export async function switchNight(
  directory: Directory,
  user: { readonly userId: string; readonly accountId: string },
  asked: string | null,
  now: Date,
): Promise<Switched> {
  const channelId = asked ?? (await directory.onlyQueueOf?.(user.userId)) ?? null;
  const channel = channelId === null ? null : await directory.channelById(channelId);
  if (channel === null || channel.accountId !== user.accountId || !directory.holdChannel) return null;
  const routing = routingOf(channel);
  const isOpen = openingAt(routing, now, channel.timeZone ?? 'UTC').open;
  const isByHours = isOpen === openingAt({ ...routing, held: null }, now, channel.timeZone ?? 'UTC').open;
  // What is kept as its hours have it anyway is switched as if nobody kept it.
  const after = isByHours ? (isOpen ? 'closed' : 'open') : null;
  await directory.holdChannel(user, channel.channelId, after);
  return after ?? 'byHours';
}
