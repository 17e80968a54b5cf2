import { type AuditAction, type AuditEntry, auditAction } from '@sidetone/contract/entities/audit.ts';
import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';

/** Which lines of the audit log are asked for; times are ISO 8601. */
export interface AuditQuestion {
  readonly before?: string | undefined;
  /** Only what came after this one, oldest first. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * A page of the audit log of these scopes, newest first; `next` begins the page after it, null on the last one. With
 * `after` it is what was committed later, oldest first, and `next` is the `after` of the page behind it: ids are given when
 * a line is written, so one with a lower id may come into sight after another.
 */
export async function readAuditLog(
  db: Database,
  scopes: readonly string[],
  { before, after, limit, action, actor, target, from, until }: AuditQuestion,
): Promise<{ entries: (AuditEntry & { rev: number })[]; next: string | null }> {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('audit_chain', 'audit_chain.entry_id', 'audit_log.id')
    .selectAll('audit_log')
    .where('scope', 'in', scopes);
  if (before !== undefined) query = query.where('audit_log.id', '<', before);
  if (after !== undefined) query = query.where('audit_chain.position', '>', placeOf(after));
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor !== undefined) query = query.where('actor_user_id', '=', actor);
  if (target !== undefined) query = query.where('target', '=', target);
  if (from !== undefined) query = query.where('at', '>=', new Date(from));
  if (until !== undefined) query = query.where('at', '<', new Date(until));
  const rows = await query
    .orderBy(after === undefined ? 'audit_log.id' : 'audit_chain.position', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const entries = page.flatMap((row) => {
    // A line that another version wrote has no words here.
    const known = auditAction.safeParse(row.action);
    if (!known.success) return [];
    const { id, target, detail, address, rev } = row;
    const entry = { id, target, detail, address, at: row.at.toISOString(), actorUserId: row.actor_user_id };
    return [{ ...entry, action: known.data, rev: Number(rev) }];
  });
  return { entries, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** The position of an entry in the order of commits, or of the nearest one with a lower id; 0 if there is none. */
const placeOf = (id: string) =>
  sql<string>`coalesce(
    (select position from audit_chain where entry_id <= ${id} order by entry_id desc limit 1), 0)`;
