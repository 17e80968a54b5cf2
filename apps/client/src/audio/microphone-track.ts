/** Where a track that was worked on comes from. */
interface Origin {
  readonly raw: MediaStreamTrack;
  /** Ends what works on it. */
  close(): void;
}

const origins = new WeakMap<MediaStreamTrack, Origin>();

/**
 * Remembers that `track` is what was made of the microphone's own track `raw`: it ends when the microphone goes away.
 * `close` ends what works on it. Returns the way to say that this broke off by itself.
 */
export function rememberOrigin(track: MediaStreamTrack, raw: MediaStreamTrack, close: () => void): () => void {
  const lost = () => {
    closeTrack(track);
    // A track that a page has stopped itself says nothing; to its followers this one broke off.
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

/** Tracks of those who can do without the microphone for a moment, such as a meter, and how these hear of it. */
const lent = new Map<MediaStreamTrack, () => void>();

/** Holds a track only until someone needs the microphone otherwise; then it is closed, and `onTaken` is told. */
export function lendTrack(track: MediaStreamTrack, onTaken: () => void): void {
  lent.set(track, onTaken);
}

/** Closes what others hold only until then. Says whether there was any. */
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
