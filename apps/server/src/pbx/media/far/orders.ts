import { MediaError, type MediaErrorCode } from '../media.ts';
import { type Method, type Params, type Result, results } from '../protocol.ts';

/** An order that has not been answered yet. */
export interface Order {
  readonly line: string;
  /** Whether it is given once more where its answer went with a connection. */
  readonly isRepeatable: boolean;
  isSent: boolean;
}

interface Waiting extends Order {
  readonly done: (result: unknown) => void;
  readonly failed: (error: MediaError) => void;
  readonly timer: NodeJS.Timeout;
}

/** What a media process has been asked and not answered. */
export class Orders {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /** `answered` rejects with MEDIA_UNAVAILABLE where nothing comes in time. */
  take<M extends Method>(method: M, params: Params<M>, given: { timeoutMs: number; isRepeatable: boolean }) {
    const id = ++this.#lastId;
    const { promise: answered, resolve, reject } = Promise.withResolvers<Result<M>>();
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      reject(new MediaError('MEDIA_UNAVAILABLE', `no reply to ${method}`));
    }, given.timeoutMs);
    const order: Waiting = {
      line: `${JSON.stringify({ id, method, params })}\n`,
      done: (result) => {
        const parsed = results[method].safeParse(result);
        if (parsed.success) resolve(parsed.data as Result<M>);
        else reject(new MediaError('INTERNAL', `unreadable reply to ${method}`, { cause: parsed.error }));
      },
      failed: reject,
      timer,
      isRepeatable: given.isRepeatable,
      isSent: false,
    };
    this.#waiting.set(id, order);
    return { order, answered };
  }

  /** What came for an order; one that has timed out before has no use for it. */
  answer(heard: { id: number; result?: unknown; error?: { code: MediaErrorCode; message: string } | undefined }): void {
    const waiting = this.#waiting.get(heard.id);
    if (waiting === undefined) return;
    this.#waiting.delete(heard.id);
    clearTimeout(waiting.timer);
    if (heard.error) waiting.failed(new MediaError(heard.error.code, heard.error.message));
    else waiting.done(heard.result);
  }

  get all(): Iterable<Order> {
    return this.#waiting.values();
  }

  fail(code: MediaErrorCode, why: string, which: (order: Order) => boolean = () => true): void {
    for (const [id, waiting] of this.#waiting) {
      if (!which(waiting)) continue;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.failed(new MediaError(code, why));
    }
  }
}
