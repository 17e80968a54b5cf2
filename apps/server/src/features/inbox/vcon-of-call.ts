import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { RecordingOfCall, VconSource } from '../../vcon/source.ts';
import { vconUuids } from '../../vcon/vcon-uuid.ts';
import { readEvent } from './read-inbox.ts';

/** What is read for a vCon, besides what the caller of `vconSources` knows. */
export interface AskedVcon {
  readonly channelId: string;
  readonly docId: string;
  readonly recordings?: readonly RecordingOfCall[];
}

/**
 * Reads what the vCon of a call is written from. Throws `Refusal` NOT_FOUND where the channel has no such call that is over;
 * whether the asker may read it is up to the caller.
 */
export function vconSources(db: Database, host: string): (asked: AskedVcon) => Promise<VconSource> {
  const nextUuid = vconUuids(host);
  return async ({ channelId, docId, recordings }) => {
    const [event] = await readEvent(db, { channelId, docId });
    if (!event) throw notFound('event');
    const { remote } = event;
    return {
      event,
      ours: await oursOf(db, event),
      theirs: remote,
      host,
      uuid: nextUuid(),
      createdAt: new Date(),
      ...(recordings && { recordings }),
    };
  };
}

async function oursOf(db: Database, { channelId, owner }: InboxRow): Promise<VconSource['ours']> {
  const found = await db
    .selectFrom('channels')
    .innerJoin('accounts', 'accounts.id', 'channels.account_id')
    .leftJoin('users', (join) => join.onRef('users.account_id', '=', 'channels.account_id').on('users.id', '=', owner))
    .select(['channels.name as channel', 'accounts.name as company', 'users.id', 'first_name', 'last_name'])
    .where('channels.id', '=', channelId)
    .executeTakeFirst();
  if (!found) throw notFound('channel');
  const name = [found.first_name, found.last_name].filter((part) => part).join(' ');
  return { userId: found.id, name: name || null, company: found.company, channel: found.channel };
}
