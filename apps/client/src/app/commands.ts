import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';
import type { AnyRouter } from '@tanstack/react-router';
import { createStore } from 'zustand/vanilla';
import { callsView } from '#calls/calls.ts';
import { closeDialog, dialogOf, openDialog } from './dialogs.ts';

/** What any part of the window may ask of the window as a whole, beyond what stands in its address. */
interface WindowState {
  /** The channel that other software wants the number called from; null for the one that is shown. */
  readonly callFrom: string | null;
  /** The search is closed already, and the address follows: whatever comes next finds the focus where it was. */
  readonly omnibarLeaves: boolean;
}

export const windowState = createStore<WindowState>(() => ({ callFrom: null, omnibarLeaves: false }));

let router: AnyRouter | null = null;

/** Names the router whose page these commands are for. */
export function commandsFor(its: AnyRouter): void {
  router = its;
}

/** How the search is opened. `text` stands in its field. */
interface Opening {
  readonly text?: string;
  readonly startingPoint?: CallStartingPoint;
}

/** Opens the search. While the phone rings nothing may come in front of it. */
export function openOmnibar({ text, startingPoint }: Opening = {}): void {
  open({ targetPhoneNumber: text || undefined, callStartingPoint: startingPoint });
}

/** Opens the search with a number that a link or other software wants called; `channelId` is one of the user's. */
export function openClickToDial(number: string, channelId: string | null = null): void {
  open({ searchType: 'click2Dial', targetPhoneNumber: number }, channelId);
}

/** Opens the search for a contact that gets this number. */
export function openAddNumber(number: string): void {
  open({ searchType: 'addPhoneNumber', targetPhoneNumber: number });
}

/** Opens the search for somebody to be asked into the running call. */
export function openAddParticipant(): void {
  open({ searchType: 'addParticipant' });
}

export function closeOmnibar(): void {
  if (!router || !isOmnibarOpen()) return;
  windowState.setState({ omnibarLeaves: true });
  closeDialog(router);
}

export function toggleOmnibar(): void {
  if (isOmnibarOpen()) closeOmnibar();
  else openOmnibar();
}

function isOmnibarOpen(): boolean {
  return router !== null && dialogOf(router) === 'omnibar';
}

function open(parameters: Parameters<typeof openDialog>[2], callFrom: string | null = null): void {
  if (!router || phoneRings()) return;
  windowState.setState({ callFrom, omnibarLeaves: false });
  openDialog(router, 'omnibar', parameters);
}

/** Whether somebody calls and was not answered yet. */
function phoneRings(): boolean {
  return callsView().calls.some((call) => call.state === 'Ringing' && call.direction === 'INCOMING');
}
