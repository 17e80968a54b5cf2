import { createStore } from 'zustand/vanilla';
import { callsView } from '#calls/calls.ts';
import type { SearchType } from '#omnibar/results.ts';

/** What any part of the window may ask of the window as a whole. */
interface WindowState {
  /** The search: what it is for, and what was typed into it for the person, if anything. */
  omnibar: { open: boolean; type: SearchType; text: string };
}

const closed: WindowState['omnibar'] = { open: false, type: 'call', text: '' };

export const windowState = createStore<WindowState>(() => ({ omnibar: closed }));

/**
 * Opens the search. `text` stands in its field, as when a link with a number was clicked. While the phone rings nothing
 * may come in front of it.
 */
export function openOmnibar(text = ''): void {
  if (phoneRings()) return;
  windowState.setState({ omnibar: { open: true, type: 'call', text } });
}

/** Opens the search for somebody to be asked into the running call. */
export function openAddParticipant(): void {
  if (phoneRings()) return;
  windowState.setState({ omnibar: { open: true, type: 'addParticipant', text: '' } });
}

export function closeOmnibar(): void {
  windowState.setState({ omnibar: closed });
}

export function toggleOmnibar(): void {
  if (windowState.getState().omnibar.open) closeOmnibar();
  else openOmnibar();
}

function phoneRings(): boolean {
  return callsView().calls.some((call) => call.state === 'Ringing' && call.direction === 'INCOMING');
}
