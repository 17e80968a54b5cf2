import type { WebhookMethod, WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Post } from './ports.ts';
import { signatureOf } from './signature.ts';

/** What one try came to. `arrived`: the receiver has it. `gone`: it wants nothing any more. */
export type TryResult =
  | { readonly outcome: 'arrived'; readonly status: number }
  | { readonly outcome: 'gone'; readonly status: number; readonly problem: WebhookProblem }
  | {
      readonly outcome: 'failed';
      readonly status: number | null;
      readonly problem: WebhookProblem;
      /** The receiver said when to come back. */
      readonly retryAfterSeconds: number | null;
    };

interface Signed {
  readonly url: string;
  readonly method: WebhookMethod;
  /** Those that the webhook has of its own; left out: none. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly secret: string;
  /** The same at each try, so that receivers know what they have already. */
  readonly eventId: string;
  readonly type: string;
  readonly contentType: string;
  readonly body: string;
}

/** Signs a body with the secret of a webhook and posts it once. Rejects with the reason of the signal. */
export async function postSigned(
  post: Post,
  { url, method, headers: own, secret, eventId, type, contentType, body }: Signed,
  signal: AbortSignal,
): Promise<TryResult> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    ...own,
    'content-type': contentType,
    'event-id': eventId,
    'event-type': type,
    'sidetone-timestamp': String(timestamp),
    'sidetone-signature': signatureOf(secret, timestamp, body),
  };
  const posted = await post({ url, method, headers, body }, signal);
  if (posted.status === null)
    return { outcome: 'failed', status: null, problem: posted.problem, retryAfterSeconds: null };
  const { status, retryAfterSeconds } = posted;
  if (status >= 200 && status < 300) return { outcome: 'arrived', status };
  if (status === 410) return { outcome: 'gone', status, problem: 'gone' };
  return { outcome: 'failed', status, problem: problemOf(status), retryAfterSeconds };
}

function problemOf(status: number): WebhookProblem {
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'failing' : 'refused';
}
