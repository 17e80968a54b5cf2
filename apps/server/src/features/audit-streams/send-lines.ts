import { auditStreamTarget } from '@sidetone/contract/entities/audit-stream.ts';
import type { WebhookProblem } from '@sidetone/contract/entities/webhook.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { StreamDeps } from './ports.ts';
import { sendSyslog } from './send-syslog.ts';
import { framed, type StreamedLine, syslogMessage } from './syslog-message.ts';

export type StreamRow = Selectable<Schema['audit_streams']>;

/** `problem` null: the receiver has them. */
export interface Sent {
  readonly problem: WebhookProblem | null;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
}

/** Sends lines to the receiver once. Rejects with the reason of the signal. */
export async function sendLines(
  deps: Pick<StreamDeps, 'box' | 'post' | 'hosts' | 'host'>,
  row: StreamRow,
  lines: readonly StreamedLine[],
  signal: AbortSignal,
  type: 'audit.lines' | 'test' = 'audit.lines',
): Promise<Sent> {
  const target = auditStreamTarget.parse(row.target);
  if (target.way !== 'webhook') {
    const payload = framed(lines.map((line) => syslogMessage(line, deps.host)));
    const problem = await sendSyslog(deps.hosts, target, payload, signal);
    return { problem, status: null, retryAfterSeconds: null };
  }
  const secrets = unsealed(deps, row);
  if (secrets === null) return { problem: 'secretLost', status: null, retryAfterSeconds: null };
  const posted = await deps.post(
    {
      url: target.url,
      method: 'POST',
      headers: secrets.authorization === null ? {} : { authorization: secrets.authorization },
      secret: secrets.secret,
      eventId: `${row.account_id}-${lines.at(-1)?.id ?? type}`,
      type,
      contentType: 'application/json',
      body: JSON.stringify({ version: '1', accountId: row.account_id, lines }),
    },
    signal,
  );
  if (posted.outcome === 'arrived') return { problem: null, status: posted.status, retryAfterSeconds: null };
  const { problem, status } = posted;
  return { problem, status, retryAfterSeconds: posted.outcome === 'failed' ? posted.retryAfterSeconds : null };
}

function unsealed({ box }: Pick<StreamDeps, 'box'>, row: StreamRow) {
  try {
    const { secret_sealed: secret, authorization_sealed: authorization } = row;
    return secret && { secret: box.unseal(secret), authorization: authorization && box.unseal(authorization) };
  } catch {
    // Another data folder sealed it, as after a restored backup without its key file.
    return null;
  }
}
