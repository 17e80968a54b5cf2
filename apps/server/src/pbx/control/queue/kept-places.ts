import type { CallBackName, KeptPlace } from '../../call-backs.ts';
import type { QueueBoard } from '../../queue-board.ts';
import type { Waiting } from '../../routing/queue-order.ts';

/** A place that is kept, and what becomes of it now. */
export interface Held {
  place: KeptPlace;
  /** The call that rings members for them, or that calls them; null: none. */
  callId: string | null;
  /** Members who are rung, or who call them. */
  userIds: readonly string[];
  /** Members who had their turn in this round. */
  rung: readonly string[];
  /** Nobody is rung before this moment, in ms since 1970. */
  restsUntil: number;
}

/** The places of callers who are called back, in memory. */
export interface KeptPlaces {
  all(): readonly Held[];
  /** Those of a channel, the first one first. */
  of(channelId: string): readonly Held[];
  find(name: CallBackName): Held | undefined;
  add(place: KeptPlace): void;
  remove(held: Held): void;
  /** Something of it is different now. */
  change(held: Held, change: Partial<Held>): void;
  /** Calls back after each place that is added. */
  onAdded(listener: () => void): void;
  /** The rank of the place of this number; undefined: it has none. */
  rankOf(channelId: string, number: string | null): number | undefined;
  /** As the queue of the channel counts them, without those whose caller is on the line. */
  waitingIn(channelId: string, now: number): Waiting[];
}

export const idOf = ({ channelId, docId }: CallBackName): string => `call-back ${channelId} ${docId}`;

export function keptPlaces(
  board: Pick<QueueBoard, 'show'> | undefined,
  onTheLine: (channelId: string) => ReadonlySet<string | null>,
): KeptPlaces {
  const places = new Map<string, Held>();
  const listeners: (() => void)[] = [];

  const show = ({ place, userIds }: Held): void => {
    const { accountId, channelId, docId, number, name, calledNumber, since, rank } = place;
    const callId = idOf(place);
    const who = { callId, accountId, channelId, docId, number, name, calledNumber, userIds };
    const waits = { since, rank, skills: place.skills ?? [], state: 'waiting', isCallBack: true } as const;
    board?.show(callId, { ...who, ...waits });
  };
  const of = (channelId: string): Held[] =>
    [...places.values()]
      .filter(({ place }) => place.channelId === channelId)
      .sort((one, two) => one.place.rank - two.place.rank);

  return {
    all: () => [...places.values()],
    of,
    find: (name) => places.get(idOf(name)),
    add(place) {
      if (places.has(idOf(place))) return;
      const held: Held = { place, callId: null, userIds: [], rung: [], restsUntil: 0 };
      places.set(idOf(place), held);
      show(held);
      for (const hear of listeners) hear();
    },
    onAdded: (listener) => void listeners.push(listener),
    remove({ place }) {
      places.delete(idOf(place));
      board?.show(idOf(place), null);
    },
    change(held, change) {
      Object.assign(held, change);
      if (places.get(idOf(held.place)) === held) show(held);
    },
    rankOf: (channelId, number) => of(channelId).find(({ place }) => place.number === number)?.place.rank,
    waitingIn(channelId, now) {
      const ofChannel = of(channelId);
      if (ofChannel.length === 0) return [];
      const numbers = onTheLine(channelId);
      return ofChannel.filter(({ place }) => !numbers.has(place.number)).map((held) => waitingOf(held, now));
    },
  };
}

const waitingOf = (held: Held, now: number): Waiting => {
  const { rank, since, skills } = held.place;
  return { callId: idOf(held.place), rank, since, ...(skills && { skills }), isNext: isNext(held, now), isKept: true };
};

/** It may take a member who is free: nobody is rung for it, and it is time for a try. */
export const isNext = ({ place, callId, restsUntil }: Held, now: number): boolean =>
  callId === null && place.notBefore <= now && restsUntil <= now;
