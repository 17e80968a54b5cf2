import { type LocalFlags, localFlags as localFlagsShape } from '@sidetone/contract/entities/preferences.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const storageKey = 'sidetone.local-flags';

/** What this browser remembers having done. */
export const localFlags = createStore<LocalFlags>(() => readLocalFlags(stored()));

/** Remembers something in this browser; at once for every tab of it. */
export function setLocalFlag<Name extends keyof LocalFlags>(name: Name, value: LocalFlags[Name]): void {
  const text = stored();
  // Another tab may have remembered something since this one looked.
  const known = text === null ? localFlags.getState() : readLocalFlags(text);
  const flags = { ...known, [name]: value };
  localFlags.setState(flags, true);
  try {
    localStorage.setItem(storageKey, JSON.stringify(flags));
  } catch {
    // Without storage it is remembered until the page is closed.
  }
}

/** What this browser remembers of one thing, as it changes. */
export function useLocalFlag<Name extends keyof LocalFlags>(name: Name): LocalFlags[Name] {
  return useStore(localFlags, (flags) => flags[name]);
}

/** Follows what other tabs of this browser remember. Returns the way to stop. */
export function followLocalFlags(): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey || key === null) localFlags.setState(readLocalFlags(newValue), true);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** What was stored; whatever cannot be read counts as not done. */
export function readLocalFlags(text: string | null): LocalFlags {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    // What is no JSON tells of nothing.
  }
  return localFlagsShape.catch(() => localFlagsShape.parse({})).parse(parsed);
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
