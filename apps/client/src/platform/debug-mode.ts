const storageKey = 'sidetone.debug';

/**
 * Whether this is a build for developers, or a developer switched it on in this browser with
 * `localStorage['sidetone.debug'] = 'yes'`: then errors tell where they happened, and the menu has things to try.
 */
export function isDebugMode(): boolean {
  if (import.meta.env.DEV) return true;
  try {
    return localStorage.getItem(storageKey) === 'yes';
  } catch {
    return false;
  }
}
