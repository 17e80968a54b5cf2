import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { keyedListeners } from './keyed-listeners.ts';

/** A live call as one user's clients see it. */
export interface OngoingRow {
  /** One for each session and user, whatever call the leg is in by now. */
  readonly id: string;
  readonly userId: string;
  readonly callId: string;
  readonly body: OngoingCall;
  readonly endedAt: Date | null;
}

/** As it is told to clients. */
type ShownCall = OngoingCall & { readonly rev: number };

/** Which calls live, and which have just ended, as their users see them: kept in memory, and told to those who listen. */
export interface OngoingBoard {
  /** What a row is now. */
  show(row: OngoingRow): void;
  /** A row that is of interest to nobody any longer. */
  forget(id: string): void;
  /** The calls of a user, by their sessions. */
  of(userId: string): readonly ShownCall[];
  /** Calls back after a change of a call of this user; gives the way to stop. */
  onChange(userId: string, listener: () => void): () => void;
}

export function ongoingBoard(now: () => number = Date.now): OngoingBoard {
  const users = new Map<string, string>();
  const ofUser = new Map<string, Map<string, ShownCall>>();
  const { tell, onChange } = keyedListeners();
  /** Above those of an earlier life, since clients ignore a row that is older than theirs. */
  let rev = now();

  const leave = (id: string): string | undefined => {
    const userId = users.get(id);
    if (userId === undefined) return undefined;
    users.delete(id);
    const others = ofUser.get(userId);
    others?.delete(id);
    if (others?.size === 0) ofUser.delete(userId);
    return userId;
  };
  return {
    show({ id, userId, body }) {
      rev += 1;
      if (users.get(id) !== userId) {
        const before = leave(id);
        if (before !== undefined) tell(before);
      }
      users.set(id, userId);
      const own = ofUser.get(userId) ?? new Map<string, ShownCall>();
      ofUser.set(userId, own.set(id, { ...body, rev }));
      tell(userId);
    },
    forget(id) {
      const userId = leave(id);
      if (userId !== undefined) tell(userId);
    },
    of: (userId) =>
      [...(ofUser.get(userId) ?? [])].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, call]) => call),
    onChange,
  };
}
