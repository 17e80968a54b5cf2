import { type Kysely, sql } from 'kysely';

/** What users administer without being administrators, who hold no roles: they may do everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column roles text[] not null default '{}'
    constraint users_roles check (roles <@ array['people', 'numbers', 'queues', 'reports'] and (roles = '{}' or not admin))`.execute(
    db,
  );
}
