import type { ApiError } from '../line/api-error.ts';

/** What is known of a live query. */
export interface LiveResult<Row> {
  readonly rows: readonly Row[];
  /** `loading` until the first snapshot; `failed` when the server refused. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ApiError | null;
}
