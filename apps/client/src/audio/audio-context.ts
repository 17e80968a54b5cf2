let shared: AudioContext | null = null;

/**
 * The page's one audio context for what is to be heard. Browsers let it sound only after the user has touched the page,
 * and some pause it again, for instance behind a phone call of the machine itself: each touch wakes it.
 */
export function audioContext(): AudioContext {
  if (shared !== null) return shared;
  const context = new AudioContext();
  shared = context;
  wakeByTouch(context);
  return context;
}

/** A context that is only measured with and never heard, and the way to close it. */
export interface SilentContext {
  readonly context: AudioContext;
  close(): void;
}

/** Opens a context without an output, where the browser can; it wakes by touch like the other one. Hertz if it matters. */
export function openSilentContext(sampleRate?: number): SilentContext {
  const options = { sinkId: { type: 'none' }, ...(sampleRate !== undefined && { sampleRate }) };
  const context = new AudioContext(options as AudioContextOptions);
  const sleep = wakeByTouch(context);
  return {
    context,
    close() {
      sleep();
      context.close().catch(() => {});
    },
  };
}

function wakeByTouch(context: AudioContext): () => void {
  const wake = () => {
    if (context.state !== 'running') void context.resume().catch(() => {});
  };
  addEventListener('pointerdown', wake);
  addEventListener('keydown', wake);
  return () => {
    removeEventListener('pointerdown', wake);
    removeEventListener('keydown', wake);
  };
}
