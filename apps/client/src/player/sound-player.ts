import { createStore, type StoreApi } from 'zustand/vanilla';
import { isSameSound, type Sound, type SoundKey } from './sound.ts';

/** The sound that plays, or did last; there is never more than one on a page. */
export interface Playing {
  readonly key: SoundKey;
  readonly state: 'loading' | 'playing' | 'paused' | 'failed';
  /** Seconds from its start. */
  readonly at: number;
  /** Seconds; 0 where unknown. */
  readonly duration: number;
  /** The error. */
  readonly cause?: unknown;
}

export interface PlayerState {
  readonly now: Playing | null;
  /** 1 is the original. */
  readonly speed: number;
  /** A call continues: nothing plays, so that the other side hears no recording. */
  readonly silenced: boolean;
}

/** The parts of a browser's audio element that the player needs. */
export interface OpenSound {
  currentTime: number;
  readonly duration: number;
  speed(rate: number): void;
  play(): Promise<void>;
  pause(): void;
  on(event: 'timeupdate' | 'ended' | 'error' | 'pause' | 'play', listener: () => void): void;
  /** Closes the file. */
  close(): void;
}

interface PlayerParts {
  /** Fetches a sound. Rejects where it does not exist or the server cannot be reached. */
  open(sound: Sound, signal: AbortSignal): Promise<OpenSound>;
  /** It is heard from here on. */
  heard(sound: Sound): void;
  failed(sound: Sound, cause: unknown): void;
}

/** The state of a player. */
interface Deck extends PlayerParts {
  readonly store: StoreApi<PlayerState>;
  /** The file that plays, or is paused. */
  current: OpenSound | undefined;
  opening: AbortController | undefined;
}

/** Plays sounds, one at a time. At its end a sound goes back to its start. */
export function soundPlayer(parts: PlayerParts) {
  const store = createStore<PlayerState>(() => ({ now: null, speed: 1, silenced: false }));
  const deck: Deck = { ...parts, store, current: undefined, opening: undefined };
  return {
    store,
    /** Plays a sound, or pauses it where it plays; nothing while a call continues. */
    toggle: (sound: Sound): void => toggle(deck, sound),
    /** Goes to a moment of a sound, in seconds; it keeps playing, or stays paused. */
    seek: (sound: Sound, seconds: number): void => seek(deck, sound, seconds),
    /** Goes to a moment of a sound, in seconds, and plays from there; only goes there while a call continues. */
    playAt(sound: Sound, seconds: number): void {
      seek(deck, sound, seconds);
      const state = stateOf(deck, sound)?.state;
      if (state !== 'playing' && state !== 'loading') toggle(deck, sound);
    },
    setSpeed(speed: number): void {
      store.setState({ speed });
      deck.current?.speed(speed);
    },
    /** While a call goes on nothing plays; the sound stays at its place. */
    silence(silenced: boolean): void {
      store.setState({ silenced });
      if (silenced) pause(deck);
    },
    /** Nothing plays any more, and the file is closed. With a key only where that sound is the one. */
    close(key?: SoundKey): void {
      if (key && !isSameSound(key, store.getState().now?.key)) return;
      putAway(deck);
      store.setState({ now: null });
    },
  };
}

function change({ store }: Deck, more: Partial<Playing>): void {
  const { now } = store.getState();
  if (now) store.setState({ now: { ...now, ...more } });
}

function stateOf({ store }: Deck, { key }: Sound): Playing | null {
  const { now } = store.getState();
  return now && isSameSound(now.key, key) ? now : null;
}

function putAway(deck: Deck): void {
  deck.opening?.abort();
  deck.opening = undefined;
  const left = deck.current;
  deck.current = undefined;
  left?.pause();
  left?.close();
}

/** Replaces the current sound, and pauses at a moment. */
function place(deck: Deck, sound: Sound, seconds: number): void {
  putAway(deck);
  const duration = sound.duration ?? 0;
  deck.store.setState({ now: { key: sound.key, state: 'paused', at: within(seconds, duration), duration } });
}

function failWith(deck: Deck, sound: Sound, cause: unknown): void {
  putAway(deck);
  change(deck, { state: 'failed', cause });
  deck.failed(sound, cause);
}

async function start(deck: Deck, sound: Sound, from: number): Promise<void> {
  place(deck, sound, from);
  const mine = new AbortController();
  deck.opening = mine;
  const fail = (cause: unknown) => {
    if (!mine.signal.aborted) failWith(deck, sound, cause);
  };
  change(deck, { state: 'loading' });
  try {
    const opened = await deck.open(sound, mine.signal);
    if (mine.signal.aborted) return opened.close();
    deck.current = opened;
    follow(deck, opened, sound, fail);
    const { now, speed } = deck.store.getState();
    opened.speed(speed);
    // It may have been moved while it was fetched.
    if (now && now.at > 0) opened.currentTime = now.at;
    await opened.play();
    if (mine.signal.aborted) return;
    change(deck, { state: 'playing', duration: sound.duration ?? known(opened.duration) });
    deck.heard(sound);
  } catch (cause) {
    fail(cause);
  }
}

function follow(deck: Deck, opened: OpenSound, sound: Sound, fail: (cause: unknown) => void): void {
  const isCurrent = () => deck.current === opened;
  opened.on('timeupdate', () => {
    if (isCurrent()) change(deck, { at: within(opened.currentTime, stateOf(deck, sound)?.duration ?? 0) });
  });
  opened.on('ended', () => {
    if (!isCurrent()) return;
    opened.currentTime = 0;
    change(deck, { state: 'paused', at: 0 });
  });
  opened.on('error', () => {
    if (isCurrent()) fail(new Error('the browser cannot play it'));
  });
  // Media keys and headsets pause and play the element itself.
  opened.on('pause', () => {
    if (isCurrent() && stateOf(deck, sound)?.state === 'playing') change(deck, { state: 'paused' });
  });
  opened.on('play', () => {
    if (!isCurrent()) return;
    if (deck.store.getState().silenced) opened.pause();
    else if (stateOf(deck, sound)?.state === 'paused') change(deck, { state: 'playing' });
  });
}

function pause(deck: Deck): void {
  if (deck.store.getState().now?.state === 'loading') putAway(deck);
  deck.current?.pause();
  const { now } = deck.store.getState();
  if (now?.state === 'playing' || now?.state === 'loading') change(deck, { state: 'paused' });
}

function resume(deck: Deck, sound: Sound): void {
  const opened = deck.current;
  if (!opened) return;
  change(deck, { state: 'playing' });
  opened.play().catch((cause: unknown) => {
    if (deck.current === opened) failWith(deck, sound, cause);
  });
}

function toggle(deck: Deck, sound: Sound): void {
  if (deck.store.getState().silenced) return;
  const now = stateOf(deck, sound);
  if (now?.state === 'playing' || now?.state === 'loading') pause(deck);
  else if (now?.state === 'paused' && deck.current) resume(deck, sound);
  else void start(deck, sound, now?.at ?? 0);
}

function seek(deck: Deck, sound: Sound, seconds: number): void {
  const now = stateOf(deck, sound);
  if (!now || now.state === 'failed') {
    place(deck, sound, seconds);
    return;
  }
  const at = within(seconds, now.duration || (sound.duration ?? 0));
  if (deck.current) deck.current.currentTime = at;
  change(deck, { at });
}

const within = (seconds: number, duration: number): number => {
  const at = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
  return duration > 0 ? Math.min(at, duration) : at;
};

/** A length as a browser reports it: files without one are endless to it. */
const known = (duration: number): number => (Number.isFinite(duration) ? duration : 0);
