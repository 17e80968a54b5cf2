import type { Database } from '../storage/database.ts';
import { openPin } from '../storage/room-pins.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** Conference rooms as calls find them, read each time: a change counts for those who come from then on. */
export const conferenceRooms = (db: Database, box: Pick<SecretBox, 'unseal'>) => ({
  /** The room of this account whose channel this is; null where it is gone. */
  async conferenceRoom(accountId: string, channelId: string) {
    const row = await db
      .selectFrom('conference_rooms')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      channelId,
      pin: openPin(box, row.pin_sealed),
      moderatorPin: openPin(box, row.moderator_pin_sealed),
      ownerUserId: row.owner_user_id,
      mostPeople: row.most_people,
      announces: row.announces,
      waitsForModerator: row.waits_for_moderator,
    };
  },
});
