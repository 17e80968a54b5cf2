import {
  type AdminConferenceRoom,
  type ConferenceRoomChange,
  conferenceRoomChange,
  type NewConferenceRoom,
  newConferenceRoom,
} from '@sidetone/contract/entities/conference-room.ts';
import type { z } from 'zod';

/** A conference room as its form has it; empty for what is not chosen. */
export interface RoomValues {
  name: string;
  extension: string;
  number: string;
  pin: string;
  moderatorPin: string;
  ownerUserId: string;
  mostPeople: number;
  announces: boolean;
  waitsForModerator: boolean;
}

/** A PIN for a new room that nobody guesses in a day. */
const somePin = (): string => String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000));

export const roomValues = (room: AdminConferenceRoom | null): RoomValues => ({
  name: room?.name ?? '',
  extension: room?.extension ?? '',
  number: room?.numbers[0] ?? '',
  pin: room ? (room.pin ?? '') : somePin(),
  moderatorPin: room?.moderatorPin ?? '',
  ownerUserId: room?.ownerUserId ?? '',
  mostPeople: room?.mostPeople ?? 20,
  announces: room?.announces ?? true,
  waitsForModerator: room?.waitsForModerator ?? false,
});

/** The form as the schemas read it; the extension of a room that is there is changed with its numbers. */
export const roomShape = ({ extension, number, moderatorPin, ownerUserId, ...rest }: RoomValues): unknown => ({
  ...rest,
  extension: extension || null,
  number: number || null,
  moderatorPin: moderatorPin || null,
  ownerUserId: ownerUserId || null,
});

export type RoomBody = NewConferenceRoom | ConferenceRoomChange;

export const schemaFor = (room: AdminConferenceRoom | null): z.ZodType<RoomBody> =>
  room ? conferenceRoomChange : newConferenceRoom;
