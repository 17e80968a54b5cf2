import { createStore } from 'zustand/vanilla';
import { isSameSound, type Sound, type SoundKey } from './sound.ts';

/** The sound that plays, or did last; there is never more than one on a page. */
export interface Playing {
  readonly key: SoundKey;
  readonly state: 'loading' | 'playing' | 'paused' | 'failed';
  /** Seconds from its start. */
  readonly at: number;
  /** Seconds; 0 where nobody knows. */
  readonly duration: number;
  /** What it failed with. */
  readonly cause?: unknown;
}

export interface PlayerState {
  readonly now: Playing | null;
  /** 1 is as it was said. */
  readonly speed: number;
  /** A call continues: nothing plays, so that nobody hears a recording in it. */
  readonly silenced: boolean;
}

/** What the player needs of a browser's audio element. */
export interface OpenSound {
  currentTime: number;
  readonly duration: number;
  speed(rate: number): void;
  play(): Promise<void>;
  pause(): void;
  on(event: 'timeupdate' | 'ended' | 'error' | 'pause' | 'play', listener: () => void): void;
  /** Lets go of the file. */
  close(): void;
}

interface PlayerParts {
  /** Fetches a sound. Rejects where it is not there or the server is not. */
  open(sound: Sound, signal: AbortSignal): Promise<OpenSound>;
  /** It is heard from here on. */
  heard(sound: Sound): void;
  failed(sound: Sound, cause: unknown): void;
}

/** Plays sounds, one at a time. At its end a sound goes back to its start. */
export function soundPlayer({ open, heard, failed }: PlayerParts) {
  const store = createStore<PlayerState>(() => ({ now: null, speed: 1, silenced: false }));
  let current: OpenSound | undefined;
  let opening: AbortController | undefined;

  const change = (more: Partial<Playing>) => {
    const { now } = store.getState();
    if (now) store.setState({ now: { ...now, ...more } });
  };
  const stateOf = ({ key }: Sound) => {
    const { now } = store.getState();
    return now && isSameSound(now.key, key) ? now : null;
  };
  const letGo = () => {
    opening?.abort();
    opening = undefined;
    const left = current;
    current = undefined;
    left?.pause();
    left?.close();
  };
  const within = (seconds: number, duration: number) => {
    const at = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
    return duration > 0 ? Math.min(at, duration) : at;
  };

  /** Takes the place of whatever was there, and rests at a moment. */
  function place(sound: Sound, seconds: number): void {
    letGo();
    const duration = sound.duration ?? 0;
    store.setState({ now: { key: sound.key, state: 'paused', at: within(seconds, duration), duration } });
  }

  async function start(sound: Sound, from: number): Promise<void> {
    place(sound, from);
    const mine = new AbortController();
    opening = mine;
    const fail = (cause: unknown) => {
      if (mine.signal.aborted) return;
      letGo();
      change({ state: 'failed', cause });
      failed(sound, cause);
    };
    change({ state: 'loading' });
    try {
      const opened = await open(sound, mine.signal);
      if (mine.signal.aborted) return opened.close();
      current = opened;
      follow(opened, sound, fail);
      const { now, speed } = store.getState();
      opened.speed(speed);
      // It may have been moved while it was fetched.
      if (now && now.at > 0) opened.currentTime = now.at;
      await opened.play();
      if (mine.signal.aborted) return;
      change({ state: 'playing', duration: sound.duration ?? known(opened.duration) });
      heard(sound);
    } catch (cause) {
      fail(cause);
    }
  }

  function follow(opened: OpenSound, sound: Sound, fail: (cause: unknown) => void): void {
    const isCurrent = () => current === opened;
    opened.on('timeupdate', () => {
      if (isCurrent()) change({ at: within(opened.currentTime, stateOf(sound)?.duration ?? 0) });
    });
    opened.on('ended', () => {
      if (!isCurrent()) return;
      opened.currentTime = 0;
      change({ state: 'paused', at: 0 });
    });
    opened.on('error', () => {
      if (isCurrent()) fail(new Error('the browser cannot play it'));
    });
    // Keys of the keyboard and of headsets pause and play the element itself.
    opened.on('pause', () => {
      if (isCurrent() && stateOf(sound)?.state === 'playing') change({ state: 'paused' });
    });
    opened.on('play', () => {
      if (!isCurrent()) return;
      if (store.getState().silenced) opened.pause();
      else if (stateOf(sound)?.state === 'paused') change({ state: 'playing' });
    });
  }

  function pause(): void {
    if (store.getState().now?.state === 'loading') letGo();
    current?.pause();
    const { now } = store.getState();
    if (now?.state === 'playing' || now?.state === 'loading') change({ state: 'paused' });
  }

  function resume(sound: Sound): void {
    const opened = current;
    if (!opened) return;
    change({ state: 'playing' });
    opened.play().catch((cause: unknown) => {
      if (current !== opened) return;
      letGo();
      change({ state: 'failed', cause });
      failed(sound, cause);
    });
  }

  /** Plays a sound, or pauses it where it plays; nothing while a call continues. */
  function toggle(sound: Sound): void {
    if (store.getState().silenced) return;
    const now = stateOf(sound);
    if (now?.state === 'playing' || now?.state === 'loading') pause();
    else if (now?.state === 'paused' && current) resume(sound);
    else void start(sound, now?.at ?? 0);
  }

  /** Goes to a moment of a sound, in seconds; it plays on where it played, and rests where it rested. */
  function seek(sound: Sound, seconds: number): void {
    const now = stateOf(sound);
    if (!now || now.state === 'failed') {
      place(sound, seconds);
      return;
    }
    const at = within(seconds, now.duration || (sound.duration ?? 0));
    if (current) current.currentTime = at;
    change({ at });
  }

  return {
    store,
    toggle,
    seek,
    /** Goes to a moment of a sound, in seconds, and plays from there; only goes there while a call continues. */
    playAt(sound: Sound, seconds: number): void {
      seek(sound, seconds);
      const state = stateOf(sound)?.state;
      if (state !== 'playing' && state !== 'loading') toggle(sound);
    },
    setSpeed(speed: number): void {
      store.setState({ speed });
      current?.speed(speed);
    },
    /** While a call goes on nothing plays; what played stays where it was. */
    silence(silenced: boolean): void {
      store.setState({ silenced });
      if (silenced) pause();
    },
    /** Nothing plays any more, and the file is let go. With a key only where that sound is the one. */
    close(key?: SoundKey): void {
      if (key && !isSameSound(key, store.getState().now?.key)) return;
      letGo();
      store.setState({ now: null });
    },
  };
}

/** A length as a browser tells it: files without one are endless to it. */
const known = (duration: number): number => (Number.isFinite(duration) ? duration : 0);
