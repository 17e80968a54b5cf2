import { newId } from './new-id.ts';

const storageKey = 'sidetone.left-tab';
let name = newId();

/**
 * Names this tab from its first page to its last one. What a tab keeps goes along into its duplicate; the name does not,
 * because it is kept only from one page of the tab to the next.
 */
export function startTab(page: EventTarget = window, storage: () => Storage = () => sessionStorage): void {
  name = taken(storage) ?? newId();
  page.addEventListener('pagehide', () => {
    try {
      storage().setItem(storageKey, name);
    } catch {
      // A browser that keeps nothing: the next page is another tab.
    }
  });
  // A page that was only put aside goes on.
  page.addEventListener('pageshow', () => void taken(storage));
}

/** Of the tab that this page is shown in. */
export function tabName(): string {
  return name;
}

function taken(storage: () => Storage): string | null {
  try {
    const left = storage().getItem(storageKey);
    storage().removeItem(storageKey);
    return left;
  } catch {
    return null;
  }
}
