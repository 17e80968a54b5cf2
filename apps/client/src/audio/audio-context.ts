/** How long the context stays awake after a sound, so that the next key or ring begins without opening the device again. */
const restMs = 3_000;

/** The page's context for sounds, and the sounds that need it. */
interface Shared {
  readonly context: AudioContext;
  readonly sounds: Set<object>;
  rest: ReturnType<typeof setTimeout> | undefined;
}

let shared: Shared | null = null;

/** The page's audio context while a sound needs it. */
export interface HeldContext {
  readonly context: AudioContext;
  /** Settles once it sounds. Rejects where the browser does not let it within a second. */
  readonly running: Promise<void>;
  /** The sound is over. Calling it again changes nothing. */
  release(): void;
}

/**
 * Wakes the page's one audio context for a sound, and lets it sleep a moment after the last one: a context that runs keeps the
 * audio device open, which costs battery and keeps wireless headsets busy. Browsers let it sound only after the user has
 * touched the page, and some pause it, for instance behind a phone call of the machine itself: each touch wakes it
 * while there is something to hear.
 */
export function holdContext(): HeldContext {
  shared ??= openShared();
  const { context, sounds } = shared;
  const sound = {};
  sounds.add(sound);
  clearTimeout(shared.rest);
  const running = untilRunning(context);
  // Not every holder asks.
  running.catch(() => {});
  return {
    context,
    running,
    release() {
      if (!sounds.delete(sound) || sounds.size > 0 || shared === null) return;
      clearTimeout(shared.rest);
      shared.rest = setTimeout(() => void context.suspend().catch(() => {}), restMs);
    },
  };
}

function openShared(): Shared {
  const opened: Shared = { context: new AudioContext(), sounds: new Set(), rest: undefined };
  wakeByTouch(opened.context, () => opened.sounds.size > 0);
  return opened;
}

const longestWakingMs = 1_000;

/** `resume` neither settles nor fails where the browser waits for a touch. */
async function untilRunning(context: AudioContext): Promise<void> {
  let giveUp: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = setTimeout(() => reject(new Error(`audio context ${context.state}`)), longestWakingMs);
  });
  try {
    await Promise.race([context.resume(), late]);
  } finally {
    clearTimeout(giveUp);
  }
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

function wakeByTouch(context: AudioContext, isNeeded = () => true): () => void {
  const wake = () => {
    if (context.state !== 'running' && isNeeded()) void context.resume().catch(() => {});
  };
  addEventListener('pointerdown', wake);
  addEventListener('keydown', wake);
  return () => {
    removeEventListener('pointerdown', wake);
    removeEventListener('keydown', wake);
  };
}
