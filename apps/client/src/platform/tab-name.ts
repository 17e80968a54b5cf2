import { newId } from './new-id.ts';

/** The name of the tab while none of its pages is shown. */
const leftKey = 'sidetone.left-tab';
/** The name that the tab had last, which a duplicate takes along. */
const lastKey = 'sidetone.tab';
let name = newId();

/**
 * Names this tab from its first page to its last one. What a tab keeps goes along into its duplicate; the name does not: a
 * page hands it to the next one of its tab as it goes. Of one that went without a word, such as in a crash, the next one
 * takes it where no page holds the lock of that name any more. Fulfils once the name is settled; never rejects.
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
  // A page that was only put aside continues.
  page.addEventListener('pageshow', () => void taken(storage));
  const last = handed === null ? read(storage, lastKey) : null;
  if (last !== null && (await hold(locks, last, { ifAvailable: true }))) name = last;
  // The page before may still be letting go of it.
  else void hold(locks, name, {});
  keep(storage, lastKey, name);
}

/** Of the tab that this page is shown in. */
export function tabName(): string {
  return name;
}

/** Holds the lock of a name as long as the page lives. Fulfils with whether it is held, which is false without locks. */
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
    // A browser that keeps nothing: the next page is another tab.
  }
}
