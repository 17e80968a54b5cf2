import { type Preferences, preferences } from '@sidetone/contract/entities/preferences.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A change of preferences; the parts of a group that are not named stay as they are. */
export type PreferencesChange = {
  readonly [Name in keyof Preferences]?: Preferences[Name] extends object
    ? Partial<Preferences[Name]>
    : Preferences[Name];
};

const storageKey = 'sidetone.preferences';

const store = createStore<Preferences>(() => readPreferences(stored()));

/** The user's settings for the app on this device, for a component. */
export function usePreferences(): Preferences {
  return useStore(store);
}

/** The same at this moment, for code that is not a component. */
export function currentPreferences(): Preferences {
  return store.getState();
}

/** Changes preferences immediately, in every tab of this browser, and remembers them. */
export function changePreferences(change: PreferencesChange): void {
  const next = withChange(store.getState(), change);
  store.setState(next, true);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage they last until the page is closed.
  }
}

/** Follows changes in other tabs of this browser. Returns the way to stop. */
export function followPreferences(): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey || key === null) store.setState(readPreferences(newValue), true);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Stored preferences; each one that is missing or invalid has its default. */
export function readPreferences(text: string | null): Preferences {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? 'null');
  } catch {
    // A value that is not JSON says nothing.
  }
  if (typeof parsed !== 'object' || parsed === null) return preferences.parse({});
  const sound = Object.entries(preferences.shape).filter(
    ([name, shape]) => shape.safeParse((parsed as Record<string, unknown>)[name]).success,
  );
  return preferences.parse(
    Object.fromEntries(sound.map(([name]) => [name, (parsed as Record<string, unknown>)[name]])),
  );
}

function withChange(now: Preferences, change: PreferencesChange): Preferences {
  const { callWindowBehaviorIncoming: incoming, callWindowBehaviorOutgoing: outgoing } = now;
  return {
    ...now,
    ...change,
    callWindowBehaviorIncoming: { ...incoming, ...change.callWindowBehaviorIncoming },
    callWindowBehaviorOutgoing: { ...outgoing, ...change.callWindowBehaviorOutgoing },
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
