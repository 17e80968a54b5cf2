import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { Webhook, WebhookChange } from '@sidetone/contract/entities/webhook.ts';
import {
  problemOfWebhookUrl,
  problemsOfWebhook,
  type WebhookEntryIssue,
} from '@sidetone/contract/rules/ai/webhooks.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { problemOfPlace } from '../../network/problem-of-place.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { askForErasure } from '../../storage/erasure.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { sharedAmong } from './shared-channels.ts';
import { newSecret } from './signature.ts';
import { headersToKeep, type WebhookRow, webhookOf } from './webhook-row.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly box: SecretBox;
  /** Which hosts of the server's own network may be sent to, see WEBHOOK_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
}

/** The administrator who asks, and from where. */
export interface AskedBy extends Pick<Caller, 'userId' | 'accountId'> {
  readonly address: string;
}

/** The webhooks of an account. */
export async function readWebhooks(db: Database, accountId: string): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).execute();
  return rows.map(webhookOf);
}

/**
 * Keeps a webhook, its secret headers sealed; a new one comes with the secret that its deliveries are signed with. Throws
 * `Refusal` VALIDATION_FAILED with what is wrong by field, and CONFLICT where somebody else changed, deleted or added one.
 */
export async function saveWebhook(
  { db, box, hosts }: WebhookDeps,
  by: AskedBy,
  id: string,
  change: WebhookChange,
): Promise<{ webhook: Webhook; secret: string | null }> {
  const entered = { ...change, url: canonical(change.url) };
  const form = problemOfWebhookUrl(entered.url);
  const place = form ?? (await problemOfPlace(hosts, entered.url));
  if (place !== null) refuse([{ path: 'url', message: place }]);
  return await db.transaction().execute(async (trx) => {
    const before = await ownWebhook(trx, by.accountId, id);
    if (Number(before?.rev ?? 0) !== change.rev) throw conflict();
    refuse(problemsOfWebhook(entered, before === null ? null : webhookOf(before)));
    await refuseOtherChannels(trx, by.accountId, entered.channels, before);
    const secret = before === null ? newSecret() : null;
    const values = {
      url: entered.url,
      method: entered.method,
      headers: jsonText(headersToKeep(box, entered.headers, before)),
      channel_ids: entered.channels.length === 0 ? null : [...new Set(entered.channels)],
      payload: entered.payload,
      state: 'on' as const,
    };
    const row =
      secret === null
        ? await trx.updateTable('webhooks').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
        : await trx
            .insertInto('webhooks')
            .values({ ...values, id, account_id: by.accountId, secret_sealed: box.seal(secret) })
            .onConflict((conflicting) => conflicting.doNothing())
            .returningAll()
            .executeTakeFirst();
    if (!row) throw conflict();
    // Of an address and of secrets that are no longer used nothing stays on the disk.
    if (before !== null) await askForErasure(trx, ['webhooks']);
    const detail = { host: URL.parse(entered.url)?.host, payload: entered.payload, channels: entered.channels.length };
    await note(trx, by, before === null ? 'webhook.added' : 'webhook.changed', id, detail);
    return { webhook: webhookOf(row), secret };
  });
}

/** Deletes a webhook; what waits to be delivered is gone with it. Throws `Refusal` NOT_FOUND. */
export async function removeWebhook({ db }: Pick<WebhookDeps, 'db'>, by: AskedBy, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await ownWebhook(trx, by.accountId, id);
    if (!row) throw notFound('webhook');
    await trx.deleteFrom('webhooks').where('id', '=', id).execute();
    await note(trx, by, 'webhook.removed', id, { host: URL.parse(row.url)?.host });
  });
}

/** Makes a new secret to sign with; the one before is no longer used. Throws `Refusal` NOT_FOUND. */
export async function renewSecret(
  { db, box }: Pick<WebhookDeps, 'db' | 'box'>,
  by: AskedBy,
  id: string,
): Promise<string> {
  const secret = newSecret();
  await db.transaction().execute(async (trx) => {
    const row = await ownWebhook(trx, by.accountId, id);
    if (!row) throw notFound('webhook');
    await trx
      .updateTable('webhooks')
      .set({ secret_sealed: box.seal(secret) })
      .where('id', '=', id)
      .execute();
    await askForErasure(trx, ['webhooks']);
    await note(trx, by, 'webhook.secretRenewed', id, { host: URL.parse(row.url)?.host });
  });
  return secret;
}

/** Adds a line to the audit log; never with a secret, and of an address only its host. */
export const note = async (
  trx: Writer,
  { accountId, userId, address }: AskedBy,
  action: AuditAction,
  target: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => await audit(trx, { accountId, actorUserId: userId, address, action, target, detail });

async function ownWebhook(trx: Writer, accountId: string, id: string): Promise<WebhookRow | null> {
  const row = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A channel that was chosen before may be gone, which is no reason to refuse what else is changed. */
async function refuseOtherChannels(
  trx: Writer,
  accountId: string,
  channels: readonly string[],
  before: WebhookRow | null,
): Promise<void> {
  const shared = await sharedAmong(trx, accountId, channels);
  const wasThere = before?.channel_ids ?? [];
  const isFine = channels.every((channel) => shared.has(channel) || wasThere.includes(channel));
  if (!isFine) refuse([{ path: 'channels', message: 'notShared' }]);
}

function refuse(issues: readonly WebhookEntryIssue[]): void {
  if (issues.length > 0)
    throw new Refusal('VALIDATION_FAILED', 'The webhook is not complete.', { issues: [...issues] });
}

/** Written as browsers write it, so that everyone reads the same host in it. */
function canonical(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  parsed.hash = '';
  return parsed.href;
}

const conflict = () => new Refusal('CONFLICT', 'Someone else changed the webhook.');
