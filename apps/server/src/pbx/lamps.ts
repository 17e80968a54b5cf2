/** What a lamp of a phone may follow: the calls of a person, or those of a shared channel. */
export type Watched =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'channel'; readonly channelId: string };

/** The part of one user in a live call. */
export interface LampLine {
  readonly userId: string;
  /** The channel that the call is of, and the one on which it came in first. */
  readonly channelIds: readonly string[];
  readonly direction: 'initiator' | 'recipient';
  readonly state: 'early' | 'confirmed';
}

/** A live call as a lamp shows it: nothing of whom it is with. */
export interface LampCall extends Pick<LampLine, 'direction' | 'state'> {
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
export const keyOfWatched = (watched: Watched): string =>
  watched.kind === 'user' ? `user:${watched.userId}` : `channel:${watched.channelId}`;

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

const keysOf = (lines: readonly LampLine[]): Set<string> =>
  new Set(
    lines.flatMap(({ userId, channelIds }) => [
      keyOfWatched({ kind: 'user', userId }),
      ...channelIds.map((channelId) => keyOfWatched({ kind: 'channel', channelId })),
    ]),
  );

const isOf =
  (watched: Watched) =>
  ({ userId, channelIds }: LampLine): boolean =>
    watched.kind === 'user' ? userId === watched.userId : channelIds.includes(watched.channelId);

/** Many who ring for one call are one call; it is confirmed once somebody has taken it. */
function callOf(callId: string, [first, ...others]: readonly LampLine[]): LampCall[] {
  if (!first) return [];
  const taken = [first, ...others].find(({ state }) => state === 'confirmed');
  return [{ callId, direction: (taken ?? first).direction, state: taken ? 'confirmed' : 'early' }];
}
