import { z } from 'zod';
import { onPersonChange } from '#live/line/session.ts';
import { logLine } from '#platform/log-book.ts';
import { newId } from '#platform/new-id.ts';
import { createDrafts, type KeptPictures } from './draft.ts';

const databaseName = 'sidetone-feedback';
const storeName = 'pictures';
const onlyKey = 'draft';
const stored = z.object({ user: z.string(), files: z.array(z.instanceof(File)) });

/** The pictures in this browser's IndexedDB. */
const inIndexedDb: KeptPictures = {
  async read(user) {
    const found = stored.safeParse(await inStore('readonly', (store) => store.get(onlyKey)));
    if (found.success && found.data.user === user) return found.data.files;
    await inStore('readwrite', (store) => store.delete(onlyKey));
    return [];
  },
  async write(user, files) {
    await inStore('readwrite', (store) =>
      files.length === 0 ? store.delete(onlyKey) : store.put({ user, files }, onlyKey),
    );
  },
};

/** The feedback that is being written in this browser. */
export const drafts = createDrafts({
  box: localStorage,
  kept: inIndexedDb,
  newId,
  readDataUrl,
  onTrouble: (cause) => logLine('warn', 'feedback: draft not kept', { cause: String(cause) }),
});

// The next user must not see the draft of the previous one.
onPersonChange((webUserId) => void drafts.open(webUserId));

/** Does one thing in a transaction of its own; resolves when it is on the disk. */
async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Pick<IDBRequest<unknown>, 'result'>,
): Promise<unknown> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error('another tab holds the pictures'));
  });
}

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
