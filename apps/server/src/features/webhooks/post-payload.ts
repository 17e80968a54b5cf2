import type { SecretBox } from '../../storage/secret-box.ts';
import { jsonPayload } from './payload/json-payload.ts';
import type { SentCall } from './payload/sent-call.ts';
import { vconPayload } from './payload/vcon-payload.ts';
import type { Post } from './ports.ts';
import { postSigned, type TryResult } from './post-signed.ts';
import { headersToSend, type WebhookRow } from './webhook-row.ts';

interface PostDeps {
  readonly box: Pick<SecretBox, 'unseal'>;
  readonly post: Post;
  /** The host that this server is known by. */
  readonly host: string;
}

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
  const { secret, headers } = secrets;
  const { url, method } = row;
  return await postSigned(post, { url, method, headers, secret, eventId, type, contentType, body }, signal);
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

function unsealed(box: Pick<SecretBox, 'unseal'>, row: WebhookRow) {
  try {
    return { secret: box.unseal(row.secret_sealed), headers: headersToSend(box, row) };
  } catch {
    // Another data folder sealed it, as after a restored backup without its key file.
    return null;
  }
}
