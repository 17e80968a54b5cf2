import { z } from 'zod';
import { adminConferenceRoom, liveRoom } from '../entities/conference-room.ts';
import { defineLiveQuery } from './live-query.ts';

export const conferenceRoomQueries = {
  /** Conference rooms of the account by name, with their PINs. */
  adminConferenceRooms: defineLiveQuery({
    name: 'adminConferenceRooms',
    params: z.object({}),
    row: adminConferenceRoom,
  }),
  /** The rooms that the asker owns, or all of the account for administrators, with who is there. */
  liveRooms: defineLiveQuery({ name: 'liveRooms', params: z.object({}), row: liveRoom }),
} as const;
