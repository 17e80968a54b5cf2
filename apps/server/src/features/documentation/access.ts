import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Writer } from '../../storage/writer.ts';

/** A call in the inbox of a channel that the asker is a member of. */
export interface OwnEvent {
  readonly channelId: string;
  readonly docId: string;
  /** The user who took or placed the call. */
  readonly isOwner: boolean;
  readonly isOver: boolean;
  readonly call: Pick<InboxCall, 'direction' | 'terminatedReason' | 'state'>;
}

/**
 * The call of that docId or session in a channel; the docId wins. Throws `Refusal` NOT_FOUND where there is none and for
 * everyone who is not a member of the channel, for an administrator too: calls of others do not even exist.
 */
export async function ownEvent(
  db: Writer,
  caller: Pick<Caller, 'userId' | 'accountId'>,
  channelId: string,
  call: string,
): Promise<OwnEvent> {
  const row = await db
    .selectFrom('inbox_events')
    .innerJoin('channel_members', 'channel_members.channel_id', 'inbox_events.channel_id')
    .select(['id', 'owner', 'direction', 'state', 'terminated_at', 'terminated_reason'])
    .where('inbox_events.channel_id', '=', channelId)
    .where('inbox_events.account_id', '=', caller.accountId)
    .where('channel_members.user_id', '=', caller.userId)
    .where((eb) => eb.or([eb('id', '=', call), eb('session_id', '=', call)]))
    .orderBy((eb) => eb('id', '=', call), 'desc')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw notFound('event');
  return {
    channelId,
    docId: row.id,
    isOwner: row.owner === caller.userId,
    isOver: row.terminated_at !== null,
    call: {
      direction: row.direction,
      state: row.state as OwnEvent['call']['state'],
      terminatedReason: row.terminated_reason as OwnEvent['call']['terminatedReason'],
    },
  };
}
