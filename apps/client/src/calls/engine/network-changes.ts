/** Chromium's network information, which the types of the DOM leave out. */
interface WithConnection {
  readonly connection?: EventTarget;
}

/**
 * Tells that the machine may have another network now. `online`: it had none before. `connection`: another one may have
 * taken its place, or only its speed is estimated again; Chromium alone reports it. Returns the way to stop.
 */
export function hearNetworkChanges(listener: (change: 'online' | 'connection') => void): () => void {
  const hearing = new AbortController();
  const { signal } = hearing;
  globalThis.addEventListener?.('online', () => listener('online'), { signal });
  const { connection } = (globalThis.navigator ?? {}) as WithConnection;
  connection?.addEventListener('change', () => listener('connection'), { signal });
  return () => hearing.abort();
}
