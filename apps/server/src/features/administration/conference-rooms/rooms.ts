import {
  type ConferenceRoomChange,
  type NewConferenceRoom,
  type RoomProblem,
  roomLimits,
} from '@sidetone/contract/entities/conference-room.ts';
import { freeExtension, refuseMeaningful } from '../../../identity/extensions.ts';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { takeNumber } from '../channels/channels.ts';
import { removeChannel } from '../channels/remove-channel.ts';
import { roomsOf } from './room-row.ts';

interface RoomOffice {
  readonly db: Database;
  readonly box: SecretBox;
}

/**
 * Creates a conference room with a channel of its own. Throws `Refusal` CONFLICT where there are too many, or for an extension
 * that is taken, NOT_FOUND for an owner or number of nobody here.
 */
export const addRoom = (
  { db, box }: RoomOffice,
  by: Administrator,
  about: NewConferenceRoom,
): Promise<{ id: string; extension: string }> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { name, number, pin, moderatorPin, ...settings } = about;
    const rooms = await trx
      .selectFrom('conference_rooms')
      .select('channel_id')
      .where('account_id', '=', accountId)
      .execute();
    if (rooms.length >= roomLimits.rooms) throw new Refusal('CONFLICT', 'There are as many rooms as there may be.');
    await refuseSettings(trx, accountId, settings, moderatorPin);
    if (about.extension !== null) await refuseMeaningful(trx, accountId, about.extension);
    const extension = about.extension ?? (await freeExtension(trx, accountId));
    const id = newId('c');
    await trx
      .insertInto('channels')
      .values({ id, account_id: accountId, type: 'room', name, icon: 'users-round', ...noRouting })
      .execute();
    await trx.insertInto('extensions').values({ account_id: accountId, extension, channel_id: id }).execute();
    await trx
      .insertInto('conference_rooms')
      .values({
        channel_id: id,
        account_id: accountId,
        pin_sealed: box.seal(pin),
        moderator_pin_sealed: moderatorPin === null ? null : box.seal(moderatorPin),
        ...columnsOf(settings),
      })
      .execute();
    if (number !== null) await takeNumber(trx, accountId, number, id);
    await note('conferenceRoom.created', id, { name, extension, number });
    return { id, extension };
  });

/**
 * Changes a room, for those who come from then on. Throws `Refusal` NOT_FOUND for it, its owner or its number, CONFLICT where
 * it changed since the `revision`, VALIDATION_FAILED for one that waits for nobody.
 */
export const changeRoom = (
  { db, box }: RoomOffice,
  by: Administrator,
  roomId: string,
  change: ConferenceRoomChange,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const [before] = await roomsOf(trx, box, accountId, roomId);
    if (!before) throw notFound('conference room');
    const { revision, name, number, pin = before.pin, moderatorPin = before.moderatorPin, ...settings } = change;
    if (revision !== undefined && revision !== before.revision) {
      throw new Refusal('CONFLICT', 'The conference room has changed since.');
    }
    await refuseSettings(trx, accountId, settings, moderatorPin);
    if (pin === null) throw new Refusal('VALIDATION_FAILED', 'The room needs a new PIN.', needsPin);
    if (pin === moderatorPin)
      throw refused('VALIDATION_FAILED', 'moderatorPin', 'samePin', 'The two PINs are the same.');
    const changed = differences(before, { name, ...settings });
    const secrets = {
      ...(pin !== before.pin && { pin: 'changed' }),
      ...(moderatorPin !== before.moderatorPin && { moderatorPin: 'changed' }),
      ...(number !== (before.numbers[0] ?? null) && { number }),
    };
    if (Object.keys({ ...changed, ...secrets }).length === 0) return;
    await trx.updateTable('channels').set({ name }).where('id', '=', roomId).execute();
    await trx
      .updateTable('conference_rooms')
      .set({
        pin_sealed: box.seal(pin),
        moderator_pin_sealed: moderatorPin === null ? null : box.seal(moderatorPin),
        ...columnsOf(settings),
        revision: before.revision + 1,
      })
      .where('channel_id', '=', roomId)
      .execute();
    // One number is set here; where there are several, administrators have given them with the numbers.
    const leaves = before.numbers.length === 1 ? before.numbers.filter((each) => each !== number) : [];
    for (const each of leaves) await takeNumber(trx, accountId, each, null);
    if (number !== null) await takeNumber(trx, accountId, number, roomId);
    await note('conferenceRoom.changed', roomId, { ...changed, ...secrets });
  });

/** Deletes a room. Throws `Refusal` NOT_FOUND, CONFLICT while somebody is in it. */
export async function removeRoom({ db }: RoomOffice, by: Administrator, roomId: string): Promise<void> {
  const room = await db
    .selectFrom('conference_rooms')
    .select('channel_id')
    .where('channel_id', '=', roomId)
    .where('account_id', '=', by.accountId)
    .executeTakeFirst();
  if (!room) throw notFound('conference room');
  await removeChannel(db, by, roomId, undefined);
}

/** A room rings nobody. */
const noRouting = { routing: '{}', ring_seconds: 30, follow_up_time: 0 } as const;

const needsPin = { issues: [{ path: 'pin', message: 'required' }] };

type Settings = Pick<NewConferenceRoom, 'ownerUserId' | 'mostPeople' | 'announces' | 'waitsForModerator'>;

const columnsOf = ({ ownerUserId, mostPeople, announces, waitsForModerator }: Settings) => ({
  owner_user_id: ownerUserId,
  most_people: mostPeople,
  announces,
  waits_for_moderator: waitsForModerator,
});

const refused = (code: 'NOT_FOUND' | 'VALIDATION_FAILED', path: string, message: RoomProblem, words: string): Refusal =>
  new Refusal(code, words, { issues: [{ path, message }] });

async function refuseSettings(
  trx: Writer,
  accountId: string,
  { ownerUserId, waitsForModerator }: Settings,
  moderatorPin: string | null,
): Promise<void> {
  if (waitsForModerator && ownerUserId === null && moderatorPin === null) {
    const words = 'A room that waits for a moderator needs an owner or a PIN for moderators.';
    throw refused('VALIDATION_FAILED', 'waitsForModerator', 'nobodyLeads', words);
  }
  if (ownerUserId === null) return;
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', ownerUserId)
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  if (!owner) throw refused('NOT_FOUND', 'ownerUserId', 'gone', 'No such user.');
}
