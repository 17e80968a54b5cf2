import type { WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { jsonPayload } from './payload/json-payload.ts';
import type { SentCall } from './payload/sent-call.ts';
import { vconPayload } from './payload/vcon-payload.ts';
import type { Post } from './ports.ts';
import { signatureOf } from './signature.ts';
import { headersToSend, type WebhookRow } from './webhook-row.ts';

interface PostDeps {
  readonly box: Pick<SecretBox, 'unseal'>;
  readonly post: Post;
  /** The host that this server is known by. */
  readonly host: string;
}

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

interface Sent {
  /** A UUID of `vconUuids`, the same at each try, so that receivers know what they have already. */
  readonly eventId: string;
  readonly createdAt: Date;
  readonly type: 'call.documented' | 'test';
  readonly call: SentCall;
}

/** Sends a call to a webhook once. Rejects with the reason of the signal. */
export async function postPayload(
  { box, post, host }: PostDeps,
  row: WebhookRow,
  sent: Sent,
  signal: AbortSignal,
): Promise<TryResult> {
  const secrets = unsealed(box, row);
  if (secrets === null) return { outcome: 'failed', status: null, problem: 'secretLost', retryAfterSeconds: null };
  const { eventId, type } = sent;
  const payload = payloadOf(row, sent, host);
  if (payload === null) return { outcome: 'failed', status: null, problem: 'notWritten', retryAfterSeconds: null };
  const { body, contentType } = payload;
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    ...secrets.headers,
    'content-type': contentType,
    'event-id': eventId,
    'event-type': type,
    'sidetone-timestamp': String(timestamp),
    'sidetone-signature': signatureOf(secrets.secret, timestamp, body),
  };
  const posted = await post({ url: row.url, method: row.method, headers, body }, signal);
  if (posted.status === null)
    return { outcome: 'failed', status: null, problem: posted.problem, retryAfterSeconds: null };
  const { status } = posted;
  if (status >= 200 && status < 300) return { outcome: 'arrived', status };
  if (status === 410) return { outcome: 'gone', status, problem: 'gone' };
  const { retryAfterSeconds } = posted;
  return { outcome: 'failed', status, problem: problemOf(status), retryAfterSeconds };
}

function payloadOf(
  { payload }: WebhookRow,
  { call, eventId: uuid, createdAt }: Sent,
  host: string,
): { body: string; contentType: string } | null {
  if (payload === 'JSON') return { body: JSON.stringify(jsonPayload(call)), contentType: 'application/json' };
  try {
    return { body: JSON.stringify(vconPayload(call, { uuid, createdAt, host })), contentType: 'application/vcon' };
  } catch {
    // It breaks the draft. The error may have words of the call, so that it goes nowhere.
    return null;
  }
}

function problemOf(status: number): WebhookProblem {
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'failing' : 'refused';
}

function unsealed(box: Pick<SecretBox, 'unseal'>, row: WebhookRow) {
  try {
    return { secret: box.unseal(row.secret_sealed), headers: headersToSend(box, row) };
  } catch {
    // Another data folder sealed it, as after a restored backup without its key file.
    return null;
  }
}
