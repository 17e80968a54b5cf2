import { type Kysely, sql } from 'kysely';

/**
 * Others hear who carries a node and where. Renewals of a lease are quiet: each node makes one every few seconds. A node knows the
 * machine of its carrier, which may come back to it before the lease has run out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table nodes add column carrier text`.execute(db);
  await sql`create trigger announce after insert or delete on nodes
    for each row execute function announce_row('node')`.execute(db);
  await sql`create trigger announce_change after update on nodes
    for each row when (
      (new.epoch, new.sip_address, new.http_address, new.release, new.state)
      is distinct from (old.epoch, old.sip_address, old.http_address, old.release, old.state))
    execute function announce_row('node')`.execute(db);
}
