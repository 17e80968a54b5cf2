import type { MediaClient } from '../media-client.ts';

/** One media process of several. */
export interface Part {
  /** As `/metrics` names it. */
  readonly name: string;
  readonly client: MediaClient;
  /** Endpoints that are open there, without stand-ins. */
  readonly endpoints: Set<string>;
}
