import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface Updates {
  /** Loads the version that waits; null while there is none. */
  readonly apply: (() => void) | null;
  /** Something is going on that loading the page again would end. */
  readonly held: boolean;
}

/** Windows of a phone stay open for weeks, and a browser looks for a new version only when a page is loaded. */
const lookEveryMs = 60 * 60 * 1000;

/** The state of a version that waits. */
export const updates = createStore<Updates>(() => ({ apply: null, held: false }));

/** Registers the service worker; a new version waits until the user agrees, so it never ends a call. */
export async function startUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { registerSW } = await import('virtual:pwa-register');
  const update = registerSW({
    onNeedRefresh: () => updates.setState({ apply: () => void update(true) }),
    onRegisteredSW(_script, registration) {
      setInterval(() => {
        if (!navigator.onLine) return;
        // It is asked again in an hour.
        registration
          ?.update()
          .catch((cause: unknown) => console.info('[platform] checking for a new version failed', cause));
      }, lookEveryMs);
    },
  });
}

/** Whether a new version is ready to be loaded, and nothing is going on that this would end. */
export function useUpdateReady(): boolean {
  return useStore(updates, isReady);
}

/** As long as this is on, users are not asked to load a new version, and none is loaded. */
export function holdUpdates(held: boolean): void {
  updates.setState({ held });
}

/** Loads the new version: the page starts again. Nothing happens while that would end a call. */
export function applyUpdate(): void {
  const now = updates.getState();
  if (isReady(now)) now.apply?.();
}

function isReady({ apply, held }: Updates): boolean {
  return apply !== null && !held;
}
