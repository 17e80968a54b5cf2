import type { Method, Params, Result } from '../protocol.ts';

/** How a media process is asked; rejects with `MediaError`, MEDIA_UNAVAILABLE where no answer comes in time. */
export type Ask = <M extends Method>(method: M, params: Params<M>, timeoutMs?: number) => Promise<Result<M>>;
