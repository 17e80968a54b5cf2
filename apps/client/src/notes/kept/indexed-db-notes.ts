import { z } from 'zod';
import { type KeptNote, type KeptNotes, type NoteKey, replaced } from './kept-notes.ts';

const databaseName = 'sidetone-notes';
const storeName = 'notes';

const keptNote: z.ZodType<KeptNote> = z.object({
  user: z.string(),
  channelId: z.string(),
  docId: z.string(),
  content: z.string(),
  base: z.object({ content: z.string(), revision: z.number().int().nonnegative() }),
  sent: z.array(z.string()),
  stamp: z.string(),
});

/** Runs work in one transaction and resolves once it is on the disk. */
type InTransaction = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>) => Promise<T>;

/** Keeps notes in this browser's IndexedDB: they outlive the page, the browser and the machine. Rejects where it has none. */
export async function indexedDbNotes(): Promise<KeptNotes> {
  const inOne = transactions(await open());
  return {
    lasts: true,
    read: (key) => inOne('readonly', (store) => find(store, key)),
    all: (user) =>
      inOne('readonly', async (store) => {
        // An array is greater than every string.
        const found = await answer(store.getAll(IDBKeyRange.bound([user], [user, []])));
        return found.flatMap((one) => keptNote.safeParse(one).data ?? []);
      }),
    keep: (key, draft, over) =>
      inOne('readwrite', async (store) => {
        const found = await find(store, key);
        const note = replaced(key, draft, over, found);
        if (note === null) return { is: 'overtaken' as const, note: found as KeptNote };
        await answer(store.put(note));
        return { is: 'kept' as const, note };
      }),
    amend: (key, change) =>
      inOne('readwrite', async (store) => {
        const found = await find(store, key);
        if (found) await answer(store.put({ ...found, ...change(found) }));
      }),
    forget: (key, stamp) =>
      inOne('readwrite', async (store) => {
        const found = await find(store, key);
        if (found && stamp !== undefined && found.stamp !== stamp) return false;
        await answer(store.delete(placeOf(key)));
        return true;
      }),
  };
}

/** Transactions of a database, which is opened again where it was closed. */
function transactions(first: IDBDatabase): InTransaction {
  let database: Promise<IDBDatabase> | null = Promise.resolve(first);
  return async (mode, work) => {
    database ??= open();
    const opened = await database.catch((cause: unknown) => {
      database = null;
      throw cause;
    });
    let transaction: IDBTransaction;
    try {
      transaction = opened.transaction(storeName, mode, { durability: 'strict' });
    } catch (cause) {
      // The browser closed it, as when users clear what sites have stored.
      database = null;
      throw cause;
    }
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), ended(transaction)]);
    return result;
  };
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser took the note back'));
  });
}

async function find(store: IDBObjectStore, key: NoteKey): Promise<KeptNote | null> {
  return keptNote.safeParse(await answer(store.get(placeOf(key)))).data ?? null;
}

function placeOf({ user, channelId, docId }: NoteKey): IDBValidKey {
  return [user, channelId, docId];
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(storeName, { keyPath: ['user', 'channelId', 'docId'] });
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      // A newer version of the app in another tab may change what is stored.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
