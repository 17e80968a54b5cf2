import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { session } from '#live/line/session.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import { keptSounds, playing, stopPlaying } from './playing.ts';
import type { SoundKey, SoundKind } from './sound.ts';
import { kindsOf } from './sounds-of.ts';

/** How often what is kept is compared with what the server still has, in milliseconds. */
const compareMs = 10 * 60_000;
/** How long the server may take to tell of one call, in milliseconds. */
const patienceMs = 10_000;

type Place = Pick<SoundKey, 'channelId' | 'docId'>;

/** Lets go of a call's sounds, on this device and out of the player, that are not among these kinds. */
export async function forgetGone(place: Place, kinds: readonly string[]): Promise<void> {
  const isGone = (key: SoundKey) =>
    key.channelId === place.channelId && key.docId === place.docId && !kinds.includes(key.kind);
  const { now } = playing.getState();
  if (now && isGone(now.key)) stopPlaying(now.key);
  const gone = (await keptSounds.keys()).filter(isGone);
  if (gone.length > 0) await keptSounds.forget(gone);
}

/**
 * Keeps the sounds on this device those of the person who is signed in: with another one, and with nobody, all are
 * forgotten; those that someone has deleted meanwhile are too. Returns the way to stop.
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

/** Asks the server, call by call, whether what is kept is still there. What it does not tell about stays for now. */
async function compareKept(): Promise<void> {
  const calls = new Map((await keptSounds.keys()).map((key) => [`${key.channelId} ${key.docId}`, key]));
  for (const place of calls.values()) {
    const kinds = await kindsAtServer(place);
    if (kinds) await forgetGone(place, kinds);
  }
}

/** The kinds of sound that the server has of a call, none for a call that is gone or no longer ours; null: no answer. */
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
