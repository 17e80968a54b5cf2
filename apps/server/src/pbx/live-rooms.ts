import { keyedListeners } from './keyed-listeners.ts';

/** Somebody who is in a conference room, by the call that brought them. */
export interface RoomPerson {
  readonly id: string;
  readonly userId: string | null;
  readonly number: string | null;
  readonly name: string | null;
  readonly isModerator: boolean;
  readonly isMuted: boolean;
  /** They hear music until a moderator comes. */
  readonly isWaiting: boolean;
  /** In ms since 1970. */
  readonly since: number;
}

/** A room that somebody is in. */
interface LiveRoom {
  readonly isLocked: boolean;
  readonly people: readonly RoomPerson[];
}

/** Who is in which conference room, kept in memory for the apps. */
export interface LiveRooms {
  /** How a room is now; null once nobody is in it. */
  show(accountId: string, roomId: string, now: LiveRoom | null): void;
  /** The rooms of an account that somebody is in, by their ids. */
  of(accountId: string): ReadonlyMap<string, LiveRoom>;
  /** Calls back after a change in this account; gives the way to stop. */
  onChange(accountId: string, listener: () => void): () => void;
}

export function liveRooms(): LiveRooms {
  const rooms = new Map<string, Map<string, LiveRoom>>();
  const { tell, onChange } = keyedListeners();
  return {
    show(accountId, roomId, now) {
      const ofAccount = rooms.get(accountId) ?? new Map<string, LiveRoom>();
      if (now) rooms.set(accountId, ofAccount.set(roomId, now));
      else ofAccount.delete(roomId);
      if (ofAccount.size === 0) rooms.delete(accountId);
      tell(accountId);
    },
    of: (accountId) => rooms.get(accountId) ?? new Map(),
    onChange,
  };
}
