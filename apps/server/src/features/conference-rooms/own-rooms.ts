import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** The rooms that a user may lead: those they own or, for an administrator, all of the account; with an id, that one alone. */
export async function ownRooms(
  db: Database,
  {
    accountId,
    userId,
    isOutside,
  }: { readonly accountId: string; readonly userId: string; readonly isOutside?: boolean },
  roomId?: string,
) {
  const rows = await db
    .selectFrom('conference_rooms')
    .innerJoin('channels', 'channels.id', 'conference_rooms.channel_id')
    .innerJoin('users', (join) =>
      join
        .on('users.id', '=', userId)
        .onRef('users.account_id', '=', 'conference_rooms.account_id')
        .on('users.deactivated_at', 'is', null),
    )
    .select(['channels.id', 'channels.name', 'channels.rev', 'conference_rooms.rev as room_rev', 'most_people'])
    .select(sql<string | null>`(select min(extension) from extensions where channel_id = channels.id)`.as('extension'))
    .where('conference_rooms.account_id', '=', accountId)
    .where((room) =>
      room.or([
        room('conference_rooms.owner_user_id', '=', userId),
        ...(isOutside ? [] : [room('users.admin', '=', true)]),
      ]),
    )
    .$if(roomId !== undefined, (rooms) => rooms.where('channels.id', '=', roomId ?? ''))
    .orderBy('channels.name')
    .orderBy('channels.id')
    .execute();
  return rows.map(({ id, name, rev, room_rev, most_people, extension }) => ({
    id,
    rev: Number(rev) + Number(room_rev),
    name: name ?? '',
    extension,
    mostPeople: most_people,
  }));
}
