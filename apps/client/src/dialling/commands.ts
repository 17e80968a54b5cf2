import { createStore } from 'zustand/vanilla';
import { callsView } from '#calls/calls.ts';
import { currentRouter } from '#pages/current-router.ts';
import { closeDialog, dialogOf, openDialog } from '#pages/dialogs.ts';
import { anyDialog } from '#ui/any-dialog.ts';
import { phoneRings } from './phone-rings.ts';
import { startingPointAt } from './starting-point.ts';

/** The requests that any part of the window may make to the window as a whole, beyond its address. */
interface WindowState {
  /** The channel that other software wants the number called from; null for the one that is shown. */
  readonly callFrom: string | null;
  /** The search was opened by other software without the user's doing: no line is chosen until the user goes to one. */
  readonly isUnasked: boolean;
  /** The search is closed already, and the address follows: the next page finds the focus where it was. */
  readonly omnibarLeaves: boolean;
}

export const windowState = createStore<WindowState>(() => ({
  callFrom: null,
  isUnasked: false,
  omnibarLeaves: false,
}));

/** How the search is opened. `text` is in its field. */
interface Opening {
  readonly text?: string;
}

/** Opens the search. While the phone rings nothing may cover it. Under the contacts calls start from there. */
export function openOmnibar({ text }: Opening = {}): void {
  const router = currentRouter();
  open({
    targetPhoneNumber: text || undefined,
    callStartingPoint: router ? startingPointAt(router.history.location.pathname) : undefined,
  });
}

/**
 * Opens the search with a number that other software wants called; `channelId` is one of the user's. Where the user did
 * not ask for it (`isUnasked`), Enter calls it only once they have gone to its line.
 */
export function openClickToDial(number: string, channelId: string | null, { isUnasked }: { isUnasked: boolean }): void {
  open({ searchType: 'click2Dial', targetPhoneNumber: number }, { callFrom: channelId, isUnasked });
}

/** Opens the search for a contact that gets this number. */
export function openAddNumber(number: string): void {
  open({ searchType: 'addPhoneNumber', targetPhoneNumber: number });
}

/** Opens the search for a participant for the running call. */
export function openAddParticipant(): void {
  open({ searchType: 'addParticipant' });
}

export function closeOmnibar(): void {
  const router = currentRouter();
  if (!router || !isOmnibarOpen()) return;
  windowState.setState({ omnibarLeaves: true });
  closeDialog(router);
}

export function toggleOmnibar(): void {
  if (isOmnibarOpen()) closeOmnibar();
  else openOmnibar();
}

function isOmnibarOpen(): boolean {
  const router = currentRouter();
  return router !== null && dialogOf(router) === 'omnibar';
}

function open(
  parameters: Parameters<typeof openDialog>[2],
  { callFrom, isUnasked }: Pick<WindowState, 'callFrom' | 'isUnasked'> = { callFrom: null, isUnasked: false },
): void {
  const router = currentRouter();
  if (!router || phoneRings(callsView().calls)) return;
  windowState.setState({ callFrom, isUnasked, omnibarLeaves: false });
  openDialog(router, 'omnibar', parameters);
}

/** Whether a dialog is open, in the address or besides. */
export function isDialogOpen(): boolean {
  const router = currentRouter();
  return (router !== null && dialogOf(router) !== null) || document.querySelector(anyDialog) !== null;
}
