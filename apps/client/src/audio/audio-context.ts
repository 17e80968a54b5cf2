let shared: AudioContext | null = null;

/**
 * The page's one audio context. Browsers let it sound only after the user has touched the page, and some pause it again,
 * for instance behind a phone call of the machine itself: each touch wakes it.
 */
export function audioContext(): AudioContext {
  if (shared !== null) return shared;
  const context = new AudioContext();
  shared = context;
  const wake = () => {
    if (context.state !== 'running') void context.resume().catch(() => {});
  };
  addEventListener('pointerdown', wake);
  addEventListener('keydown', wake);
  return context;
}
