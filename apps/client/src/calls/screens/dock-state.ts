import { createStore } from 'zustand/vanilla';

/** The panel that is open for a call, by the call's id; null for none. */
interface DockState {
  readonly consentFor: string | null;
  readonly keypadFor: string | null;
}

/** Outlives the dock itself, which is drawn elsewhere when the window changes its width. */
export const dockState = createStore<DockState>(() => ({ consentFor: null, keypadFor: null }));
