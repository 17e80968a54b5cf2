import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import { type InboxKind, type InboxPlace, inboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { requireMember } from './access.ts';
import { readInbox } from './read-inbox.ts';

interface Asked {
  readonly channelId?: string | undefined;
  readonly kind?: InboxKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `next` of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the ended calls of a channel of a user, their own if none is named. Throws `Refusal` NOT_FOUND for a channel
 * that they are no member of, VALIDATION_FAILED for a place that is none.
 */
export async function listOwnCalls(
  db: Database,
  userId: string,
  { channelId: named, kind, from, to, before, limit }: Asked,
): Promise<{ calls: InboxRow[]; next: string | null }> {
  const channelId = named ?? (await privateChannelOf(db, userId));
  await requireMember(db, channelId, userId);
  const filter = { from, to, ...(kind === undefined ? {} : { kinds: [kind] }) };
  const after = before === undefined ? undefined : placeOf(before);
  const rows = await readInbox(db, { channelId, limit: limit + 1, after, filter });
  const calls = rows.slice(0, limit);
  const last = rows.length > limit ? calls.at(-1) : undefined;
  return { calls, next: last ? `${last.call.startedAt} ${last.id}` : null };
}

function placeOf(text: string): InboxPlace {
  const [startedAt, id] = text.split(' ');
  const place = inboxPlace.safeParse({ startedAt, id });
  if (!place.success) throw new Refusal('VALIDATION_FAILED', 'This place in the list is none of ours.');
  return place.data;
}

async function privateChannelOf(db: Database, userId: string): Promise<string> {
  const own = await db
    .selectFrom('channels')
    .select('id')
    .where('owner_user_id', '=', userId)
    .where('type', '=', 'private')
    .executeTakeFirst();
  if (!own) throw notFound('channel');
  return own.id;
}
