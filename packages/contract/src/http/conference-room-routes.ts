import { z } from 'zod';
import { plainId } from '../entities/common.ts';
import { conferenceRoomChange, newConferenceRoom, roomOrder } from '../entities/conference-room.ts';
import { defineRoute } from './route.ts';

const nothing = z.object({});
const oneRoom = z.object({ roomId: plainId });
const byAdmin = { audience: 'admin' } as const;

/** Conference rooms: what administrators set up, and what owners do while people are there. */
export const conferenceRoomRoutes = {
  createConferenceRoom: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/conference-rooms',
    summary: 'Create a conference room with an extension and a PIN; up to 100 per account',
    body: newConferenceRoom,
    reply: z.object({ id: z.string(), extension: z.string() }),
    errors: ['CONFLICT'],
  }),

  changeConferenceRoom: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/conference-rooms/{roomId}',
    summary: 'Change a conference room, for those who come from then on. CONFLICT if it changed since this `revision`',
    params: oneRoom,
    body: conferenceRoomChange,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  deleteConferenceRoom: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/conference-rooms/{roomId}',
    summary: 'Delete a conference room that nobody is in. Its numbers stay with the account and ring nowhere',
    params: oneRoom,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  steerConferenceRoom: defineRoute({
    method: 'POST',
    audience: 'user',
    path: '/conference-rooms/{roomId}/orders',
    summary: 'Mute or remove someone, lock the room, or end its conference: by its owner or an administrator',
    params: oneRoom,
    body: roomOrder,
    reply: nothing,
  }),
} as const;
