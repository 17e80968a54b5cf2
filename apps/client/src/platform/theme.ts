import { createStore } from 'zustand/vanilla';
import { bridge } from './desktop-bridge.ts';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'sidetone.theme';

/** The chosen appearance of this browser. `public/before-app.js` applies it before the first paint. */
export const theme = createStore<{ theme: Theme }>(() => ({ theme: storedTheme() }));

/** Changes the appearance immediately and remembers it in this browser. */
export function chooseTheme(next: Theme): void {
  try {
    if (next === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyTheme(next);
  theme.setState({ theme: next });
}

/** Applies the stored appearance to the page again, and follows other tabs. */
export function startTheme(): void {
  applyTheme(theme.getState().theme);
  addEventListener('storage', (event) => {
    // Without a key the whole storage was cleared.
    if (event.key !== storageKey && event.key !== null) return;
    applyTheme(storedTheme());
    theme.setState({ theme: storedTheme() });
  });
}

function applyTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  bridge().setTheme(next);
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
