import type { AdminConferenceRoom } from '@sidetone/contract/entities/conference-room.ts';
import { sql } from 'kysely';
import { openPin } from '../../../storage/room-pins.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import type { Writer } from '../../../storage/writer.ts';

/** The conference rooms of an account by name; with an id, that one alone. */
export async function roomsOf(
  db: Writer,
  box: Pick<SecretBox, 'unseal'>,
  accountId: string,
  roomId?: string,
): Promise<AdminConferenceRoom[]> {
  const rows = await db
    .selectFrom('conference_rooms')
    .innerJoin('channels', 'channels.id', 'conference_rooms.channel_id')
    .selectAll('conference_rooms')
    .select(['channels.name', 'channels.rev as channel_rev'])
    .select([
      sql<string | null>`(select min(extension) from extensions where channel_id = channels.id)`.as('extension'),
      sql<string[]>`array(select e164 from numbers where channel_id = channels.id order by e164)`.as('numbers'),
    ])
    .where('conference_rooms.account_id', '=', accountId)
    .$if(roomId !== undefined, (rooms) => rooms.where('channels.id', '=', roomId ?? ''))
    .orderBy('channels.name')
    .orderBy('channels.id')
    .execute();
  return rows.map((row) => ({
    id: row.channel_id,
    name: row.name ?? '',
    extension: row.extension,
    numbers: row.numbers,
    ownerUserId: row.owner_user_id,
    pin: openPin(box, row.pin_sealed),
    moderatorPin: openPin(box, row.moderator_pin_sealed),
    mostPeople: row.most_people,
    announces: row.announces,
    waitsForModerator: row.waits_for_moderator,
    revision: row.revision,
    // What its numbers and its name say is of other rows.
    rev: Number(row.rev) + Number(row.channel_rev),
  }));
}
