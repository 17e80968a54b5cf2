import { type Kysely, sql } from 'kysely';

/** Channels that are kept open or closed by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channels
    add column held_state text check (held_state in ('open', 'closed')),
    -- Null: until it is switched back.
    add column held_until timestamptz,
    add constraint channels_held check (held_state is not null or held_until is null)`.execute(db);
}
