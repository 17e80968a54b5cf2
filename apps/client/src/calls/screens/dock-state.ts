import { createStore } from 'zustand/vanilla';

/** What is open about a call, by the call's id; null for nothing. */
interface DockState {
  readonly consentFor: string | null;
  readonly keypadFor: string | null;
}

/** Outlives the dock itself, which is drawn anew elsewhere when the window changes its width. */
export const dockState = createStore<DockState>(() => ({ consentFor: null, keypadFor: null }));
