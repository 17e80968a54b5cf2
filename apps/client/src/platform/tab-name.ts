import { newId } from './new-id.ts';

/** The name of the tab while none of its pages is shown. */
const leftKey = 'sidetone.left-tab';
/** The last name of the tab, which a duplicate takes along. */
const lastKey = 'sidetone.tab';
let name = newId();

/**
 * Names this tab from its first page to its last one. A duplicate takes over the storage of a tab, but not its name: a
 * page hands the name to the next one of its tab when it goes. After a crash the next page takes it where no page holds
 * the lock of that name any longer. Resolves once the name is settled; never rejects.
 */
export async function startTab(
  page: EventTarget = window,
  storage: () => Storage = () => sessionStorage,
  // Missing where the connection is not secure.
  locks: LockManager | undefined = navigator.locks,
): Promise<void> {
  const handed = taken(storage);
  name = handed ?? newId();
  page.addEventListener('pagehide', () => keep(storage, leftKey, name));
  // A page that was only suspended continues.
  page.addEventListener('pageshow', () => void taken(storage));
  const last = handed === null ? read(storage, lastKey) : null;
  if (last !== null && (await hold(locks, last, { ifAvailable: true }))) name = last;
  // The previous page may still hold it for a moment.
  else void hold(locks, name, {});
  keep(storage, lastKey, name);
}

/** The name of the tab that this page is shown in. */
export function tabName(): string {
  return name;
}

/** Holds the lock of a name as long as the page lives. Resolves to whether it is held, which is false without locks. */
function hold(locks: LockManager | undefined, of: string, options: LockOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const whileHeld = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    };
    if (locks === undefined) resolve(false);
    else locks.request(`sidetone.tab ${of}`, options, whileHeld).catch(() => resolve(false));
  });
}

function taken(storage: () => Storage): string | null {
  const left = read(storage, leftKey);
  if (left !== null) storage().removeItem(leftKey);
  return left;
}

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function keep(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // The browser stores nothing: the next page is another tab.
  }
}
