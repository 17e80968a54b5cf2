import type { RoomOrder } from '@sidetone/contract/entities/conference-room.ts';
import type { Logger } from 'pino';
import type { RoomSeat } from '../../calls/call.ts';
import type { LiveRooms, RoomPerson } from '../../live-rooms.ts';
import type { Media } from '../../media/media.ts';
import { roomTones } from '../../media/sounds.ts';
import type { DirectoryRoom, ExchangeClock } from '../../ports.ts';
import type { MediaQueue } from '../media-orders.ts';
import { type PinGuard, pinGuard } from './pin-guard.ts';

/** Somebody who has entered the right PIN. */
interface Arriving {
  readonly accountId: string;
  readonly room: DirectoryRoom;
  readonly person: Pick<RoomPerson, 'id' | 'userId' | 'number' | 'name'>;
  readonly seat: RoomSeat;
  readonly mediaId: string;
  /** What they hear while they wait for a moderator; null: nothing. */
  readonly music: string | null;
  /** They were in the room before signalling was restarted or their page was reloaded. */
  readonly isBack: boolean;
}

/** What somebody in a room has to hear of. */
export type RoomNews = 'removed' | 'ended' | 'muted' | 'unmuted';

/** Who hears of it. */
interface RoomGuest {
  tell(news: RoomNews): void;
  /** Their seat from now on, which a restart has to know. */
  seated(seat: RoomSeat): void;
}

/** The place of somebody in a room. */
export interface Seat {
  /** As the room was when they came. */
  readonly isWaiting: boolean;
  isAlone(): boolean;
  /** They mute themselves, or end it. */
  toggleMute(): void;
  /** What they wait for, if anything, is heard again: a sound for them alone has ended. */
  heardAll(): void;
  leave(): void;
}

export interface RoomDesk {
  readonly guard: PinGuard;
  enter(arriving: Arriving, guest: RoomGuest): Seat | 'full' | 'locked';
  /** The page of this person was reloaded: they leave and come back, and the others notice nothing. */
  comesBack(roomId: string, personId: string): void;
  /** Carries out an order about a room; false where nobody is in it, or not this person. */
  steer(accountId: string, roomId: string, order: RoomOrder): boolean;
}

export interface RoomDeskParts {
  readonly media: Media;
  readonly inTurn: MediaQueue['inTurn'];
  readonly clock: ExchangeClock;
  readonly log: Logger;
  /** Where apps look; without it nowhere. */
  readonly rooms?: LiveRooms | undefined;
}

interface Person extends Omit<Arriving, 'seat'> {
  seat: RoomSeat;
  hearsMusic: boolean;
  /** They leave only to come back. */
  comesBack: boolean;
  readonly guest: RoomGuest;
}

/** Somebody who does not come back in this time has left. */
const comingBackMs = 10_000;

interface Room {
  isLocked: boolean;
  /** A moderator has come, or nobody waits for one. */
  isOpen: boolean;
  /** Its conference was ended: no tone disturbs those who are still being told so. */
  isOver: boolean;
  readonly people: Map<string, Person>;
}

/** The conference rooms that somebody is in: who hears whom, and who else may come. */
export function roomDesk(parts: RoomDeskParts): RoomDesk {
  const rooms = openRooms(parts);
  const { open, sound, show } = rooms;
  return {
    guard: pinGuard(() => parts.clock.now().getTime()),
    enter(arriving, guest) {
      const { accountId, room: settings, isBack } = arriving;
      const roomId = settings.channelId;
      const { id } = arriving.person;
      // What was done to their seat while they came back counts.
      const seat = (isBack && open.get(roomId)?.people.get(id)?.seat) || arriving.seat;
      const isLocked = isBack && seat.isLocked;
      const room: Room = open.get(roomId) ?? { isLocked, isOpen: false, isOver: false, people: new Map() };
      if (!isBack && room.isLocked && !seat.isModerator) return 'locked';
      if (!isBack && room.people.size >= settings.mostPeople) return 'full';
      open.set(roomId, room);
      const wasClosed = !room.isOpen;
      // A moderator may have come and gone before a restart: those who were in the conference still are.
      room.isOpen ||= seat.isModerator || !settings.waitsForModerator || (isBack && !seat.isWaiting);
      const person: Person = {
        ...arriving,
        seat: { ...seat, isWaiting: !room.isOpen, isLocked: room.isLocked },
        hearsMusic: false,
        comesBack: false,
        guest,
      };
      room.people.set(id, person);
      guest.seated(person.seat);
      if (wasClosed && room.isOpen) sound.begin(room);
      else if (room.isOpen) sound.mix(room);
      if (room.isOpen && !isBack) sound.tone(room, 'enter', person);
      show(accountId, roomId);
      return seatOf(rooms, room, person);
    },
    comesBack(roomId, personId) {
      const person = open.get(roomId)?.people.get(personId);
      if (person) person.comesBack = true;
    },
    steer(accountId, roomId, order) {
      const room = open.get(roomId);
      const isTheirs = room && [...room.people.values()].every((person) => person.accountId === accountId);
      if (!room || !isTheirs || !obey(rooms, room, roomId, order)) return false;
      show(accountId, roomId);
      return true;
    },
  };
}

