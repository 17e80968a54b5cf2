let shared: AudioContext | null = null;

/** The page's one audio context. Browsers let it sound only after the user has touched the page once. */
export function audioContext(): AudioContext {
  if (shared === null) {
    const context = new AudioContext();
    shared = context;
    addEventListener('pointerdown', () => void context.resume(), { once: true });
    addEventListener('keydown', () => void context.resume(), { once: true });
  }
  return shared;
}
