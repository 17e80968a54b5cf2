import { type Kysely, sql } from 'kysely';

/** Members of queues who take no calls for now, with a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel_members
    -- The id of the reason within the account.
    add column pause_reason text,
    -- What it was called when it began; null: one of the standard ones.
    add column pause_name text,
    add column paused_at timestamptz,
    -- Null: until the member ends it.
    add column paused_until timestamptz,
    add constraint channel_members_paused check (
      (pause_reason is null) = (paused_at is null)
      and (paused_at is not null or (pause_name is null and paused_until is null)))`.execute(db);
}
