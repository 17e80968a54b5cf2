import { type Kysely, sql } from 'kysely';

/**
 * Lines by their owners: each reading of a channel looks for the mobiles of its members. And calls to the outside by their
 * time: each call that a list of blocked callers would refuse asks whether the company has called for help.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channels_owner on channels (owner_user_id) where owner_user_id is not null`.execute(db);
  await sql`create index inbox_events_outgoing on inbox_events (account_id, started_at) where direction = 'OUTGOING'`.execute(
    db,
  );
}
