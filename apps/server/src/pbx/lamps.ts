/** What a lamp of a phone may follow: the calls of a person, or those of a shared channel. */
export type Watched =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'channel'; readonly channelId: string }
  /** A place where calls of this account are parked. */
  | { readonly kind: 'slot'; readonly accountId: string; readonly slot: number };

/** The part of one user in a live call, or the place where it is parked. */
export type LampLine = UserLine | SlotLine;

interface SlotLine extends Pick<UserLine, 'direction' | 'state'> {
  readonly place: Extract<Watched, { kind: 'slot' }>;
}

interface UserLine {
  readonly userId: string;
  /** The channel that the call is of, and the one on which it came in first. */
  readonly channelIds: readonly string[];
  readonly direction: 'initiator' | 'recipient';
  readonly state: 'early' | 'confirmed';
}

/** A live call as a lamp shows it: nothing of whom it is with. */
export interface LampCall extends Pick<UserLine, 'direction' | 'state'> {
  readonly callId: string;
}

/** Which calls live, kept in memory for the lamps of phones. */
export interface LampBoard {
  /** What one call is now to those who are in it; none of them once it is over. */
  show(callId: string, lines: readonly LampLine[]): void;
  /** The calls of a person or channel, the oldest first. */
  of(watched: Watched): readonly LampCall[];
  /** Hears the keys of those whose calls changed; gives the way to stop. */
  onChange(listener: (keys: readonly string[]) => void): () => void;
}

/** Names a person or channel among all that lamps follow. */
export function keyOfWatched(watched: Watched): string {
  switch (watched.kind) {
    case 'user':
      return `user:${watched.userId}`;
    case 'channel':
      return `channel:${watched.channelId}`;
    case 'slot':
      return `slot:${watched.accountId}:${watched.slot}`;
  }
}

export function lampBoard(): LampBoard {
  const lines = new Map<string, readonly LampLine[]>();
  const callsOf = new Map<string, Set<string>>();
  const listeners = new Set<(keys: readonly string[]) => void>();

  const leave = (key: string, callId: string): void => {
    const calls = callsOf.get(key);
    calls?.delete(callId);
    if (calls?.size === 0) callsOf.delete(key);
  };
  return {
    show(callId, now) {
      const before = lines.get(callId) ?? [];
      if (JSON.stringify(before) === JSON.stringify(now)) return;
      const [keysBefore, keysNow] = [keysOf(before), keysOf(now)];
      if (now.length > 0) lines.set(callId, now);
      else lines.delete(callId);
      for (const key of keysBefore) if (!keysNow.has(key)) leave(key, callId);
      for (const key of keysNow) callsOf.set(key, (callsOf.get(key) ?? new Set()).add(callId));
      const changed = [...new Set([...keysBefore, ...keysNow])];
      for (const hear of listeners) hear(changed);
    },
    of(watched) {
      const calls = callsOf.get(keyOfWatched(watched)) ?? [];
      return [...calls].flatMap((callId) => callOf(callId, (lines.get(callId) ?? []).filter(isOf(watched))));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keysOf = (lines: readonly LampLine[]): Set<string> => new Set(lines.flatMap(keysOfLine));

function keysOfLine(line: LampLine): string[] {
  if ('place' in line) return [keyOfWatched(line.place)];
  const { userId, channelIds } = line;
  const channels = channelIds.map((channelId) => keyOfWatched({ kind: 'channel', channelId }));
  return [keyOfWatched({ kind: 'user', userId }), ...channels];
}

const isOf =
  (watched: Watched) =>
  (line: LampLine): boolean =>
    keysOfLine(line).includes(keyOfWatched(watched));

/** Many who ring for one call are one call; it is confirmed once somebody has taken it. */
function callOf(callId: string, [first, ...others]: readonly LampLine[]): LampCall[] {
  if (!first) return [];
  const taken = [first, ...others].find(({ state }) => state === 'confirmed');
  return [{ callId, direction: (taken ?? first).direction, state: taken ? 'confirmed' : 'early' }];
}
