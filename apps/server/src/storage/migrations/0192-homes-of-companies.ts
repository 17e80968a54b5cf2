import { type Kysely, sql } from 'kysely';

/**
 * Every company has a home: the node that keeps its registrations, trunks and calls. Companies that are there belong to
 * the node that ran last. A node says where others reach its carrier, and whether it takes new calls.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table nodes
    add column sip_address text, add column http_address text, add column release text,
    add column state text not null default 'up' check (state in ('up', 'draining'))`.execute(db);
  await sql`alter table accounts add column node text not null default 'node-1'`.execute(db);
  await sql`update accounts set node = found.node
    from (select node from nodes order by lease_until desc limit 1) found`.execute(db);
  await sql`create index accounts_node on accounts (node)`.execute(db);
}
