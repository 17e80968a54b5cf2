import { createStore } from 'zustand/vanilla';
import { callsView } from '#calls/calls.ts';

/** What any part of the window may ask of the window as a whole. */
interface WindowState {
  /** The search, with what was typed into it for the person, if anything. */
  omnibar: { open: boolean; text: string };
}

export const windowState = createStore<WindowState>(() => ({ omnibar: { open: false, text: '' } }));

/**
 * Opens the search. `text` stands in its field, as when a link with a number was clicked. While the phone rings nothing
 * may come in front of it.
 */
export function openOmnibar(text = ''): void {
  if (callsView().calls.some((call) => call.state === 'Ringing' && call.direction === 'INCOMING')) return;
  windowState.setState({ omnibar: { open: true, text } });
}

export function closeOmnibar(): void {
  windowState.setState({ omnibar: { open: false, text: '' } });
}

export function toggleOmnibar(): void {
  if (windowState.getState().omnibar.open) closeOmnibar();
  else openOmnibar();
}
