import { createStore } from 'zustand/vanilla';

/** Which message of which channel. */
export interface Message {
  channelId: string;
  docId: string;
}

/** The message that plays, or did last; there is never more than one. */
export interface Playing extends Message {
  state: 'loading' | 'playing' | 'paused' | 'failed';
  /** Seconds. */
  at: number;
  seconds: number;
}

/** What the player needs of a browser's audio element. */
export interface Sound {
  currentTime: number;
  readonly duration: number;
  play(): Promise<void>;
  pause(): void;
  on(event: 'timeupdate' | 'ended' | 'error', listener: () => void): void;
  /** Lets go of the file. */
  close(): void;
}

interface PlayerParts {
  /** Fetches the sound. Rejects where it is not there or the server is not. */
  load(message: Message, signal: AbortSignal): Promise<Sound>;
  /** The message was heard. */
  heard(message: Message): void;
}

/** Plays messages, one at a time. The first sound of one marks it as heard; at its end it goes back to the start. */
export function voicemailPlayer({ load, heard }: PlayerParts) {
  const store = createStore<{ now: Playing | null }>(() => ({ now: null }));
  let sound: Sound | undefined;
  let loading: AbortController | undefined;
  const change = (more: Partial<Playing>) => {
    const { now } = store.getState();
    if (now) store.setState({ now: { ...now, ...more } });
  };
  const isNow = ({ channelId, docId }: Message): boolean => {
    const { now } = store.getState();
    return now?.channelId === channelId && now.docId === docId;
  };

  async function start(message: Message, seconds: number): Promise<void> {
    close();
    const mine = new AbortController();
    loading = mine;
    store.setState({ now: { ...message, state: 'loading', at: 0, seconds } });
    try {
      const made = await load(message, mine.signal);
      if (mine.signal.aborted) return made.close();
      sound = made;
      made.on('timeupdate', () => change({ at: made.currentTime }));
      made.on('ended', () => {
        made.currentTime = 0;
        change({ state: 'paused', at: 0 });
      });
      made.on('error', () => change({ state: 'failed' }));
      await made.play();
      if (mine.signal.aborted) return;
      change({ state: 'playing', seconds: Number.isFinite(made.duration) ? made.duration : seconds });
      heard(message);
    } catch {
      if (!mine.signal.aborted) change({ state: 'failed' });
    }
  }

  /** Nothing plays any more. */
  function close(): void {
    loading?.abort();
    sound?.pause();
    sound?.close();
    sound = undefined;
    store.setState({ now: null });
  }

  return {
    store,
    close,
    /** Plays a message, or pauses the one that plays, or goes on with it. */
    toggle(message: Message, seconds: number): void {
      const { now } = store.getState();
      if (!isNow(message) || !sound || now?.state === 'failed') {
        void start(message, seconds);
      } else if (now?.state === 'playing') {
        sound.pause();
        change({ state: 'paused' });
      } else {
        change({ state: 'playing' });
        sound.play().catch(() => change({ state: 'failed' }));
      }
    },
    /** Goes to a moment of the message that plays, in seconds. */
    seek(at: number): void {
      if (!sound) return;
      sound.currentTime = at;
      change({ at });
    },
  };
}
