import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { serverScope } from '../../requests/audit.ts';
import type { Writer } from '../../storage/writer.ts';
import type { StreamedLine } from './syslog-message.ts';

/** As a receiver gets them at a time. */
const mostLines = 200;

/** Whether a line `l` is one of the company `a`; that which runs the server has those of the server as well. */
export const isOfCompany: RawBuilder<SqlBool> = sql<SqlBool>`
  (l.scope = a.id or (a.runs_server and l.scope = ${serverScope}))`;

const lineRow = z.object({
  position: z.coerce.string(),
  id: z.string(),
  at: z.date(),
  action: z.string(),
  account_id: z.string().nullable(),
  actor_user_id: z.string().nullable(),
  target: z.string().nullable(),
  detail: z.unknown(),
  address: z.string().nullable(),
});

/**
 * The next lines of a company behind a place of the chain, in its order, which is that of commits: a line never comes into sight
 * before this place later. `position` is that of the last one.
 */
export async function linesAfter(
  db: Writer,
  accountId: string,
  position: string,
): Promise<{ readonly lines: readonly StreamedLine[]; readonly position: string }> {
  const { rows } = await sql`
    select c.position, l.id::text, l.at, l.action, l.account_id, l.actor_user_id, l.target, l.detail, l.address
    from accounts a, audit_chain c join audit_log l on l.id = c.entry_id
    where a.id = ${accountId} and c.position > ${position} and ${isOfCompany}
    order by c.position limit ${mostLines}`.execute(db);
  const read = z.array(lineRow).parse(rows);
  const lines = read.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    accountId: row.account_id,
    actorUserId: row.actor_user_id,
    target: row.target,
    detail: row.detail,
    address: row.address,
  }));
  return { lines, position: read.at(-1)?.position ?? position };
}

const dueRow = z.object({
  account_id: z.string(),
  position: z.coerce.string(),
  head: z.coerce.string(),
  has: z.boolean(),
});

/**
 * The companies of a node whose receivers lack lines, and may be asked now. What others wrote is passed over here, so that a quiet
 * company costs nothing.
 */
export async function companiesWithLines(db: Writer, node: string): Promise<readonly string[]> {
  const { rows } = await sql`
    with newest as (select coalesce(max(position), 0) as head from audit_chain)
    select s.account_id, s.position, newest.head, exists (
      select from audit_chain c join audit_log l on l.id = c.entry_id
      where c.position > s.position and c.position <= newest.head and ${isOfCompany}) as has
    from newest, audit_streams s join accounts a on a.id = s.account_id
    where a.node = ${node} and s.state = 'on' and s.next_at <= now() and s.position < newest.head`.execute(db);
  const due = z.array(dueRow).parse(rows);
  const passed = due.filter(({ has }) => !has);
  if (passed.length > 0) {
    await sql`
      update audit_streams set position = seen.head
      from unnest(${passed.map(({ account_id }) => account_id)}::text[], ${passed.map(({ position }) => position)}::bigint[],
        ${passed.map(({ head }) => head)}::bigint[]) as seen (account_id, position, head)
      where audit_streams.account_id = seen.account_id and audit_streams.position = seen.position`.execute(db);
  }
  return due.filter(({ has }) => has).map(({ account_id }) => account_id);
}
