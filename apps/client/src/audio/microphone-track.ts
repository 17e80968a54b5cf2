/** The origin of a processed track. */
interface Origin {
  readonly raw: MediaStreamTrack;
  /** Ends the processing. */
  close(): void;
}

const origins = new WeakMap<MediaStreamTrack, Origin>();

/**
 * Remembers that `track` was made of the microphone's own track `raw`: it ends when the microphone goes away. `close`
 * ends the processing. Returns the way to say that it ended by itself.
 */
export function rememberOrigin(track: MediaStreamTrack, raw: MediaStreamTrack, close: () => void): () => void {
  const lost = () => {
    closeTrack(track);
    // A track that a page has stopped itself fires no event; for its followers this one ended by itself.
    track.dispatchEvent(new Event('ended'));
  };
  raw.addEventListener('ended', lost);
  origins.set(track, {
    raw,
    close() {
      raw.removeEventListener('ended', lost);
      closeTrack(raw);
      close();
    },
  });
  return lost;
}

/** Stops a track of a microphone, and with it the microphone. */
export function closeTrack(track: MediaStreamTrack): void {
  track.stop();
  lent.delete(track);
  const origin = origins.get(track);
  origins.delete(track);
  origin?.close();
}

/** Tracks whose holders can do without the microphone for a moment, such as a meter, with the way to tell them. */
const lent = new Map<MediaStreamTrack, () => void>();

/**
 * Holds a track only until another part needs the microphone differently; then it is closed, and `onTaken` is called.
 */
export function lendTrack(track: MediaStreamTrack, onTaken: () => void): void {
  lent.set(track, onTaken);
}

/** Closes the tracks that are held only until then. Returns whether there were any. */
export function takeLentTracks(): boolean {
  const taken = [...lent];
  for (const [track, onTaken] of taken) {
    closeTrack(track);
    onTaken();
  }
  return taken.length > 0;
}

/** The browser's id of the microphone that a track comes from. */
export function deviceOf(track: MediaStreamTrack): string | undefined {
  return (origins.get(track)?.raw ?? track).getSettings().deviceId;
}
