import { type ChannelRouting, readRouting } from '@sidetone/contract/entities/channel-routing.ts';
import type { HandSwitch } from '@sidetone/contract/entities/hand-switch.ts';
import { requireAdministrator } from '../../../requests/admin-rights.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Administrator } from '../administer.ts';

/** A channel of this account. Throws `Refusal` NOT_FOUND. */
export async function channelOf(trx: Writer, accountId: string, channelId: string) {
  const channel = await trx
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', channelId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!channel) throw notFound('channel');
  return channel;
}

/** The same for one that is to be changed: private ones are changed by administrators alone. Throws `Refusal` FORBIDDEN, too. */
export async function channelToChange(trx: Writer, by: Administrator, channelId: string) {
  const channel = await channelOf(trx, by.accountId, channelId);
  if (channel.type === 'private') await requireAdministrator(trx, by);
  return channel;
}

/** A conference room rings nobody: it has no members, hours or destinations. Throws `Refusal` CONFLICT. */
export function refuseRoom({ type }: { readonly type: string }): void {
  if (type === 'room') throw new Refusal('CONFLICT', 'This is a conference room.');
}

/** How a channel treats its calls, from the columns that keep it. */
export const routingOf = (row: {
  routing: Record<string, unknown>;
  ring_seconds: number;
  follow_up_time: number | null;
}): ChannelRouting =>
  readRouting(row.routing, { ringSeconds: row.ring_seconds, followUpSeconds: row.follow_up_time ?? 0 });

/** What a channel is kept by hand; null: its opening hours count. */
export const heldOf = (row: { held_state: 'open' | 'closed' | null; held_until: Date | null }): HandSwitch | null =>
  row.held_state === null ? null : { state: row.held_state, until: row.held_until?.toISOString() ?? null };
