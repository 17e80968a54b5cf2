import { bridge } from './desktop-bridge.ts';
import { currentPreferences } from './preferences.ts';

/** Opens and closes the search. */
export const searchHotkey = 'Mod+K';

/**
 * Opens the channel at this place in the left column, 1 to 9. A browser takes Mod and a digit for its own tabs, so the
 * web adds Alt; the physical key, since Option on a Mac turns digits into other letters.
 */
export function channelHotkey(place: number) {
  return ownKeys(`Mod+Alt+[Digit${place as 1}]` as const);
}

/**
 * The web's combination without the Alt that keeps it away from the browser, where the page has a window of its own. The
 * type stays the web's: both are combinations, and which of them it is shows at run time only.
 */
export function ownKeys<Keys extends `Mod+Alt+${string}`>(onTheWeb: Keys, { desktop } = here()): Keys {
  return desktop ? (onTheWeb.replace('Alt+', '') as Keys) : onTheWeb;
}

interface Keyboard {
  /** The page runs in a program of its own, where no browser uses keys itself. */
  readonly desktop: boolean;
  readonly mac: boolean;
}

function here(): Keyboard {
  return { desktop: bridge().kind === 'desktop', mac: bridge().platform === 'mac' };
}

/**
 * Calls the favorite with this digit; the first combination is the one that is shown. A Mac uses some digits with Shift
 * for screenshots, so there Alt may be held as well.
 */
export function favoriteHotkeys(digit: string, { desktop, mac }: Keyboard = here()) {
  const key = `[Digit${digit as '1'}]` as const;
  if (desktop) return [`Mod+Alt+${key}`] as const;
  return mac ? ([`Mod+Shift+${key}`, `Mod+Alt+Shift+${key}`] as const) : ([`Mod+Shift+${key}`] as const);
}

/** Opens the settings. */
export const settingsHotkey = 'Mod+,';

/** Creates a contact, and adds a number to one. A browser uses Mod and N for its own windows, so the web adds Alt. */
export const newContactHotkey = ownKeys('Mod+Alt+[KeyN]');
export const addNumberHotkey = ownKeys('Mod+Alt+Shift+[KeyN]');

/** Opens and closes the log of the call that runs. KEY-016 */
export const callLoggingHotkey = ownKeys('Mod+Alt+Shift+L');

/** Whether a key is a letter or sign that does nothing because the user switched shortcuts off. */
export function isSilenced({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return [...key].length === 1 && key !== ' ' && !currentPreferences().shortcutsEnabled;
}
