import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { Kysely } from 'kysely';
import { jsonText } from '../storage/json-text.ts';
import type { Schema } from '../storage/schema.ts';

/** What is kept of something that was changed or refused. */
export interface Audited {
  /** Null for what concerns the server and no account. */
  readonly accountId: string | null;
  /** Null for the server itself, and for people who are not signed in. */
  readonly actorUserId: string | null;
  readonly action: AuditAction;
  /** The id or number of what it was done to. */
  readonly target?: string | null;
  /** What changed, by field names. Never a password, key or token. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The network address that it came from. */
  readonly address?: string | null;
}

/** In the column `scope` of audit log, refusals and bans: what concerns no account. */
export const serverScope = 'server';

/**
 * Adds a line to the audit log within the caller's transaction: what is done and the line about it stand or fall
 * together. Lines can never be changed or removed, and each is chained to the one before
 * (`audit-chain.ts`).
 */
export async function audit(trx: Kysely<Schema>, entry: Audited): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      scope: entry.accountId ?? serverScope,
      account_id: entry.accountId,
      actor_user_id: entry.actorUserId,
      action: entry.action,
      target: entry.target ?? null,
      detail: jsonText(entry.detail ?? {}),
      address: entry.address ?? null,
    })
    .execute();
}
