/** Opens an IndexedDB database when it is first needed, and again after the browser has closed it. */
export function openDatabase(
  name: string,
  version: number,
  create: (database: IDBDatabase) => void,
): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => create(request.result);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        // Another tab brings a newer version, or the user deletes it: they must not wait for this one.
        database.onversionchange = () => {
          database.close();
          forget();
        };
        database.onclose = forget;
        resolve(database);
      };
    });
  return () => {
    opened ??= open().catch((cause: unknown) => {
      forget();
      throw cause;
    });
    return opened;
  };
}

/** The answer of a request. */
export function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when a transaction is written. */
export function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}