/** What is done with rooms. */
type Rooms = ReturnType<typeof openRooms>;

function openRooms(parts: RoomDeskParts) {
  const open = new Map<string, Room>();
  const sound = soundOf(parts);
  const show = (accountId: string, roomId: string): void => {
    const room = open.get(roomId);
    parts.rooms?.show(accountId, roomId, room ? { isLocked: room.isLocked, people: shown(room) } : null);
  };
  const mute = (room: Room, person: Person, isMuted: boolean): void => {
    if (person.seat.isMuted === isMuted) return;
    person.seat = { ...person.seat, isMuted };
    sound.mix(room);
    person.guest.seated(person.seat);
    person.guest.tell(isMuted ? 'muted' : 'unmuted');
  };
  const leave = (room: Room, person: Person): void => {
    const roomId = person.room.channelId;
    // Somebody who came back has the seat by now.
    if (room.people.get(person.person.id) !== person) return;
    if (person.comesBack) {
      person.comesBack = false;
      parts.clock.after(comingBackMs, () => leave(room, person));
      return;
    }
    room.people.delete(person.person.id);
    if (room.people.size > 0) {
      sound.mix(room);
      if (!person.seat.isWaiting) sound.tone(room, 'leave');
    } else if (open.get(roomId) === room) open.delete(roomId);
    show(person.accountId, roomId);
  };
  return { open, sound, show, mute, leave };
}

const seatOf = ({ sound, show, mute, leave }: Rooms, room: Room, person: Person): Seat => ({
  isWaiting: person.seat.isWaiting,
  isAlone: () => room.people.size < 2,
  toggleMute() {
    mute(room, person, !person.seat.isMuted);
    show(person.accountId, person.room.channelId);
  },
  heardAll() {
    if (person.seat.isWaiting) sound.lobby(person);
  },
  leave: () => leave(room, person),
});

/** False where the person named by the order is not there. */
function obey({ open, mute }: Rooms, room: Room, roomId: string, order: RoomOrder): boolean {
  switch (order.do) {
    case 'lock':
      room.isLocked = order.isLocked;
      for (const person of room.people.values()) {
        person.seat = { ...person.seat, isLocked: order.isLocked };
        person.guest.seated(person.seat);
      }
      return true;
    case 'end':
      room.isOver = true;
      open.delete(roomId);
      for (const person of room.people.values()) person.guest.tell('ended');
      return true;
    case 'mute':
    case 'remove': {
      const person = room.people.get(order.personId);
      if (!person) return false;
      if (order.do === 'mute') mute(room, person, order.isMuted);
      else person.guest.tell('removed');
      return true;
    }
  }
}

/** In the order in which they came, also after a restart. */
const shown = ({ people }: Room): RoomPerson[] =>
  [...people.values()]
    .map(({ person, seat: { isLocked: _ofRoom, ...seat } }) => ({ ...person, ...seat }))
    .sort((one, two) => one.since - two.since);

/** Who hears whom. Each order for an endpoint waits for those before it; one that is gone was hung up. */
function soundOf({ media, inTurn, log }: RoomDeskParts) {
  const attempt = (ids: readonly string[], task: () => Promise<void>): void => {
    inTurn(ids, task).catch((error: unknown) => log.info({ err: error }, 'rooms: sound of a room was not changed'));
  };
  const present = ({ people }: Room) => [...people.values()].filter(({ seat }) => !seat.isWaiting);
  const mix = (room: Room): void => {
    const there = present(room);
    const ids = there.map(({ mediaId }) => mediaId);
    const listeners = there.flatMap(({ mediaId, seat }) => (seat.isMuted ? [mediaId] : []));
    if (ids.length > 1) attempt(ids, () => media.confer(ids, { listeners, keepsKeys: true }));
    else for (const id of ids) attempt([id], () => media.unbridge(id));
  };
  return {
    mix,
    /** The moderator has come: music ends, and all hear each other. */
    begin(room: Room): void {
      for (const person of room.people.values()) {
        // A sentence that is being said to them is heard to its end.
        if (person.hearsMusic) attempt([person.mediaId], () => media.play(person.mediaId, null));
        person.hearsMusic = false;
        if (!person.seat.isWaiting) continue;
        person.seat = { ...person.seat, isWaiting: false };
        person.guest.seated(person.seat);
      }
      mix(room);
    },
    /** All but this one hear that somebody has come or gone, where the room says so. */
    tone(room: Room, which: keyof typeof roomTones, but?: Person): void {
      if (room.isOver) return;
      for (const person of present(room)) {
        const { mediaId, room: settings } = person;
        if (person === but || !settings.announces) continue;
        attempt([mediaId], () => media.play(mediaId, { file: roomTones[which], loop: false }));
      }
    },
    lobby(person: Person): void {
      const { mediaId, music } = person;
      person.hearsMusic = music !== null;
      if (music !== null) attempt([mediaId], () => media.play(mediaId, { file: music, loop: true }));
    },
  };
}
