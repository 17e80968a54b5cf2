import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';

/** The newest link of the chain: operators who wrote it down elsewhere notice that later lines were cut off. */
export interface ChainHead {
  /** How many lines were chained. */
  readonly position: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/** Why the audit log is not what was written. */
export type ChainBreak =
  /** A line says something else than when it was written. */
  | { readonly kind: 'changed'; readonly entryId: string }
  /** A line is gone, and its link is there. */
  | { readonly kind: 'removed'; readonly entryId: string }
  /** The links do not follow each other here. */
  | { readonly kind: 'cut'; readonly position: number }
  /** A line was added past the chain. */
  | { readonly kind: 'smuggled'; readonly entryId: string }
  /** The chain has no longer the head that was written down. */
  | { readonly kind: 'shortened'; readonly position: number };

export type ChainVerdict =
  | { readonly holds: true; readonly head: ChainHead | null }
  | { readonly holds: false; readonly because: ChainBreak };

const pageSize = 2000;

const linkShape = z.object({
  position: z.coerce.number(),
  entryId: z.string(),
  previous: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
  /** Null where the line is gone. */
  text: z.string().nullable(),
});

/**
 * Goes through the whole audit log and its chain in one state of the database, by pages. `noted` is a head of earlier that
 * has to be part of it.
 */
export async function verifyAuditChain(db: Database, noted: ChainHead | null = null): Promise<ChainVerdict> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      let head: ChainHead | null = null;
      let last: Buffer = Buffer.alloc(0);
      let isNoted = noted === null;
      for (;;) {
        const links: z.infer<typeof linkShape>[] = await linksAfter(trx, head?.position ?? 0);
        for (const link of links) {
          const because = breakAt(link, head?.position ?? 0, last);
          if (because !== null) return { holds: false, because };
          last = link.hash;
          head = { position: link.position, hash: link.hash.toString('hex') };
          if (noted?.position === head.position) isNoted = noted.hash === head.hash;
        }
        if (links.length < pageSize) break;
      }
      if (!isNoted) return { holds: false, because: { kind: 'shortened', position: noted?.position ?? 0 } };
      const { rows } = await sql<{ id: string }>`
        select id from audit_log l where not exists (select from audit_chain c where c.entry_id = l.id)
        order by id limit 1`.execute(trx);
      const [extra] = rows;
      if (extra) return { holds: false, because: { kind: 'smuggled', entryId: extra.id } };
      return { holds: true, head };
    });
}

const breakAt = (
  { position, entryId, previous, hash, text }: z.infer<typeof linkShape>,
  before: number,
  last: Buffer,
): ChainBreak | null => {
  if (position !== before + 1 || !previous.equals(last)) return { kind: 'cut', position: before + 1 };
  if (text === null) return { kind: 'removed', entryId };
  const is = createHash('sha256').update(previous).update(text, 'utf8').digest();
  return is.equals(hash) ? null : { kind: 'changed', entryId };
};

// Spelled out once more and not asked of the database by a function, which could be exchanged with the lines.
const linksAfter = async (db: Database, position: number): Promise<z.infer<typeof linkShape>[]> => {
  const { rows } = await sql`
    select c.position, c.entry_id::text as "entryId", c.previous, c.hash,
      case when l.id is not null then jsonb_build_array(
        l.id, l.scope, l.account_id, l.actor_user_id, l.action, l.target, l.detail, l.address,
        to_char(l.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))::text end as text
    from audit_chain c left join audit_log l on l.id = c.entry_id
    where c.position > ${position} order by c.position limit ${pageSize}`.execute(db);
  return z.array(linkShape).parse(rows);
};

/** The newest link; null while nothing was written. */
export async function auditHead(db: Database): Promise<ChainHead | null> {
  const row = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { position: Number(row.position), hash: row.hash.toString('hex') } : null;
}

/** A head as people note it, `120:9f86d0…`. */
export const headText = ({ position, hash }: ChainHead): string => `${position}:${hash}`;

/** Reads a head that was noted; null for what is none. */
export function readHead(text: string): ChainHead | null {
  const [, position, hash] = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return position === undefined || hash === undefined ? null : { position: Number(position), hash: hash.toLowerCase() };
}
