const askedKey = 'sidetone.phone-links';

/** Kinds of links that lead to numbers. */
const schemes = ['tel', 'web+callto'] as const;

/** Whether this browser lets pages open links, and was not asked for it here before. */
export function canOfferPhoneLinks(): boolean {
  if (!('registerProtocolHandler' in navigator)) return false;
  try {
    return localStorage.getItem(askedKey) === null;
  } catch {
    return false;
  }
}

/** Asks the browser to open links with numbers here; false where it does not let pages do that. */
export function askForPhoneLinks(): boolean {
  try {
    for (const scheme of schemes) navigator.registerProtocolHandler(scheme, `${location.origin}/?dial=%s`);
    localStorage.setItem(askedKey, 'asked');
    return true;
  } catch (cause) {
    console.warn('[omnibar] links with numbers cannot be opened here', cause);
    return false;
  }
}
