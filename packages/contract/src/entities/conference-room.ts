import { z } from 'zod';
import { e164, extensionNumber, typedName, webUserId } from './common.ts';

export const roomLimits = { rooms: 100, people: 50, leastPeople: 2, leastPin: 4, mostPin: 10 } as const;

const pin = z.string().regex(/^[0-9]{4,10}$/, 'four to ten digits');

/** How a conference room treats those who come; what is missing is as a new room has it. */
const roomSettings = {
  name: typedName(100),
  /** Whom the room obeys besides administrators: they need no PIN, and come as a moderator. */
  ownerUserId: webUserId.nullable().default(null),
  /** How many may be in the room together. */
  mostPeople: z.number().int().min(roomLimits.leastPeople).max(roomLimits.people).default(20),
  /** A tone says that somebody has come or gone. */
  announces: z.boolean().default(true),
  /** Those who come first hear music until a moderator is there. */
  waitsForModerator: z.boolean().default(false),
};

type Pins = { readonly pin?: string | undefined; readonly moderatorPin?: string | null | undefined };
const differ = ({ pin: one, moderatorPin }: Pins): boolean => one === undefined || one !== moderatorPin;
const samePins = { path: ['moderatorPin'], message: 'samePin' };

export const newConferenceRoom = z
  .object({
    ...roomSettings,
    /** Null: the lowest free one from 20 on. */
    extension: extensionNumber.nullable().default(null),
    /** A number of the account, which leaves the channel it has been with. */
    number: e164.nullable().default(null),
    pin,
    /** Callers who enter it are moderators; null: only the owner does. */
    moderatorPin: pin.nullable().default(null),
  })
  .refine(differ, samePins);
export type NewConferenceRoom = z.infer<typeof newConferenceRoom>;

/** All settings; PINs that are missing stay. */
export const conferenceRoomChange = z
  .object({
    ...roomSettings,
    number: e164.nullable(),
    pin: pin.optional(),
    moderatorPin: pin.nullable().optional(),
    /** Of the room as it was read; left out: whatever it is by now. */
    revision: z.number().int().nonnegative().optional(),
  })
  .refine(differ, samePins);
export type ConferenceRoomChange = z.infer<typeof conferenceRoomChange>;

/** Why a field of a room is refused. `nobodyLeads`: it waits for moderators, and nobody can be one. */
export type RoomProblem = 'samePin' | 'nobodyLeads' | 'gone';

/** A conference room as administrators see it. */
export const adminConferenceRoom = z.object({
  /** Of its channel as well. */
  id: z.string(),
  name: z.string(),
  extension: z.string().nullable(),
  numbers: z.array(z.string()),
  ownerUserId: webUserId.nullable(),
  /** Null: it can be read no longer, and a new one has to be set. */
  pin: z.string().nullable(),
  moderatorPin: z.string().nullable(),
  mostPeople: z.number().int(),
  announces: z.boolean(),
  waitsForModerator: z.boolean(),
  revision: z.number().int(),
  rev: z.number(),
});
export type AdminConferenceRoom = z.infer<typeof adminConferenceRoom>;

/** Somebody who is in a conference room now. */
const roomPerson = z.object({
  /** Of their call into the room. */
  id: z.string(),
  userId: webUserId.nullable(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  isModerator: z.boolean(),
  isMuted: z.boolean(),
  /** They hear music until a moderator comes. */
  isWaiting: z.boolean(),
  since: z.iso.datetime(),
});
export type RoomPerson = z.infer<typeof roomPerson>;

/** A conference room with who is there, for its owner and for administrators. */
export const liveRoom = z.object({
  id: z.string(),
  rev: z.number(),
  name: z.string(),
  extension: z.string().nullable(),
  mostPeople: z.number().int(),
  isLocked: z.boolean(),
  people: z.array(roomPerson),
});
export type LiveRoom = z.infer<typeof liveRoom>;

/** What is done with a room while people are in it. */
export const roomOrder = z.discriminatedUnion('do', [
  z.object({ do: z.literal('mute'), personId: z.string().min(1).max(64), isMuted: z.boolean() }),
  z.object({ do: z.literal('remove'), personId: z.string().min(1).max(64) }),
  /** Nobody else comes in, but for moderators. */
  z.object({ do: z.literal('lock'), isLocked: z.boolean() }),
  /** Everyone hears that the conference is over, and is disconnected. */
  z.object({ do: z.literal('end') }),
]);
export type RoomOrder = z.infer<typeof roomOrder>;
