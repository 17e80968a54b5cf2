import type { ApiError } from './api-error.ts';

export interface LiveListener {
  /** A message as it came from the wire, not parsed yet. */
  message(message: unknown): void;
  /** The server refused the subscription, or ended it for good. */
  failed(error: ApiError): void;
}

/** Where live queries come from. A source resumes by itself after a lost connection, with a new snapshot. */
export interface LiveSource {
  /** Watches one query until the returned function is called. */
  subscribe(name: string, params: unknown, listener: LiveListener): () => void;
  /**
   * Leaves the connection, which belongs to the user who was signed in when it was opened; what is watched continues on
   * a new one.
   */
  renew(): void;
}
