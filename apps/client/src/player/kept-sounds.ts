import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { session } from '#live/line/session.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import { keptSounds, playing, stopPlaying } from './playing.ts';
import type { SoundKey, SoundKind } from './sound.ts';
import { kindsOf } from './sounds-of.ts';

/** How often the kept sounds are compared with those on the server, in milliseconds. */
const compareMs = 10 * 60_000;
/** The time that the server may take to answer about one call, in milliseconds. */
const patienceMs = 10_000;

type Place = Pick<SoundKey, 'channelId' | 'docId'>;

/** Removes a call's sounds that are not among these kinds from this device and from the player. */
export async function forgetGone(place: Place, kinds: readonly string[]): Promise<void> {
  const isGone = (key: SoundKey) =>
    key.channelId === place.channelId && key.docId === place.docId && !kinds.includes(key.kind);
  const { now } = playing.getState();
  if (now && isGone(now.key)) stopPlaying(now.key);
  const gone = (await keptSounds.keys()).filter(isGone);
  if (gone.length > 0) await keptSounds.forget(gone);
}

/**
 * Keeps only sounds of the signed-in user on this device: when another one or nobody is signed in, all are forgotten;
 * so are deleted ones. Returns the way to stop.
 */
export function followSession(): () => void {
  let owner: string | null | undefined;
  const follow = () => {
    const state = session.getState();
    if (state.status === 'unknown') return;
    const next = state.status === 'signedIn' ? state.claims.webuserId : null;
    if (next === owner) return;
    owner = next;
    if (next === null) stopPlaying();
    void keptSounds.adopt(next).then(() => compare());
  };
  const compare = () => {
    if (typeof owner === 'string' && document.visibilityState === 'visible') void compareKept();
  };
  follow();
  const stopFollowing = session.subscribe(follow);
  const timer = setInterval(compare, compareMs);
  return () => {
    stopFollowing();
    clearInterval(timer);
  };
}

/** Asks the server, call by call, whether the kept sounds still exist. Without an answer they stay for now. */
async function compareKept(): Promise<void> {
  const calls = new Map((await keptSounds.keys()).map((key) => [`${key.channelId} ${key.docId}`, key]));
  for (const place of calls.values()) {
    const kinds = await kindsAtServer(place);
    if (kinds) await forgetGone(place, kinds);
  }
}

/**
 * The kinds of sound that the server has of a call, none for a call that is gone or no longer ours; null: no answer.
 */
function kindsAtServer({ channelId, docId }: Place): Promise<SoundKind[] | null> {
  const params = { channelId, docId };
  return new Promise((resolve) => {
    const finish = (kinds: SoundKind[] | null) => {
      clearTimeout(timer);
      stop();
      resolve(kinds);
    };
    const look = () => {
      const { status, rows, error } = readLive(phoneQueries.inboxEvent, params);
      if (status === 'ready') finish(rows[0] ? kindsOf(rows[0]) : []);
      else if (status === 'failed') finish(error?.code === 'NOT_FOUND' || error?.code === 'FORBIDDEN' ? [] : null);
    };
    const timer = setTimeout(() => finish(null), patienceMs);
    const stop = watchLive(phoneQueries.inboxEvent, params, look, 0);
    if (readLive(phoneQueries.inboxEvent, params).status !== 'loading') look();
  });
}
