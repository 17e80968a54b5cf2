import { use, useSyncExternalStore } from 'react';
import { patientLoad } from '../patient-load.ts';
import type { PopupParts } from './props.ts';

/** Where they come from: what puts the app together says that, since they are built on what waits for them here. */
let load: () => Promise<PopupParts> = () => Promise.reject(new Error('nobody brings the popups'));
let loaded: PopupParts | null = null;
const listeners = new Set<() => void>();

/**
 * Everything that opens over the page. Nothing of it is drawn before a user points, presses or types, so it comes after
 * the page.
 */
const loading = patientLoad(async () => {
  loaded = await load();
  for (const listener of listeners) listener();
  return loaded;
});

/** Says how they are loaded, before the first of them is wanted. */
export function popupsComeBy(by: () => Promise<PopupParts>): void {
  load = by;
}

/**
 * Begins to load them; what waits for them is drawn again when they are there. After a failure the next one that wants them
 * tries again.
 */
export function loadPopups(): void {
  if (loaded !== null) return;
  loading.start().catch((cause: unknown) => console.warn('[ui] menus and dialogs were not loaded', cause));
}

/** The parts where they are loaded already. */
export const popupsNow = (): PopupParts | null => loaded;

/** The parts, or null until they are there. */
export const usePopups = (): PopupParts | null => useSyncExternalStore(follow, popupsNow, popupsNow);

/** The parts for what cannot be drawn without them: it suspends, and fails where they do not come. */
export const usePopupsToDraw = (): PopupParts => loaded ?? use(loading.start());

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
