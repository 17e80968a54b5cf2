import { type LocalFlags, localFlags as localFlagsShape } from '@sidetone/contract/entities/preferences.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const storageKey = 'sidetone.local-flags';

/** The things that this browser remembers to have done. */
export const localFlags = createStore<LocalFlags>(() => readLocalFlags(stored()));

/** Remembers something in this browser; immediately for every tab of it. */
export function setLocalFlag<Name extends keyof LocalFlags>(name: Name, value: LocalFlags[Name]): void {
  const text = stored();
  // Another tab may have remembered something since this one read it.
  const known = text === null ? localFlags.getState() : readLocalFlags(text);
  const flags = { ...known, [name]: value };
  localFlags.setState(flags, true);
  try {
    localStorage.setItem(storageKey, JSON.stringify(flags));
  } catch {
    // Without storage it is remembered until the page is closed.
  }
}

/** Whether this browser remembers one thing, live. */
export function useLocalFlag<Name extends keyof LocalFlags>(name: Name): LocalFlags[Name] {
  return useStore(localFlags, (flags) => flags[name]);
}

/** Follows the other tabs of this browser. Returns the way to stop. */
export function followLocalFlags(): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey || key === null) localFlags.setState(readLocalFlags(newValue), true);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** The stored flags; one that cannot be read counts as not done. */
export function readLocalFlags(text: string | null): LocalFlags {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    // A value that is not JSON says nothing.
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
