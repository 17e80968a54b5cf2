import { conferenceRoomQueries } from '@sidetone/contract/documents/conference-room-query.ts';
import { useLive } from '#live/queries/live.ts';

/** The rooms that the user owns, or all of the company for administrators, with who is there. */
export const useLiveRooms = () => useLive(conferenceRoomQueries.liveRooms, {});
