import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const updates = createStore<{ apply: (() => void) | null }>(() => ({ apply: null }));

/** Registers the service worker; a new version waits until the person agrees, so it never ends a call. */
export async function startUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { registerSW } = await import('virtual:pwa-register');
  const update = registerSW({
    onNeedRefresh: () => updates.setState({ apply: () => void update(true) }),
  });
}

/** Whether a new version is ready to be loaded. */
export function useUpdateReady(): boolean {
  return useStore(updates, (state) => state.apply !== null);
}

/** Loads the new version: the page starts again. */
export function applyUpdate(): void {
  updates.getState().apply?.();
}
