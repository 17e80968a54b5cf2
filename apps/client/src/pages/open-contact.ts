import type { AnyRouter } from '@tanstack/react-router';
import { noDialog } from './dialogs.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many steps back the list of contacts is without a panel; missing where an address opened the panel. */
    panelDepth?: number;
  }
}

/** Pages on which a contact is opened over the list. */
const withSlideOver = /^\/main\/channels\//;

/**
 * Opens a contact or colleague: in the slide-over of the calls that are shown, else beside the list of contacts. An
 * open dialog closes.
 */
export function openContact(router: AnyRouter, contactId: string): void {
  const { pathname } = router.state.location;
  if (withSlideOver.test(pathname)) {
    const depth = router.state.location.state.callDepth ?? 0;
    const isOpen = 'call' in router.state.location.search || 'contact' in router.state.location.search;
    void router.navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...noDialog, contact: contactId })) as never,
      // A panel that was opened from outside has no page behind it in the history, so nothing is counted.
      state: (before) => ({ ...before, callDepth: isOpen && depth === 0 ? 0 : depth + 1 }),
    });
    return;
  }
  void router.navigate({ to: '/main/contacts/$contactId', params: { contactId } });
}
