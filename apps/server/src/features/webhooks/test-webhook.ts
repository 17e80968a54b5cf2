import type { WebhookTestResult } from '@sidetone/contract/entities/webhook.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { vconUuids } from '../../vcon/vcon-uuid.ts';
import { inventedCall } from './payload/invented-call.ts';
import type { Post } from './ports.ts';
import { postPayload } from './post-payload.ts';
import { type AskedBy, note } from './webhooks.ts';

interface TestDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly post: Post;
  readonly host: string;
}

/** Sends an invented call to a webhook as it is saved; nothing of it is kept but a line in the audit log. Throws `Refusal` NOT_FOUND. */
export async function testWebhook(
  { db, box, post, host }: TestDeps,
  by: AskedBy,
  id: string,
): Promise<WebhookTestResult> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', by.accountId)
    .executeTakeFirst();
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', '=', by.accountId)
    .executeTakeFirst();
  if (!row || !account) throw notFound('webhook');
  const begun = performance.now();
  const createdAt = new Date();
  const eventId = vconUuids(host)();
  const sent = { eventId, createdAt, type: 'test', call: inventedCall(account, createdAt) } as const;
  const result = await postPayload({ box, post, host }, row, sent, AbortSignal.timeout(60_000));
  const milliseconds = Math.round(performance.now() - begun);
  const problem = result.outcome === 'arrived' ? null : result.problem;
  await db
    .transaction()
    .execute((trx) =>
      note(trx, by, 'webhook.tested', id, { host: URL.parse(row.url)?.host, status: result.status, problem }),
    );
  return { status: result.status, problem, milliseconds };
}
