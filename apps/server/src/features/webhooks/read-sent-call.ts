import { type InboxEvent, inboxEvent } from '@sidetone/contract/entities/inbox-event.ts';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';
import type { SentCall } from './payload/sent-call.ts';

/** A call as it is now; null where it is gone, goes on, or is in no shared channel. */
export async function readSentCall(
  db: Writer,
  { channelId, docId }: { readonly channelId: string; readonly docId: string },
): Promise<SentCall | null> {
  const row = await db
    .selectFrom('inbox_events as event')
    .innerJoin('channels', 'channels.id', 'event.channel_id')
    .innerJoin('accounts', 'accounts.id', 'event.account_id')
    .leftJoin('users', 'users.id', 'event.owner')
    .leftJoin('contacts', 'contacts.id', 'event.contact_id')
    .selectAll('event')
    .select([
      'channels.name as channel_name',
      'accounts.name as account_name',
      'users.first_name',
      'users.last_name',
      'contacts.organization',
      sql<string | null>`coalesce(contacts.name, event.remote_name)`.as('their_name'),
      sql<string>`to_char(event.day, 'YYYY-MM-DD')`.as('local_day'),
    ])
    .where('event.channel_id', '=', channelId)
    .where('event.id', '=', docId)
    .where('channels.type', '=', 'acd')
    .where('channels.owner_user_id', 'is', null)
    .executeTakeFirst();
  if (!row || row.terminated_at === null) return null;
  const event = eventOf(row);
  if (!event) return null;
  const { owner, first_name: firstName, last_name: lastName, remote_user_id: userId, organization } = row;
  return {
    event,
    account: { id: row.account_id, name: row.account_name },
    channel: { id: channelId, name: row.channel_name },
    user: owner === null ? null : { userId: owner, firstName: firstName ?? '', lastName: lastName ?? '' },
    theirs: { name: row.their_name, organization, isTeam: userId !== null, userId },
  };
}

/** Undefined for what another version of Sidetone wrote. */
const eventOf = (row: Selectable<Schema['inbox_events']> & { readonly local_day: string }): InboxEvent | undefined =>
  inboxEvent.safeParse({
    id: row.id,
    channelId: row.channel_id,
    day: row.local_day,
    contactId: row.contact_id,
    unresolved: row.unresolved,
    owner: row.owner,
    call: {
      sessionId: row.session_id,
      onPhoneNumber: row.on_phone_number,
      remotePhoneNumber: row.remote_phone_number,
      startedAt: row.started_at.toISOString(),
      establishedAt: row.established_at?.toISOString() ?? null,
      terminatedAt: row.terminated_at?.toISOString() ?? null,
      terminatedReason: row.terminated_reason,
      direction: row.direction,
      state: row.state,
      transferredTo: row.transferred_to,
      transferredFrom: row.transferred_from,
      transferTarget: row.transfer_target,
    },
    documentation: row.documentation,
  }).data;
