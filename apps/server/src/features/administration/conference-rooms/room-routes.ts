import { conferenceRoomQueries } from '@sidetone/contract/documents/conference-room-query.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { administrator } from '../administer.ts';
import { roomsOf } from './room-row.ts';
import { addRoom, changeRoom, removeRoom } from './rooms.ts';

interface RoomOffice {
  readonly db: Database;
  readonly box: SecretBox;
}

/** Conference rooms as administrators set them up. */
export const conferenceRoomRoutes = (office: RoomOffice): Answer[] => [
  answer(routes.createConferenceRoom, async (asked) => await addRoom(office, administrator(asked), asked.body)),
  answer(routes.changeConferenceRoom, async (asked) => {
    await changeRoom(office, administrator(asked), asked.params.roomId, asked.body);
    return {};
  }),
  answer(routes.deleteConferenceRoom, async (asked) => {
    await removeRoom(office, administrator(asked), asked.params.roomId);
    return {};
  }),
];

/** The same, with their PINs, to be watched. */
export const conferenceRoomDocuments = ({ db, box }: RoomOffice): LiveSource =>
  adminSource<typeof conferenceRoomQueries.adminConferenceRooms>(db, {
    query: conferenceRoomQueries.adminConferenceRooms,
    topics: ({ accountId }) =>
      ['conference_rooms', 'channels', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId)),
    rows: ({ accountId }) => roomsOf(db, box, accountId),
  });
