import type { WebhookMethod, WebhookProblem } from '@sidetone/contract/entities/webhook.ts';

/** One request to a receiver. */
interface Posting {
  readonly url: string;
  readonly method: WebhookMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of it: the status of an answer, or why there was none. What an answer says beyond that is not read. */
type Posted =
  | {
      readonly status: number;
      /** It said when to come back. */
      readonly retryAfterSeconds: number | null;
    }
  | { readonly status: null; readonly problem: WebhookProblem };

/**
 * Sends a request to a host that somebody entered; redirects lead to no other host, and the server's own network is out of
 * reach. Rejects with nothing but the reason of the signal.
 */
export type Post = (posting: Posting, signal: AbortSignal) => Promise<Posted>;
