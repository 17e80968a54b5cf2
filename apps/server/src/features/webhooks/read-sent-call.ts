import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { sql } from 'kysely';
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
    .select([
      'event.id',
      'event.account_id',
      'event.direction',
      'event.on_phone_number',
      'event.remote_phone_number',
      'event.documentation',
      'event.terminated_at',
      'channels.id as channel_id',
      'channels.name as channel_name',
      'accounts.name as account_name',
      'users.id as user_id',
      'users.first_name',
      'users.last_name',
      sql<Date>`coalesce(event.established_at, event.started_at)`.as('talked_from'),
      sql<string | null>`coalesce(contacts.name, event.remote_name)`.as('remote'),
    ])
    .where('event.channel_id', '=', channelId)
    .where('event.id', '=', docId)
    .where('channels.type', '=', 'acd')
    .where('channels.owner_user_id', 'is', null)
    .executeTakeFirst();
  if (!row || row.terminated_at === null) return null;
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    channel: { id: row.channel_id, name: row.channel_name },
    direction: row.direction,
    ownNumber: row.on_phone_number,
    remoteNumber: row.remote_phone_number,
    remoteName: row.remote,
    startedAt: row.talked_from,
    endedAt: row.terminated_at,
    user:
      row.user_id === null
        ? null
        : { userId: row.user_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
    parts: documentation.parse(row.documentation),
  };
}
