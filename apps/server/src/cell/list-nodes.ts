import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** A node as an operator sees it. */
export interface ListedNode {
  readonly node: string;
  /** Whether a process holds its lease now. */
  readonly isCarried: boolean;
  readonly state: 'up' | 'draining';
  readonly epoch: number;
  /** Machine and data folder of its carrier, or of the last one. */
  readonly carrier: string | null;
  readonly sipAddress: string | null;
  readonly httpAddress: string | null;
  readonly release: string | null;
  /** Companies that are at home there. */
  readonly companies: number;
  /** Calls that run there. */
  readonly calls: number;
}

/** All nodes by name, those too that companies are at home at and nobody has ever carried. */
export async function listNodes(db: Database): Promise<readonly ListedNode[]> {
  const { rows } = await sql<Omit<ListedNode, 'epoch'> & { epoch: string }>`
    select named.node, coalesce(lease_until > now(), false) as "isCarried", coalesce(state, 'up') as state,
      coalesce(epoch, 0) as epoch, carrier, sip_address as "sipAddress", http_address as "httpAddress", release,
      (select count(*)::int from accounts where accounts.node = named.node) as companies,
      (select count(*)::int from calls where calls.node = named.node and ended_at is null) as calls
    from (select node from nodes union select node from accounts) as named left join nodes using (node)
    order by named.node`.execute(db);
  return rows.map((row) => ({ ...row, epoch: Number(row.epoch) }));
}
